"""The template context of a page with one task, for lessons and problems."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import pgettext, pgettext_lazy

from learn.lesson import PASS, RESIGN, LessonStep
from learn.outcomes import ChoiceOutcome, move_text, outcome_of
from learn.views.statistics import NextMoveStatistics, statistics_for_step
from rules import Board, Point
from rules.notation import vertex
from wording import words
from wording.board_svg import BoardMarks, numbered_svg, small_board_svg
from wording.board_text import point_label

BUTTONS: dict[str, Promise] = {PASS: pgettext_lazy("text", "Pass"), RESIGN: pgettext_lazy("text", "Resign")}
_STANDS = (pgettext_lazy("option", "empty"), pgettext_lazy("option", "black"), pgettext_lazy("option", "white"))

UPPER_RIGHT = "K10 T19"
"""The statistics of a step about the upper right corner of a 19x19 board."""
AHEAD = 3
"""How many of the next tasks a page lists."""


def picture_of_later_task(step: LessonStep, later: LessonStep) -> SafeString | str:
    """Return a small picture of a later task's position. Return "" if the later task continues the position of this
    task, because the picture could show the answer."""
    here, there = step.start.board, later.start.board
    is_same_size = (here.width, here.height) == (there.width, there.height)
    if is_same_size and all(now in (0, after) for now, after in zip(here.cells, there.cells, strict=True)):
        return ""
    return small_board_svg(there, None)


def dot_classes(at: int, pages: int) -> list[str]:
    """Return the CSS classes of the progress dots, one for each page of a lesson whose page `at` (from 1) is shown."""
    return ["is-done"] * (at - 1) + ["now"] + [""] * (pages - at)


@dataclass(frozen=True, slots=True)
class PointButton:
    """A point of the board as a button: the point's name, the label for screen readers, and whether the button gets the
    initial keyboard focus."""

    name: str
    label: str
    is_focus: bool


class TaskPage:
    """A page with one task, before or after the learner's choice. Templates read its attributes."""

    def __init__(self, step: LessonStep, choice: str) -> None:
        """Prepare the page. `choice` is the learner's choice, or "" if they have not chosen yet. Raises
        rules.errors.BadVertex and OffBoard if the choice is invalid."""
        self.step = step
        self.outcome: ChoiceOutcome | None = outcome_of(step, choice) if choice else None

    @cached_property
    def statistics(self) -> NextMoveStatistics | None:
        """Return the statistics of next moves from the position of the task, or None if the page has none."""
        return statistics_for_step(self.step)

    @property
    def is_done(self) -> bool:
        """Return whether the choice was correct."""
        return self.outcome is not None and self.outcome.is_right

    @property
    def gave_up(self) -> bool:
        """Return whether the learner gave up, which is only possible in problems."""
        return False

    @property
    def is_over(self) -> bool:
        """Return whether the learner has chosen correctly or given up, so that all answers can be shown."""
        return self.is_done or self.gave_up

    @property
    def is_only_corner_relevant(self) -> bool:
        """Return whether only the upper right corner of a large board matters, so that phones show it enlarged."""
        return self.step.statistics == UPPER_RIGHT

    @property
    def board(self) -> Board:
        """Return the displayed position."""
        return self.step.start.board if self.outcome is None else self.outcome.board

    @property
    def size(self) -> tuple[int, int]:
        """Return the width and height of the board."""
        return self.board.width, self.board.height

    @cached_property
    def svg(self) -> SafeString:
        """Return the board as SVG. Stones played after the learner's choice are numbered."""
        outcome = self.outcome
        if outcome is None:
            marks = BoardMarks(last=self.step.start.last_move, differs=self.step.points(self.step.rings))
        else:
            last = None if outcome.moves else self.step.start.last_move
            marks = BoardMarks(last=last, differs=outcome.marked, score=outcome.score, dead=outcome.dead)
        return numbered_svg(self.board, self._move_numbers, marks)

    @cached_property
    def _move_numbers(self) -> dict[Point, str]:
        moves = () if self.outcome is None else self.outcome.moves
        numbered = {
            move.point: words.localized_number(at) for at, move in enumerate(moves, 1) if move.point is not None
        }
        return {point: text for point, text in numbered.items() if self.board[point] is not None}

    @property
    def grid(self) -> list[list[PointButton]]:
        """Return the points as buttons, row by row."""
        board, ringed = self.board, self.step.points(self.step.rings)
        points = [
            self._point_button(point, ringed=point in ringed and self.outcome is None) for point in board.points()
        ]
        return [points[start : start + board.width] for start in range(0, len(points), board.width)]

    def _point_button(self, point: Point, *, ringed: bool) -> PointButton:
        name, board = vertex(point, self.board.height), self.board
        ring, number = pgettext("mark", "circled") if ringed else "", self._move_numbers.get(point)
        middle = Point(board.width // 2, board.height // 2)
        label = point_label(name, _STANDS[board.cells[board.index(point)]], ring, number)
        return PointButton(name, label, point == middle)

    @property
    def turn(self) -> str:
        """Return whose turn it is as text; "" if the learner only selects a point, and after an answer."""
        return "" if self.step.taps or self.outcome else words.turn_text(self.step.to_play)

    @property
    def buttons(self) -> list[tuple[str, Promise]]:
        """Return the names and labels of the choices next to the board."""
        return [(name, BUTTONS[name]) for name in self.step.buttons]

    @property
    def moves(self) -> list[str]:
        """Return the moves after the learner's choice as text, including the learner's own. Return [] if only the
        learner has moved."""
        moves = () if self.outcome is None else self.outcome.moves
        names = ("" if move.point is None else self.step.point_name(move.point) for move in moves)
        texts = [move_text(move, name) for move, name in zip(moves, names, strict=True)]
        return texts if len(texts) > 1 else []

    @property
    def score_rows(self) -> list[words.ScoreRow]:
        """Return the rows of the score, or [] if the page has no scoring."""
        return [] if self.outcome is None or self.outcome.score is None else words.score_rows(self.outcome.score)

    @property
    def ruleset(self) -> str:
        """Return the key of the rule set for the scoring, "" if there is none."""
        return "" if self.step.count is None else self.step.count.ruleset

    @property
    def result(self) -> str:
        """Return the winner and margin as text, "" if the page has no scoring."""
        return "" if self.outcome is None or self.outcome.score is None else words.lead_text(self.outcome.score)
