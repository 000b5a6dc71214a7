"""What the page of a problem shows."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from learn.problems.collection import problems
from learn.problems.goal_words import GOALS
from learn.problems.problem import ELSEWHERE, GRADES, Problem
from learn.services import progress, tries
from learn.views.step_page import StepPage
from wording import words

GIVEN_UP = "the answer"
"""The choice of who wants to be shown the answer; longer than what can be chosen."""


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A first move: its point ("" elsewhere), what follows on it, what it comes to."""

    point: str
    name: str
    follows: str
    text: str
    is_right: bool


class ProblemPage(StepPage):
    """One problem."""

    def __init__(self, problem: Problem, choice: str) -> None:
        """Raises rules.errors.BadVertex and OffBoard when the choice is none. GIVEN_UP shows the answer."""
        self._gave_up = choice == GIVEN_UP
        super().__init__(problem.step, problem.right.split()[0] if self._gave_up else choice)
        self.problem = problem

    @property
    def gave_up(self) -> bool:
        """Whether the answer was asked for."""
        return self._gave_up

    @property
    def is_done(self) -> bool:
        """Whether the choice was right, and one's own."""
        return super().is_done and not self.gave_up

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to find out, so that all answers are told."""
        return self.is_done or self.gave_up

    @property
    def lines(self) -> list[AnswerLine]:
        """Every first move with what follows on it, the right ones first, then those that come to a ko."""
        return lines_of(self.problem)

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{GOALS[self.problem.goal]} {words.number(progress.item_of(self.problem)[1])}"

    @property
    def grade(self) -> str:
        """How hard it is."""
        return words.number(tries.grades().get(self.problem.key, self.problem.grade))

    @property
    def others(self) -> str:
        """The right first moves besides the one that was chosen."""
        chosen = self.moves_played[0] if self.moves_played else ""
        return ", ".join(point for point in self.problem.right.split() if point != chosen)

    @property
    def moves_played(self) -> list[str]:
        """The points that were played, in order."""
        moves = () if self.outcome is None else self.outcome.moves
        return [self.step.name(move.point) for move in moves if move.point is not None]

    @property
    def next(self) -> str:
        """The key of the next problem in the list, "" after the last."""
        keys = [key for _grade, ordered in by_grade() for key in ordered]
        at = keys.index(self.problem.key) + 1 if self.problem.key in keys else len(keys)
        return keys[at] if at < len(keys) else ""


def lines_of(problem: Problem) -> list[AnswerLine]:
    """Every first move of the area, and one elsewhere; right ones first, then those that come to a ko (C104)."""
    right, step, stored = problem.right.split(), problem.step, problem.stored["lines"]
    order = [*right, *(name for name in step.feedback if name not in right)]
    names = sorted(stored, key=lambda name: (order.index(name) if name in order else len(order), name == ELSEWHERE))
    return [
        AnswerLine(
            point="" if name == ELSEWHERE else name,
            name=pgettext("first move", "elsewhere") if name == ELSEWHERE else name,
            follows=" ".join(_("pass") if move == "pass" else move for move in stored[name].split()),
            text=str(step.feedback.get(name, step.good if name in right else step.bad)),
            is_right=name in right,
        )
        for name in names
    ]


def by_grade() -> list[tuple[int, list[str]]]:
    """The keys of the problems of each grade, in the order of the list."""
    grades = tries.grades()
    return [(grade, [key for key in problems() if grades[key] == grade]) for grade in GRADES]
