"""The template context of a problem's page."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import pgettext

from learn.problems.collection import server_problems
from learn.problems.goal_words import GOALS
from learn.problems.problem import ELSEWHERE, GRADES, Problem
from learn.services import progress, tries
from learn.views.step_page import TaskPage
from wording import words

GIVEN_UP = "the answer"
"""The `choice` of a player who gives up and wants to see the answer. It is longer than the name of any point or
button."""


@dataclass(frozen=True, slots=True)
class FirstMoveLine:
    """A first move of the solution: its point ("" for a move outside the area), the line after it, and its outcome."""

    point: str
    name: str
    follows: str
    text: str
    is_right: bool


class ProblemPage(TaskPage):
    """The page of one problem, before or after the viewer's choice of a move."""

    def __init__(self, problem: Problem, choice: str) -> None:
        """Prepare the page. `choice` is the viewer's choice, or "" if they have not chosen yet. GIVEN_UP shows the
        solution. Raises rules.errors.BadVertex and OffBoard if the choice is invalid."""
        self._gave_up = choice == GIVEN_UP
        super().__init__(problem.step, problem.right.split()[0] if self._gave_up else choice)
        self.problem = problem

    @property
    def gave_up(self) -> bool:
        """Return whether the player gave up."""
        return self._gave_up

    @property
    def is_done(self) -> bool:
        """Return whether the player made a correct choice and did not give up."""
        return super().is_done and not self.gave_up

    @property
    def lines(self) -> list[FirstMoveLine]:
        """Return every first move with its line: correct moves first, then moves that lead to a ko, then the others."""
        return lines_of_first_moves(self.problem)

    @property
    def name(self) -> str:
        """Return the problem's name: its goal and number."""
        return (
            f"{GOALS[self.problem.goal]} {words.localized_number(progress.progress_item_of_problem(self.problem)[1])}"
        )

    @property
    def grade(self) -> str:
        """Return the problem's grade as text."""
        return words.localized_number(tries.adjusted_grades().get(self.problem.key, self.problem.grade))

    @property
    def other_right_points(self) -> str:
        """Return the correct first moves other than the chosen one, as text."""
        chosen = self.moves_played[0] if self.moves_played else ""
        return words.join_as_list(point for point in self.problem.right.split() if point != chosen)

    @property
    def moves_played(self) -> list[str]:
        """Return the names of the played points, in order."""
        moves = () if self.outcome is None else self.outcome.moves
        return [self.step.point_name(move.point) for move in moves if move.point is not None]

    @property
    def next(self) -> str:
        """Return the key of the problem that follows in the list of problems, "" after the last problem."""
        keys = [key for _grade, ordered in problem_keys_by_grade() for key in ordered]
        at = keys.index(self.problem.key) + 1 if self.problem.key in keys else len(keys)
        return keys[at] if at < len(keys) else ""


def lines_of_first_moves(problem: Problem) -> list[FirstMoveLine]:
    """Return a line for every first move in the area, and one for all moves outside: correct moves first, then moves
    that lead to a ko, then the others (C104)."""
    right, step, stored = problem.right.split(), problem.step, problem.stored["lines"]
    order = [*right, *(name for name in step.replies if name not in right)]
    names = sorted(stored, key=lambda name: (order.index(name) if name in order else len(order), name == ELSEWHERE))
    return [
        FirstMoveLine(
            point="" if name == ELSEWHERE else name,
            name=pgettext("first move", "elsewhere") if name == ELSEWHERE else name,
            follows=" ".join(pgettext("text", "pass") if move == "pass" else move for move in stored[name].split()),
            text=str(step.replies.get(name, step.good if name in right else step.bad)),
            is_right=name in right,
        )
        for name in names
    ]


def problem_keys_by_grade() -> list[tuple[int, list[str]]]:
    """Return the keys of the problems of each grade, in list order."""
    grades = tries.adjusted_grades()
    return [(grade, [key for key in server_problems() if grades[key] == grade]) for grade in GRADES]
