"""`python -m tests.support.private_names`: the code uses other packages by their public names.

Reads every Python file outside tests and migrations and finds

- attributes, imports and words in `getattr`, `patch` and the like that begin with one underscore and that no class or
  module of ours has in the same file,
- methods and attributes of our classes that replace, or read, an underscore name of a foreign base class,
- `__class__ =`, `__code__`, rows made by `__new__` outside of a `__new__`, and another object's `__dict__` written to.

`_meta`, the methods of named tuples and names such as `_missing_` are documented, and so are `os._exit` and
`_fields_`. What is left stands in ALLOWED, with a reason and the version it was tested with.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parents[2]
MOST_ALLOWED = 5
PUBLIC = {"_", "_meta", "_replace", "_asdict", "_fields", "_make", "_field_defaults", "_exit"}
"""Public names in spite of their underscore, from Django, named tuples and `os`."""
BY_WORD = {"getattr", "setattr", "hasattr", "delattr", "attrgetter", "methodcaller", "patch", "object", "__setattr__"}
"""Functions whose text arguments may be names of attributes."""


@dataclass(frozen=True)
class Allowed:
    """An allowed private name. `tested_with` is the package with its version."""

    file: str
    name: str
    reason: str
    tested_with: str


ALLOWED: tuple[Allowed, ...] = ()
"""At most five."""


@dataclass(frozen=True, order=True)
class Found:
    """A use of a private name, and its place."""

    file: str
    line: int
    name: str
    kind: str


def is_private(name: str) -> bool:
    """Return whether a name is private; `_missing_` and `__init__` are not."""
    return name.startswith("_") and not name.endswith("_") and name not in PUBLIC


@dataclass(frozen=True)
class Module:
    """A file of the project: its tree, and the meaning of its names."""

    name: str
    file: str
    tree: ast.Module

    @property
    def package(self) -> str:
        """Return the package that relative imports start from."""
        return self.name if self.file.endswith("__init__.py") else self.name.rpartition(".")[0]

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Return all nodes of the tree."""
        return list(ast.walk(self.tree))

    @cached_property
    def names(self) -> dict[str, ast.ClassDef | tuple[str, str]]:
        """Return the definitions and imports of the file: classes, and for imports the module and its name, if any."""
        found: dict[str, ast.ClassDef | tuple[str, str]] = {}
        for node in self.nodes:
            if isinstance(node, ast.ClassDef):
                found[node.name] = node
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    name = alias.asname or alias.name.partition(".")[0]
                    found[name] = (alias.name if alias.asname else name, "")
            elif isinstance(node, ast.ImportFrom):
                found |= {alias.asname or alias.name: (_source(self, node), alias.name) for alias in node.names}
        return found


Own = tuple[Module, ast.ClassDef]
"""A class of the project with its module."""


