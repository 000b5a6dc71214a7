"""A problem as data: a position, a goal, and the solver's result for every first move (C104)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any, Literal, TypedDict

from learn.lesson import LessonStep, play_moves
from rules import RULE_SETS, Board, Color, RulesError, Setup, new_game, parse_vertex
from rules.notation import vertex

from .goal_words import goal_sentences, ko_outcome_sentences
from .proof import Proof, ProvedLine, TryOutcome
from .solver import SolverInput

Goal = Literal["live", "kill", "race", "connect", "cut", "ladder"]
ELSEWHERE = "elsewhere"
FREE = {"ladder": 3}
"""The number of liberties that saves the marked stones, by goal."""
REACHERS = frozenset({"kill", "race", "connect", "ladder"})
"""The goals that the first player wants to reach. With the other goals the first player prevents the opponent from
reaching one."""
GRADES = (1, 2, 3, 4, 5)
MOST_EFFORT = (7.0, 9.5, 12.0, 15.0)
"""The upper limits of effort for each grade except the last."""
LEVELS = {1: "25k", 2: "20k", 3: "15k", 4: "10k", 5: "5k"}
"""For each grade, a rough estimate of the rank of players who solve its problems, by the reading that they need."""
AUTHOR, LICENCE = "Igo", "AGPL-3.0-or-later"
"""The author and licence of the problems that come with this server, which its own program made."""
OF_PLAYERS = "CC0-1.0"
"""The licence of problems by players (templates/learn/make_problem.html)."""
PLAYED_OUT = 4
"""The number of moves at the end of a capturing line that only remove dead stones."""


class StoredProblem(TypedDict):
    """A problem as JSON, in a file or a database row. Points are written as `C3`, and separated by spaces.

    `lines` has, by first move, the moves that follow it. `right` are the first moves that reach the goal, and `ko`
    those that reach the goal only if a ko is won.
    """

    key: str
    goal: Goal
    first: str
    rows: list[str]
    marks: str
    area: str
    right: str
    ko: str
    lines: dict[str, str]
    depth: int
    nodes: int


@dataclass(frozen=True)
class Problem:
    """A stored problem, with its author, its licence and derived values (C104)."""

    stored: StoredProblem
    author: str = AUTHOR
    licence: str = LICENCE

    @property
    def key(self) -> str:
        """Return the problem's key in URLs, which never changes."""
        return self.stored["key"]

    @property
    def goal(self) -> Goal:
        """Return the goal: live, kill, race, connect, cut or ladder."""
        return self.stored["goal"]

    @property
    def first(self) -> Color:
        """Return who plays first."""
        return Color.from_letter(self.stored["first"])

    @cached_property
    def board(self) -> Board:
        """Return the position in which the solver plays first."""
        return Board.from_rows(self.stored["rows"])

    @property
    def is_ko(self) -> bool:
        """Return whether winning a ko is the best possible outcome."""
        return not self.stored["right"]

    @property
    def right(self) -> str:
        """Return the first moves that reach the goal or, if there are none, those that reach it only if a ko is won.
        The moves are points separated by spaces, such as "C3 D4"."""
        return self.stored["right"] or self.stored["ko"]

    @property
    def question(self) -> SolverInput:
        """Return the question that the solver has to answer: who has to reach the goal, with which stones, in which
        area."""
        reacher = self.first if self.goal in REACHERS else self.first.opponent
        marks, area = (self._indices(self.stored[name]) for name in ("marks", "area"))
        return SolverInput(self.board, reacher, tuple(marks), frozenset(area), FREE.get(self.goal, 0))

    @cached_property
    def step(self) -> LessonStep:
        """Return the problem as a page of a lesson."""
        words, lines = goal_sentences(self.goal, self.first), self.stored["lines"]
        good, bad = (ko_outcome_sentences().good, words.bad) if self.is_ko else (words.good, words.bad)
        only_ko = () if self.is_ko else self.stored["ko"].split()
        others = {self._point_name(index) for index in range(len(self.board.cells))} - lines.keys()
        return LessonStep(
            task=words.task,
            rows=tuple(self.stored["rows"]),
            right=self.right,
            good=good,
            bad=bad,
            replies=dict.fromkeys(only_ko, ko_outcome_sentences().bad),
            first=self.first,
            answers={**lines, **dict.fromkeys(others, lines[ELSEWHERE])},
            rings=self._ringed_points(),
        )

    @property
    def effort(self) -> float:
        """Return how hard the problem is to read: the number of moves until the outcome is clear, plus half the binary
        logarithm of the number of positions read."""
        depth = self.stored["depth"] - (PLAYED_OUT if self.goal == "kill" else 0)
        return max(1, depth) + self.stored["nodes"].bit_length() / 2

    @property
    def grade(self) -> int:
        """Return the grade, from 1 (easy) to 5."""
        return next((grade for grade, most in zip(GRADES, MOST_EFFORT, strict=False) if self.effort < most), GRADES[-1])

    @property
    def is_sacrifice(self) -> bool:
        """Return whether every correct first move is a sacrifice: a stone in atari that captures nothing."""
        placed = [(at, self.board.place(self.first, at)) for at in map(self.step.point_named, self.right.split())]
        return all(not one.captured and len(one.board.chain_at(at).liberties) == 1 for at, one in placed)

    def _ringed_points(self) -> str:
        """Return the points to show with rings: all stones of the chains that the goal is about."""
        stones = {
            stone
            for mark in self._indices(self.stored["marks"])
            for stone in self.board.chain_at(self.board.point(mark)).stones
        }
        return " ".join(vertex(stone, self.board.height) for stone in sorted(stones))

    def _indices(self, names: str) -> list[int]:
        board = self.board
        return [board.index(parse_vertex(name, board.width, board.height)) for name in names.split()]

    def _point_name(self, index: int) -> str:
        return vertex(self.board.point(index), self.board.height)


