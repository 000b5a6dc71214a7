"""Select the tests that a change can break: `python3 manage.py test --changed` runs them.

A test file is selected if it imports a changed module, or a module that imports it (two steps; the whole command covers
what is further away). Names from a package are followed to the module that defines them. BY_FOLDER lists tests of files
that are not imported, such as pages and templates.
"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STEPS = 2
SCAFFOLDING = ("tests.factories", "tests.conftest", "tests.support", "tests.diagrams")
"""Modules that nearly all tests import: a change is followed to their importers, and not further."""
BY_FOLDER = {
    "api/": ["tests/api", "tests/games/api", "tests/docs/test_api.py"],
    "games/api/": ["tests/games/api", "tests/docs/test_api.py"],
    "games/views/": ["tests/games/pages"],
    "games/forms": ["tests/games/pages"],
    "games/action_forms": ["tests/games/pages"],
    "games/verbs/": ["tests/games/verbs", "tests/games/services"],
    "challenges/": ["tests/challenges"],
    "programs/": ["tests/programs"],
    "learn/": ["tests/learn"],
    "social/": ["tests/social"],
    "games/templatetags/": ["tests/games/pages"],
    "live/": ["tests/live"],
    "moderation/views/": ["tests/moderation/test_pages.py", "tests/moderation/test_report_pages.py"],
    "templates/games/": ["tests/games/pages"],
    "templates/challenges/": ["tests/challenges"],
    "templates/programs/": ["tests/programs"],
    "templates/learn/": ["tests/learn"],
    "templates/social/": ["tests/social"],
    "templates/accounts/": ["tests/accounts/test_accounts.py", "tests/accounts/test_access.py"],
    "templates/account/": ["tests/accounts/test_accounts.py", "tests/accounts/test_access.py"],
    "templates/mfa/": ["tests/accounts/test_second_factor.py"],
    "templates/moderation/": ["tests/moderation/test_pages.py", "tests/moderation/test_report_pages.py"],
    "templates/admin/": ["tests/goserver/test_admin.py", "tests/goserver/test_dashboard.py"],
    "templates/django/": ["tests/goserver/test_folding.py"],
    "templates/": ["tests/learn/test_rules_pages.py", "tests/goserver/test_labels.py"],
    "static/": ["tests/learn/test_rules_pages.py"],
    "locale/": ["tests/goserver/test_translations.py", "tests/goserver/test_labels.py"],
    "docs/authorization.csv": ["tests/access/test_authorization.py"],
    "docs/": ["tests/docs/test_api.py", "tests/docs/test_asvs.py"],
    "deploy/wheel/": ["tests/ops/test_wheel.py"],
    "deploy/": ["tests/ops/test_compose.py", "tests/ops/test_proxy.py", "tests/ops/test_defences.py"],
    "docker-compose.yml": ["tests/ops/test_compose.py", "tests/ops/test_proxy.py"],
    "Dockerfile": ["tests/ops/test_compose.py"],
    "goserver/settings.py": ["tests/goserver/test_configuration.py", "tests/ops/test_defences.py"],
}
"""Tests by path prefix; the longest match counts."""
WHOLE = ("pyproject.toml", "uv.lock", "tests/conftest.py")
"""Files that can break anything: for these, the whole command runs."""
LONG = ("tests/access/test_authorization.py", "tests/bot/test_runner.py", "tests/api/test_schema.py",
        "tests/moved_clock/test_moved_clock.py", "tests/ops/test_topology.py",
        "tests/ops/test_through_the_proxy.py")  # fmt: skip
"""Tests that take minutes each: selected only if they have changed themselves, or by BY_FOLDER."""


def files(since: str = "") -> list[str]:
    """Return the files that differ from this commit, committed or not, including new files; by default from the point
    where the branch left main."""
    base = since or _output("merge-base", "HEAD", "main") or "HEAD"
    known = _output("diff", "--name-only", base).splitlines()
    return sorted({*known, *_output("ls-files", "--others", "--exclude-standard").splitlines()})


def _output(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def pick(changed: Iterable[str]) -> list[str]:
    """Return the test files and folders that these files can break, sorted."""
    changed = list(changed)
    return sorted(_inside({name for path in changed for name in (*_by_folder(path), *_by_imports(path))}))


def is_for_all(changed: Iterable[str]) -> bool:
    """Return whether only the whole command can tell."""
    return any(path in WHOLE for path in changed)


def _inside(names: set[str]) -> set[str]:
    """Return the files without those in a folder that is also listed, and without deleted ones."""
    folders = {name for name in names if not name.endswith(".py")}
    return {
        name
        for name in names
        if (ROOT / name).exists() and not any(name.startswith(f"{folder}/") for folder in folders)
    }


def _by_folder(path: str) -> list[str]:
    fitting = [start for start in BY_FOLDER if path.startswith(start)]
    return BY_FOLDER[max(fitting, key=len)] if fitting else []


def _by_imports(path: str) -> set[str]:
    if not path.endswith(".py"):
        return set()
    if _is_test(path):
        return {path}
    near, reached = {module_of(path)}, {module_of(path)}
    for _ in range(STEPS):
        through = {name for name in near if not name.startswith(SCAFFOLDING) or name == module_of(path)}
        near = {user for user, used in graph().items() if used & through} - reached
        reached |= near
    tests = {name.replace(".", "/") + ".py" for name in reached}
    return {name for name in tests if _is_test(name) and name not in LONG}


def _is_test(path: str) -> bool:
    return path.startswith("tests/") and path.rpartition("/")[2].startswith("test_") and path.endswith(".py")


def module_of(path: str) -> str:
    """Return a file's name for `import`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@lru_cache(maxsize=1)
