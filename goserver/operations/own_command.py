"""How this program's commands are called: by people, and by this program itself."""

from __future__ import annotations

import sys
import tomllib
from functools import lru_cache
from importlib.metadata import version

from django.conf import settings


def spoken(command: str) -> str:
    """What a person types for it: `python3 manage.py serve` in a clone, `igo serve` where the package is installed."""
    is_clone = (settings.BASE_DIR / "bootstrap.py").exists()
    return f"python3 manage.py {command}" if is_clone else f"igo {command}"


def own_command(*arguments: str) -> list[str]:
    """The same in a process of its own, with the Python that runs here. The package brings manage.py along."""
    return [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]


@lru_cache(maxsize=1)
def own_version() -> str:
    """The version of this server: what the package says, or in a clone what its pyproject.toml does."""
    described = settings.BASE_DIR / "pyproject.toml"
    if described.exists():
        return str(tomllib.loads(described.read_text())["project"]["version"])
    return version("igo-server")
