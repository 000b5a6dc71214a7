"""What a lesson is: data. Every page of it is a board with one thing to do (C100, C101)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import count

from django.utils.functional import Promise

from rules import RULE_SETS, ByColor, Color, GameState, Pass, Play, Point, Setup, apply, new_game, parse_vertex
from rules.notation import vertex

ANY = "any"
"""Stands for every point where the side to play may play."""
PASS, RESIGN = "pass", "resign"


@dataclass(frozen=True, slots=True)
class Count:
    """How the board is counted once the task is done: under which rules, which stones are dead, what lies beside it."""

    ruleset: str
    dead: str = ""
    komi: str = "0"
    prisoners: tuple[int, int] = (0, 0)
    """Stones that Black has captured, and White."""


@dataclass(frozen=True)
class Step:
    """One page. Points are written as `C3`, several with spaces between them.

    `rows` is the board as rules.Board reads it, `before` what has been played on it since. The learner moves for the
    side `to_play`, or with `taps` only shows a point. `right` are the points that are right (or ANY, `pass`, `resign`).
    `good` says what happened then, `bad` what is wrong elsewhere, `feedback` the sentences about some points instead.
    `after` is what is played after a right move; `answer` what the opponent may play after any other one, of
    which the first that is possible is played, and `answers` what is played after some, right ones too.
    `buttons` are the choices beside the board. `claims` are what `learn.claims` proves of it.
    """

    task: Promise
    rows: tuple[str, ...]
    right: str
    good: Promise
    bad: Promise
    feedback: Mapping[str, Promise] = field(default_factory=dict)
    taps: bool = False
    first: Color = Color.BLACK
    before: str = ""
    after: str = ""
    answer: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    buttons: tuple[str, ...] = ()
    rings: str = ""
    ruleset: str = "japanese"
    count: Count | None = None
    claims: tuple[str, ...] = ()

    @cached_property
    def start(self) -> GameState:
        """The position of the page."""
        setup = Setup(len(self.rows[0]), len(self.rows), RULE_SETS[self.ruleset], Decimal(0), 0, self.rows, self.first)
        return played(new_game(setup), self.before)

    @property
    def to_play(self) -> Color:
        """Whose stone the learner plays."""
        color = self.start.to_play
        assert color is not None
        return color

    def points(self, names: str) -> frozenset[Point]:
        """The points of these names."""
        return frozenset(self.at(name) for name in names.split())

    def at(self, name: str) -> Point:
        """The point of this name; raises rules.errors.BadVertex and OffBoard."""
        return parse_vertex(name, self.start.board.width, self.start.board.height)

    def name(self, point: Point) -> str:
        """The name of this point."""
        return vertex(point, self.start.board.height)


@dataclass(frozen=True)
class Lesson:
    """Its name in addresses, which never changes, and its pages, of which later ones come last: what somebody has done
    is kept by number."""

    key: str
    title: Promise
    about: Promise
    steps: tuple[Step, ...]

    def numbered(self) -> list[tuple[int, Step]]:
        """The pages with their numbers, from 1."""
        return list(zip(count(1), self.steps, strict=False))


def played(state: GameState, moves: str) -> GameState:
    """The position after these moves; raises RulesError."""
    for move in moves.split():
        state = one_played(state, move)
    return state


def one_played(state: GameState, move: str) -> GameState:
    """The position after one move; raises RulesError."""
    color = state.to_play
    assert color is not None
    point = None if move == PASS else parse_vertex(move, state.board.width, state.board.height)
    return apply(state, Pass(color) if point is None else Play(color, point))


def counted_beside(count: Count) -> ByColor[int]:
    """The stones that each side has captured."""
    return ByColor(*count.prisoners)
