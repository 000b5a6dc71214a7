"""The template context of a problem in a collection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from learn.lesson import LessonStep
from learn.models import Material, OwnProblem
from learn.services.collections import problem_from_row, verdict_sentence
from learn.views.problem_page import ProblemPage
from rules import Point
from wording import words
from wording.board_svg import small_board_svg


@dataclass(frozen=True)
class CollectionProblemEntry:
    """A problem in a collection's list, with its place in the order."""

    row: OwnProblem
    place: int
    is_done: bool

    @property
    def is_proved(self) -> bool:
        """Return whether the solver has proved the problem."""
        return self.row.state == OwnProblem.State.PROVED

    @cached_property
    def step(self) -> LessonStep:
        """Return the problem as a page of a lesson."""
        return problem_from_row(self.row, "").step

    @property
    def task(self) -> str:
        """Return what to do or, without a goal, which colour is to play, as text."""
        return str(self.step.task) or words.turn_text(self.step.first)

    @property
    def picture(self) -> SafeString:
        """Return the problem's position as a small board."""
        return small_board_svg(self.step.start.board, None, self.rings)

    @property
    def rings(self) -> frozenset[Point]:
        """Return the points with the stones that the task is about, which are shown with rings."""
        return self.step.points(self.step.rings)


class CollectionProblemPage(ProblemPage):
    """The page of a problem in a collection, before or after the viewer's choice of a move."""

    def __init__(self, collection: Material, rows: Sequence[OwnProblem], row: OwnProblem, choice: str) -> None:
        """Prepare the page. `choice` is the viewer's choice, or "" if they have not chosen yet. GIVEN_UP shows the
        solution. Raises rules.errors.BadVertex and OffBoard if the choice is invalid."""
        super().__init__(problem_from_row(row, collection.owner.shown_name), choice)
        self.collection, self.rows, self.row = collection, list(rows), row

    @property
    def name(self) -> str:
        """Return the problem's place in its collection as text, such as "3 of 12"."""
        values = {"n": words.localized_number(self._index + 1), "all": words.localized_number(len(self.rows))}
        return _("%(n)s of %(all)s") % values

    @property
    def text(self) -> str:
        """Return the author's text about the position."""
        return str((self.row.authored or {}).get("text", ""))

    @property
    def comment(self) -> str:
        """Return the author's comment on the chosen move."""
        first = self.moves_played[0] if self.moves_played else ""
        return str((self.row.authored or {}).get("texts", {}).get(first, ""))

    @property
    def verdict(self) -> str:
        """Return the result of the problem's check as a sentence. Points that solve the problem are only named when the
        problem is over."""
        return verdict_sentence(self.row, shows_points=self.is_over)

    @property
    def next_number(self) -> int | None:
        """Return the number of the next problem, None after the last problem."""
        return self.rows[self._index + 1].number if self._index + 1 < len(self.rows) else None

    @property
    def _index(self) -> int:
        return self.rows.index(self.row)
