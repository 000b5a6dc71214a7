"""Replacing code in a running process: a mutant in place of an imported function, or a record of executed
statements."""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType

from tests.mutation.mutants import Mutant
from tests.mutation.operators import Function, sites

NOTE = "_note_statement"
"""The function called before each recorded statement."""


def functions_of(files: Iterable[Path]) -> list[FunctionType]:
    """Return all functions of these files that have been imported."""
    gc.unfreeze()
    names = {str(path) for path in files}
    return [
        one for one in gc.get_objects() if type(one) is FunctionType and one.__code__.co_filename in names
    ]  # fmt: skip


def put_in(mutant: Mutant, functions: list[FunctionType]) -> None:
    """Change the code that is running: those of the functions that the mutant changes, or a value of its module."""
    tree = ast.parse(mutant.path.read_text())
    site = sites(tree)[mutant.number]
    site.change()
    ast.fix_missing_locations(tree)
    if mutant.function:
        _replace(mutant.path, tree, functions)
    else:
        _set_values(mutant, site.statement, tree.body[tree.body.index(site.statement) + 1 :])


def note_statements(path: Path, mutants: list[Mutant], functions: list[FunctionType]) -> None:
    """Let the functions of this file call `NOTE` before each statement that one of the mutants changes; for a value of
    the module, when any of the functions begins."""
    tree = ast.parse(path.read_text())
    places = sites(tree)
    for mutant in mutants:
        site = places[mutant.number]
        if mutant.function:
            site.block.insert(site.block.index(site.statement), _note(mutant))
        else:
            for node in ast.walk(tree):
                if isinstance(node, Function):
                    node.body.insert(0, _note(mutant))
    _replace(path, ast.fix_missing_locations(tree), functions)


def _note(mutant: Mutant) -> ast.stmt:
    return ast.parse(f"{NOTE}({mutant.key!r})").body[0]


def _replace(path: Path, tree: ast.Module, functions: list[FunctionType]) -> None:
    """Give the functions of this file the code that they have in the tree."""
    new = {(code.co_qualname, code.co_firstlineno): code for code in _codes(compile(tree, str(path), "exec"))}
    for found in functions:
        code = new.get((found.__code__.co_qualname, found.__code__.co_firstlineno))
        is_there = found.__code__.co_filename == str(path)
        if is_there and code is not None and code.co_freevars == found.__code__.co_freevars:
            found.__code__ = code


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _set_values(mutant: Mutant, statement: ast.stmt, after: list[ast.stmt]) -> None:
    """Run the changed statement in its module, and those after it that make other values of what it sets; give the
    values to all modules that have imported them."""
    for module in [one for one in sys.modules.values() if getattr(one, "__file__", None) == str(mutant.path)]:
        before, changed = dict(vars(module)), set[str]()
        for one in (statement, *after):
            if one is statement or (isinstance(one, ast.Assign | ast.AnnAssign) and _names(one, ast.Load) & changed):
                exec(compile(ast.Module([one], []), str(mutant.path), "exec"), vars(module))
                changed |= _names(one, ast.Store)
        for other in list(sys.modules.values()):
            for name in changed & before.keys():
                if getattr(other, "__dict__", {}).get(name) is before[name]:
                    setattr(other, name, vars(module)[name])


def _names(statement: ast.stmt, use: type[ast.expr_context]) -> set[str]:
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, use)}
