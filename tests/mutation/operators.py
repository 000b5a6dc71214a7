"""The small changes that mutation testing makes in services, one at a time. docs/mutation-testing.md lists them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
LOOKUPS = {"lt": "lte", "lte": "lt", "gt": "gte", "gte": "gt"}
QUERIES = ("filter", "exclude", "Q")
LOCKING = ("no_key", "skip_locked", "of", "nowait")
"""Options of locks: SQLite, on which mutants are tested, has none."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Change = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Site:
    """One place that can be changed: the statement, the function around it ("" in the module), the block that the
    statement is in, and the change."""

    function: str
    statement: ast.stmt
    block: list[ast.stmt]
    change: Change


def sites(tree: ast.Module) -> list[Site]:
    """Return every change that can be made in this module, in the same order for every tree of the same source."""
    return [*_constants_of_module(tree), *_in_functions(tree.body, "")]


def text(statement: ast.stmt) -> str:
    """Return the statement, or the head of a block, in one line."""
    return ast.unparse(statement).splitlines()[0]


def _constants_of_module(tree: ast.Module) -> Iterator[Site]:
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            for node in ast.walk(statement.value):
                if isinstance(node, ast.Constant):
                    yield from (Site("", statement, tree.body, change) for change in _of_constant(node))


def _in_functions(body: list[ast.stmt], prefix: str) -> Iterator[Site]:
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield from _in_functions(statement.body, f"{prefix}{statement.name}.")
        elif isinstance(statement, Function):
            yield from _in_block(statement.body, f"{prefix}{statement.name}")


def _in_block(body: list[ast.stmt], function: str) -> Iterator[Site]:
    for place, statement in enumerate(body):
        if isinstance(statement, Function):
            yield from _in_block(statement.body, f"{function}.{statement.name}")
            continue
        yield from (Site(function, statement, body, change) for change in _of_statement(body, place))
        for node in () if _is_log(statement) else _expressions(statement):
            yield from (Site(function, statement, body, change) for change in _of_expression(node))
        for inner in _blocks(statement):
            yield from _in_block(inner, function)


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        yield getattr(statement, name, [])
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def _expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """The statement itself and each of its expressions, without those of the statements in it."""
    if isinstance(statement, ast.Return | ast.Assign | ast.AnnAssign):
        yield statement
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.expr | ast.withitem):
            locks = {value for node in ast.walk(child) if isinstance(node, ast.keyword) and node.arg in LOCKING
                     for value in ast.walk(node)}  # fmt: skip
            yield from (node for node in ast.walk(child) if node not in locks)


def _of_statement(body: list[ast.stmt], place: int) -> Iterator[Change]:
    statement = body[place]
    if _can_be_removed(statement):
        yield lambda: body.__setitem__(place, ast.copy_location(ast.Pass(), statement))
    if isinstance(statement, ast.If | ast.While):
        test = statement.test
        negated = (
            test.operand
            if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
            else ast.UnaryOp(ast.Not(), test)
        )
        yield lambda: setattr(statement, "test", ast.copy_location(negated, test))


def _can_be_removed(statement: ast.stmt) -> bool:
    """A call whose answer is not used, unless it writes to the server's log; a field that is set; a raise."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call) and not _is_log(statement)
    if isinstance(statement, ast.Assign):
        return any(isinstance(target, ast.Attribute | ast.Subscript) for target in statement.targets)
    return isinstance(statement, ast.Raise | ast.AugAssign)


def _is_log(statement: ast.stmt) -> bool:
    """Whether this writes to the server's log."""
    return isinstance(statement, ast.Expr) and ast.unparse(statement).startswith("logger.")


def _of_expression(node: ast.AST) -> Iterator[Change]:
    for name, child in ast.iter_fields(node):
        if isinstance(child, ast.UnaryOp) and isinstance(child.op, ast.Not):
            yield lambda name=name, child=child: setattr(node, name, child.operand)
        elif isinstance(child, list):
            yield from _nots(child)
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            flipped = COMPARISONS[type(operator)]()
            yield lambda place=place, flipped=flipped: node.ops.__setitem__(place, flipped)
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield lambda: setattr(node, "op", other)
        for place in range(len(node.values)):
            neutral = ast.Constant(isinstance(node.op, ast.And))
            yield lambda place=place, neutral=neutral: node.values.__setitem__(place, neutral)
    elif isinstance(node, ast.Call):
        yield from _of_call(node)
    elif isinstance(node, ast.Constant):
        yield from _of_constant(node)


def _nots(values: list[ast.AST]) -> Iterator[Change]:
    for place, value in enumerate(values):
        if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not):
            yield lambda place=place, value=value: values.__setitem__(place, value.operand)


def _of_call(call: ast.Call) -> Iterator[Change]:
    """Conditions of a query are left out, and `__lt` becomes `__lte`."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    for keyword in list(call.keywords):
        if keyword.arg is None or keyword.arg in LOCKING:
            continue
        if name in QUERIES:
            yield lambda keyword=keyword: call.keywords.remove(keyword)
        stem, found, lookup = keyword.arg.rpartition("__")
        if found and lookup in LOOKUPS:
            yield lambda keyword=keyword, new=f"{stem}__{LOOKUPS[lookup]}": setattr(keyword, "arg", new)


def _of_constant(node: ast.Constant) -> Iterator[Change]:
    if isinstance(node.value, bool):
        yield lambda: setattr(node, "value", not node.value)
    elif isinstance(node.value, int):
        yield lambda: setattr(node, "value", node.value + 1)
