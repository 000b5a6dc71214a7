"""Problems as SGF. `CR` marks the stones that the goal is about, `VW` the area that was read, and `GE` is the goal."""

from __future__ import annotations

from collections.abc import Iterable

from rules import Color, Point
from rules.notation import to_sgf
from rules.sgf import SgfNode, serialize

from .problem import ELSEWHERE, Problem


def problems_to_sgf(found: Iterable[Problem]) -> str:
    """Return these problems as the text of an SGF collection, in the current language. Correct first moves come
    first."""
    return serialize([_root_node(problem) for problem in found])


def _root_node(problem: Problem) -> SgfNode:
    board, root, step = problem.board, SgfNode(), problem.step
    size = str(board.width) if board.width == board.height else f"{board.width}:{board.height}"
    for name, value in {"GM": "1", "FF": "4", "CA": "UTF-8", "SZ": size, "GN": problem.key, "GE": problem.goal}.items():
        root.set(name, value)
    stones = {color: [point for point in board.points() if board[point] is color] for color in Color}
    area = (step.point_named(name) for name in problem.stored["area"].split())
    for name, points in (
        ("AB", stones[Color.BLACK]),
        ("AW", stones[Color.WHITE]),
        ("CR", sorted(step.points(step.rings))),
        ("VW", list(area)),
    ):
        if points:
            root.set(name, *map(to_sgf, points))
    root.set("PL", problem.first.letter)
    root.set("AN", problem.author)
    root.set("CP", problem.licence)
    root.set("C", str(step.task))
    wrong = [name for name in problem.stored["lines"] if name != ELSEWHERE and name not in problem.right.split()]
    for name in (*problem.right.split(), *wrong):
        root.children.append(_line_node(problem, name))
    return root


def _line_node(problem: Problem, name: str) -> SgfNode:
    """Return the SGF node of a first move with its line. The comment states the outcome."""
    step = problem.step
    moves: list[Point | None] = [step.point_named(name)]
    moves += [None if move == "pass" else step.point_named(move) for move in problem.stored["lines"][name].split()]
    first: SgfNode | None = None
    last, color = SgfNode(), problem.first
    for point in moves:
        node = SgfNode()
        node.set(color.letter, "" if point is None else to_sgf(point))
        if first is None:
            first = node
            text = step.replies.get(name, step.good if name in problem.right.split() else step.bad)
            node.set("C", str(text))
        else:
            last.children.append(node)
        last, color = node, color.opponent
    assert first is not None
    return first
