"""Lessons as data. Each page has a board and one task (C100, C101)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import count

from django.utils.functional import Promise

from rules import RULE_SETS, ByColor, Color, GameState, Pass, Play, Point, Setup, apply, new_game, parse_vertex
from rules.errors import GameOver
from rules.notation import vertex

Words = Promise | str
"""A text: of the server, which is translated, or of an author, in one language."""
ANY = "any"
"""The value of `LessonStep.right` that means every legal point."""
PASS, RESIGN = "pass", "resign"


@dataclass(frozen=True, slots=True)
class PageScoring:
    """How the board is scored after the task: the rule set, the dead stones, the komi and the prisoners."""

    ruleset: str
    dead: str = ""
    komi: str = "0"
    prisoners: tuple[int, int] = (0, 0)
    """The number of stones that Black has captured, and that White has captured."""


@dataclass(frozen=True)
class LessonStep:
    """One page of a lesson. Points are written as `C3`, several with spaces between them.

    `rows` is the board in the format of rules.Board, and `before` the moves played on it. The learner plays for the
    side `to_play`, or with `taps` selects a point instead. `right` are the correct points (or ANY, `pass`, `resign`).
    `good` explains a correct choice and `bad` a wrong one; `replies` has other explanations for some points. `after` is
    played after a correct move, and the first legal move of `answer` after any other. `answers` are the opponent's
    moves after certain moves, including correct ones. `buttons` are the choices next to the board. `claims` are
    statements verified by `learn.claims`. `statistics` are two corners of a rectangle, such as `K10 T19`, for which the
    page shows the most played next moves (P15).
    """

    task: Words
    rows: tuple[str, ...]
    right: str
    good: Words
    bad: Words
    replies: Mapping[str, Words] = field(default_factory=dict)
    taps: bool = False
    first: Color = Color.BLACK
    before: str = ""
    after: str = ""
    answer: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    buttons: tuple[str, ...] = ()
    rings: str = ""
    ruleset: str = "japanese"
    count: PageScoring | None = None
    claims: tuple[str, ...] = ()
    statistics: str = ""

    @cached_property
    def start(self) -> GameState:
        """Return the position in which the learner chooses."""
        setup = Setup(len(self.rows[0]), len(self.rows), RULE_SETS[self.ruleset], Decimal(0), 0, self.rows, self.first)
        return play_moves(new_game(setup), self.before)

    @property
    def to_play(self) -> Color:
        """Return the colour that the learner plays."""
        color = self.start.to_play
        assert color is not None
        return color

    def points(self, names: str) -> frozenset[Point]:
        """Return the points with these names, which are separated by spaces."""
        return frozenset(self.point_named(name) for name in names.split())

    def point_named(self, name: str) -> Point:
        """Return the point with this name. Raises rules.errors.BadVertex and OffBoard."""
        return parse_vertex(name, self.start.board.width, self.start.board.height)

    def point_name(self, point: Point) -> str:
        """Return the name of this point."""
        return vertex(point, self.start.board.height)


@dataclass(frozen=True)
class Lesson:
    """A lesson: its key in URLs, which never changes, and its pages. New pages are appended, because progress is stored
    by their numbers."""

    key: str
    title: Words
    about: Words
    steps: tuple[LessonStep, ...]

    def numbered_pages(self) -> list[tuple[int, LessonStep]]:
        """Return the pages with their numbers, from 1."""
        return list(zip(count(1), self.steps, strict=False))


def play_moves(state: GameState, moves: str) -> GameState:
    """Return the position after these moves, which are separated by spaces. Raises RulesError."""
    for move in moves.split():
        state = play_one_move(state, move)
    return state


def play_one_move(state: GameState, move: str) -> GameState:
    """Return the position after this move: a point such as `C3`, or "pass". Raises RulesError."""
    color = state.to_play
    if color is None:
        raise GameOver
    point = None if move == PASS else parse_vertex(move, state.board.width, state.board.height)
    return apply(state, Pass(color) if point is None else Play(color, point))


def prisoners_taken(scoring: PageScoring) -> ByColor[int]:
    """Return the number of prisoners that each side has taken before the board is scored, as the page states them."""
    return ByColor(*scoring.prisoners)