class Project:
    """All files of the project, by module name."""

    def __init__(self, sources: dict[str, str]) -> None:
        """`sources`: the text of each file by its path."""
        modules = (_module(file, text) for file, text in sources.items())
        self.modules = {module.name: module for module in modules}
        self._packages = {name.partition(".")[0] for name in self.modules}

    def is_own(self, module: str) -> bool:
        """Return whether this module belongs to the project."""
        return module.partition(".")[0] in self._packages

    def found(self) -> list[Found]:
        """Return all uses of private names, in order."""
        return sorted({found for module in self.modules.values() for found in self._in(module)})

    def _in(self, module: Module) -> Iterator[Found]:
        foreign = self._foreign_of_classes(module)
        own = _defined(module) - {name for names in foreign.values() for name in names}
        for use in _Uses(module, own, self._own_modules(module)).found():
            if use.kind != "import" or not self.is_own(use.name):
                yield use
        for definition, names in foreign.items():
            for name, line in _of_self(definition):
                if name in names:
                    yield Found(module.file, line, name, "of a foreign base class")

    def _own_modules(self, module: Module) -> set[str]:
        """Return a file's names for other modules of the project."""
        names = module.names.items()
        sources = {name: f"{found[0]}.{found[1]}" for name, found in names if isinstance(found, tuple)}
        return {name for name, source in sources.items() if source.removesuffix(".") in self.modules}

    def _foreign_of_classes(self, module: Module) -> dict[ast.ClassDef, frozenset[str]]:
        """Return the private names of the foreign base classes for each class in a file."""
        classes = [node for node in module.nodes if isinstance(node, ast.ClassDef)]
        return {definition: frozenset(self._inherited((module, definition), ())) for definition in classes}

    def _inherited(self, of: Own, seen: tuple[ast.ClassDef, ...]) -> Iterator[str]:
        module, definition = of
        for base in definition.bases if definition not in seen else ():
            found = self._resolve(module, base.value if isinstance(base, ast.Subscript) else base)
            if isinstance(found, tuple):
                yield from self._inherited(found, (*seen, definition))
            elif isinstance(found, type):
                yield from _private_names(found)

    def _resolve(self, module: Module, expression: ast.expr) -> object:
        """Return a base class: its module and definition in the project, or a foreign object; None if unknown."""
        if isinstance(expression, ast.Attribute):
            left = self._resolve(module, expression.value)
            if isinstance(left, Module):
                return self._named(left, expression.attr)
            return None if isinstance(left, tuple) else getattr(left, expression.attr, None)
        return self._named(module, expression.id) if isinstance(expression, ast.Name) else None

    def _named(self, module: Module, name: str) -> object:
        """Return the object that a name in a file refers to."""
        found = module.names.get(name)
        if isinstance(found, ast.ClassDef):
            return module, found
        if found is None:
            return self.modules.get(f"{module.name}.{name}") or getattr(builtins, name, None)
        source, wanted = found
        if not self.is_own(source):
            return _foreign(source, wanted)
        whole, module_of_it = f"{source}.{wanted}".removesuffix("."), self.modules.get(source)
        return self.modules.get(whole) or (None if module_of_it is None else self._named(module_of_it, wanted))


class _Uses(ast.NodeVisitor):
    """Collects the names that a file uses directly, apart from its base classes."""

    def __init__(self, module: Module, own: set[str], own_modules: set[str]) -> None:
        self._module, self._own, self._own_modules = module, own, own_modules
        self._uses: list[Found] = []
        self._functions: list[str] = []

    def found(self) -> list[Found]:
        self.visit(self._module.tree)
        return self._uses

    def _add(self, node: ast.stmt | ast.expr, name: str, kind: str) -> None:
        self._uses.append(Found(self._module.file, node.lineno, name, kind))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:  # the name that ast calls
        self._functions.append(node.name)
        self.generic_visit(node)
        self._functions.pop()

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            if any(map(is_private, alias.name.split("."))):
                self._add(node, alias.name, "import")

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        source = _source(self._module, node)
        for alias in node.names:
            if any(map(is_private, [*source.split("."), alias.name])):
                self._add(node, f"{source}.{alias.name}", "import")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        is_written = isinstance(node.ctx, ast.Store | ast.Del)
        if node.attr == "__code__" or (node.attr == "__class__" and is_written):
            self._add(node, node.attr, "inside of Python")
        elif is_private(node.attr) and node.attr not in self._own and not self._is_ours(node.value):
            self._add(node, node.attr, "attribute")
        elif node.attr == "__dict__" and is_written and not _is_self(node.value):
            self._add(node, node.attr, "inside of Python")
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Store | ast.Del) and _is_dict_of_another(node.value):
            self._add(node, "__dict__", "inside of Python")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        if isinstance(called, ast.Attribute):
            if called.attr == "__new__" and "__new__" not in self._functions:
                self._add(node, "__new__", "made past its constructor")
            if called.attr in ("update", "setdefault", "pop", "clear") and _is_dict_of_another(called.value):
                self._add(node, "__dict__", "inside of Python")
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name in BY_WORD:
            for word in node.args:
                if isinstance(word, ast.Constant) and isinstance(word.value, str):
                    self._word(node, word.value)
        self.generic_visit(node)

    def _is_ours(self, node: ast.expr) -> bool:
        return _is_self(node) or (isinstance(node, ast.Name) and node.id in self._own_modules)

    def _word(self, node: ast.Call, word: str) -> None:
        for name in word.split("."):
            if name in ("__class__", "__code__") or (is_private(name) and name not in self._own):
                self._add(node, name, "as a word")


