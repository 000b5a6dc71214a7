"""Another solver of problems, to check ours: proof-number search over the moves that `rules` allows, with superko.

It shares nothing with `learn.problems.solver` but the question. It knows no eyes, no likely moves and no ko threats: it
tries every point of the area, and expands the tree where the least remains to be proved, until the goal is reached or
missed on the board (Allis, van der Meulen, van den Herik: Proof-number search, 1994).
"""

from __future__ import annotations

from decimal import Decimal
from math import inf

from learn.problems.problem import Problem
from rules import RULE_SETS, GameState, Pass, Play, RulesError, Setup, apply, new_game, parse_vertex

SUPERKO = "chinese"
"""No position comes back, and no one captures their own stones."""


class GaveUp(Exception):
    """The tree has grown too large."""


class Node:
    """A position of the tree: what is still to be proved of it, and to be disproved, at least."""

    __slots__ = ("children", "disproof", "proof", "state")

    def __init__(self, state: GameState) -> None:
        self.state: GameState | None = state
        self.proof: float = 1
        self.disproof: float = 1
        self.children: list[Node] | None = None

    def set_result(self, *, reached: bool) -> None:
        """Set the proof numbers of a position whose goal is plainly reached or missed."""
        self.proof, self.disproof = (0, inf) if reached else (inf, 0)
        self.state = None


class Search:
    """One question: whether `reacher` gets there from a position."""

    def __init__(self, problem: Problem, most: int) -> None:
        question = problem.question
        self.reacher, self.free, self.left = question.reacher, question.free, most
        self.board = problem.board
        self.marks = [self.board.point(mark) for mark in question.marks]
        self.area = [self.board.point(at) for at in sorted(question.area)]
        rows = tuple(self.board.rows())
        setup = Setup(self.board.width, self.board.height, RULE_SETS[SUPERKO], Decimal(0), 0, rows, problem.first)
        self.start = new_game(setup)

    def is_reached_after(self, name: str) -> bool | None:
        """Whether the goal is reached after this first move, None where the move is not allowed. Raises GaveUp."""
        color, board = self.start.to_play, self.board
        assert color is not None
        try:
            point = None if name == "elsewhere" else parse_vertex(name, board.width, board.height)
            root = Node(apply(self.start, Pass(color) if point is None else Play(color, point)))
        except RulesError:
            return None
        self._judge(root)
        while root.proof and root.disproof:
            self._grow(root)
        return root.proof == 0

    def _grow(self, root: Node) -> None:
        way = [root]
        while way[-1].children is not None:
            node = way[-1]
            is_reachers = len(way) % 2 == self.turn
            of = (lambda one: one.proof) if is_reachers else (lambda one: one.disproof)
            way.append(min(node.children or [], key=of))
        self._expand(way[-1], is_reachers=len(way) % 2 == self.turn)
        while way:
            node = way.pop()
            _sum_up(node, is_reachers=(len(way) + 1) % 2 == self.turn)

    @property
    def turn(self) -> int:
        """Which nodes of a way from the root, counted from 1, are the reacher's: the odd ones, or the even ones."""
        return 0 if self.start.to_play is self.reacher else 1

    def _expand(self, node: Node, *, is_reachers: bool) -> None:
        state = node.state
        assert state is not None
        color = self.reacher if is_reachers else self.reacher.opponent
        node.children = []
        for point in self.area:
            if state.board[point] is None:
                try:
                    node.children.append(Node(apply(state, Play(color, point))))
                except RulesError:
                    continue
        if not is_reachers:
            node.children.append(Node(apply(state, Pass(color))))
        self.left -= len(node.children)
        if self.left < 0:
            raise GaveUp
        for child in node.children:
            self._judge(child)
        node.state = None

    def _judge(self, node: Node) -> None:
        """Settle it if it is plain to see: stones gone, joined, or with as many liberties as save them."""
        assert node.state is not None
        board = node.state.board
        if len(self.marks) == 2:
            first, second = self.marks
            if board[first] is not self.reacher or board[second] is not self.reacher:
                node.set_result(reached=False)
            elif second in board.chain_at(first).stones:
                node.set_result(reached=True)
        elif board[self.marks[0]] is not self.reacher.opponent:
            node.set_result(reached=True)
        elif self.free and len(board.chain_at(self.marks[0]).liberties) >= self.free:
            node.set_result(reached=False)


def _sum_up(node: Node, *, is_reachers: bool) -> None:
    children = node.children or []
    if is_reachers:
        node.proof = min((child.proof for child in children), default=inf)
        node.disproof = sum(child.disproof for child in children)
    else:
        node.proof = sum(child.proof for child in children)
        node.disproof = min((child.disproof for child in children), default=inf)
    if not node.proof or not node.disproof:
        node.children = []


def wins(problem: Problem, name: str, most: int) -> bool | None:
    """Whether who plays first has their way after this move, None where it is not allowed. Raises GaveUp."""
    search = Search(problem, most)
    reached = search.is_reached_after(name)
    return None if reached is None else reached == (problem.first is search.reacher)