def to_stored_problem(key: str, goal: Goal, question: SolverInput, proof: Proof) -> StoredProblem:
    """Return a question that was proved, with its proof, as a stored problem."""
    board = question.board
    first = question.reacher if goal in REACHERS else question.reacher.opponent

    def names(points: Iterable[int]) -> str:
        return " ".join(vertex(board.point(point), board.height) for point in points)

    def reaching(what: TryOutcome) -> str:
        return names(sorted(at for at, line in proof.lines.items() if line.reached is what))

    lines = {names([at]): _moves_until_illegal(board, first, line) for at, line in proof.lines.items()}
    return {
        "key": key,
        "goal": goal,
        "first": first.letter,
        "rows": board.rows(),
        "marks": names(question.marks),
        "area": names(sorted(question.area)),
        "right": reaching(TryOutcome.YES),
        "ko": reaching(TryOutcome.KO),
        "lines": {**lines, ELSEWHERE: _moves_until_illegal(board, first, proof.elsewhere)},
        "depth": proof.depth,
        "nodes": proof.nodes,
    }


def _moves_until_illegal(board: Board, first: Color, line: ProvedLine) -> str:
    """Return the moves of a line that come before its first illegal move, without passes at the end. A line of the
    solver can have illegal moves in a ko, because the solver lets one side retake at once."""
    start = new_game(Setup(board.width, board.height, RULE_SETS["japanese"], Decimal(0), 0, tuple(board.rows()), first))
    names = ["pass" if at is None else vertex(board.point(at), board.height) for at in line.answers]
    move = "pass" if line.first is None else vertex(board.point(line.first), board.height)
    kept: list[str] = []
    for name in names:
        try:
            play_moves(start, " ".join([move, *kept, name]))
        except RulesError:
            break
        kept.append(name)
    while kept and kept[-1] == "pass":
        kept.pop()
    return " ".join(kept)


def unproved_problem(question: Mapping[str, Any], key: str) -> StoredProblem:
    """Return a player's question as a stored problem without a proof and without correct moves."""
    return {
        "key": key,
        "goal": question["goal"],
        "first": question["first"],
        "rows": question["rows"],
        "marks": question["marks"],
        "area": question["area"],
        "right": "",
        "ko": "",
        "lines": {},
        "depth": 0,
        "nodes": 0,
    }


def differing_fields(problem: Problem, proof: Proof) -> list[str]:
    """Return the names of the fields in which the stored problem differs from this proof; [] if there are none."""
    again: Mapping[str, object] = to_stored_problem(problem.key, problem.goal, problem.question, proof)
    return [name for name, value in problem.stored.items() if again[name] != value]