def _module(file: str, text: str) -> Module:
    name = file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    return Module(name, file, ast.parse(text, file))


def _source(module: Module, node: ast.ImportFrom) -> str:
    """Return the module that a statement imports from."""
    if not node.level:
        return node.module or ""
    above = module.package.split(".")[: len(module.package.split(".")) - node.level + 1]
    return ".".join([*above, *([node.module] if node.module else [])])


def _is_self(node: ast.expr) -> bool:
    """Return whether this is `self`, `cls` or `super()`, whose attributes are checked with their classes."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "super"
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def _is_dict_of_another(node: ast.expr) -> bool:
    """Return whether this is `row.__dict__` or `vars(row)`."""
    if isinstance(node, ast.Call):
        is_vars = isinstance(node.func, ast.Name) and node.func.id == "vars"
        return is_vars and bool(node.args) and not _is_self(node.args[0])
    return isinstance(node, ast.Attribute) and node.attr == "__dict__" and not _is_self(node.value)


def _defined(module: Module) -> set[str]:
    """Return the names that a file and its classes define, and that they set on themselves."""
    found = {name for node in module.nodes if isinstance(node, ast.ClassDef) for name, _ in _of_self(node)}
    return found | {name for statement in module.tree.body for name, _ in _names_set(statement)}


def _of_self(definition: ast.ClassDef) -> Iterator[tuple[str, int]]:
    """Yield the private names that a class defines, or sets or reads on itself, and their lines."""
    for statement in definition.body:
        yield from ((name, line) for name, line in _names_set(statement) if is_private(name))
    for node in ast.walk(definition):
        if isinstance(node, ast.Attribute) and _is_self(node.value) and is_private(node.attr):
            yield node.attr, node.lineno


def _names_set(statement: ast.stmt) -> Iterator[tuple[str, int]]:
    """Yield the names that a statement in a class or module assigns to."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name, statement.lineno
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        names = (node for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))
        yield from ((node.id, node.lineno) for node in names)


def _private_names(base: type) -> frozenset[str]:
    """Return a foreign class's private names: those that it and its base classes define, and those that its methods
    set."""
    return frozenset(filter(is_private, dir(base))).union(*map(_set_by_methods, inspect.getmro(base)))


@cache
def _set_by_methods(kind: type) -> frozenset[str]:
    with suppress(OSError, TypeError, SyntaxError):  # classes in C have no source
        tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
        found = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _is_self(node.value))
        return frozenset(node.attr for node in found if is_private(node.attr))
    return frozenset()


@cache
def _foreign(source: str, name: str) -> object:
    """Return a module of another package, or its member of this name; None if it cannot be imported here."""
    try:
        module = importlib.import_module(source)
        return (getattr(module, name, None) or importlib.import_module(f"{source}.{name}")) if name else module
    except ImportError:
        return None


def sources() -> dict[str, str]:
    """Return the files to check: all files in git except tests and migrations."""
    names = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    kept = {name for name in names.split() if not name.startswith("tests/") and "/migrations/" not in name}
    return {name: (ROOT / name).read_text() for name in sorted(kept) if (ROOT / name).exists()}


def complaints(found: Iterable[Found], allowed: tuple[Allowed, ...]) -> list[str]:
    """Return the faults: names that are not allowed, allowed names that are not used, and too many allowed names."""
    known = {(one.file, one.name) for one in allowed}
    used = list(found)
    wrong = [f"{one.file}:{one.line}: {one.name} ({one.kind})" for one in used if (one.file, one.name) not in known]
    idle = known - {(one.file, one.name) for one in used}
    wrong += [f"{file}: {name} is allowed and not used any more" for file, name in sorted(idle)]
    if len(allowed) > MOST_ALLOWED:
        wrong.append(f"{len(allowed)} private names are allowed, and only {MOST_ALLOWED} may be")
    return wrong


def main() -> int:
    """Print the faults; return 1 if there are any."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
    django.setup()  # foreign base classes are imported
    wrong = complaints(Project(sources()).found(), ALLOWED)
    print("\n".join(wrong) or f"well: {len(ALLOWED)} private names are allowed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