def graph() -> dict[str, set[str]]:
    """Return the project's modules that each of its modules uses."""
    modules = {}
    folders = [folder for folder in ROOT.iterdir() if not folder.name.startswith(".") and folder.name != "mutants"]
    for file in (file for folder in folders for file in folder.rglob("*.py")):
        path = str(file.relative_to(ROOT))
        if "/migrations/" not in path:
            modules[module_of(path)] = _read(file, module_of(path))
    packages = {name[:end] for name in modules for end in _dots(name)}
    return {name: _used(module, modules, packages) for name, module in modules.items()}


def _dots(name: str) -> list[int]:
    return [place for place, sign in enumerate(name) if sign == "."]


@dataclass
class _Module:
    """The imports of a module: each local name, with the module and the name that it refers to."""

    names: dict[str, tuple[str, str]] = field(default_factory=dict)
    attributes: set[tuple[str, str]] = field(default_factory=set)


def _read(file: Path, name: str) -> _Module:
    found = _Module()
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found.names[alias.asname or alias.name] = (alias.name, "")
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(node, package)
            for alias in node.names:
                found.names[alias.asname or alias.name] = (origin, alias.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found.attributes.add((node.value.id, node.attr))
    return found


def _origin(node: ast.ImportFrom, package: str) -> str:
    above = package.split(".")
    prefix = above[: len(above) - node.level + 1] if node.level else []
    return ".".join([*prefix, *([node.module] if node.module else [])])


def _used(module: _Module, modules: dict[str, _Module], packages: set[str]) -> set[str]:
    """Return the modules that a module's names come from; of a package, only those whose names are used."""
    used = set()
    for local, (origin, name) in module.names.items():
        found = _where(origin, name, modules)
        parts = {attribute for of, attribute in module.attributes if of == local} if found in packages else set()
        if found in modules and parts:
            used |= {_where(found, part, modules) for part in parts}
        else:
            used.add(found)
    return used & set(modules)


def _where(origin: str, name: str, modules: dict[str, _Module], depth: int = 5) -> str:
    """Return the module that defines this name of a module."""
    if f"{origin}.{name}" in modules:
        return f"{origin}.{name}"
    passed_on = modules[origin].names.get(name) if origin in modules else None
    return _where(*passed_on, modules, depth - 1) if passed_on and depth else origin
