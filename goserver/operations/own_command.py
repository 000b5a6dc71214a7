"""The command lines that run this program: as shown to people, and as this process starts them."""

from __future__ import annotations

import sys
import tomllib
from functools import lru_cache
from importlib.metadata import version

from django.conf import settings


def command_as_typed(command: str) -> str:
    """Return the command line to type: `python3 manage.py serve` in a clone, `igo serve` with the installed package."""
    is_clone = (settings.BASE_DIR / "bootstrap.py").exists()
    return f"python3 manage.py {command}" if is_clone else f"igo {command}"


def own_command(*arguments: str) -> list[str]:
    """Return the argument list that runs manage.py with these arguments in the current Python."""
    return [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]


@lru_cache(maxsize=1)
def igo_version() -> str:
    """Return the version of this server, from the package or, in a clone, from pyproject.toml."""
    described = settings.BASE_DIR / "pyproject.toml"
    if described.exists():
        return str(tomllib.loads(described.read_text())["project"]["version"])
    return version("igo-server")
