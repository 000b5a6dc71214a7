"""Problems with their author's solution. They are marked as not proved, because the solver could not read them to the
end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, TypedDict

from django.utils.translation import gettext_lazy as _

from learn.lesson import LessonStep
from wording.words import turn_text

from .found_files import ProblemFromFile, first_moves_of
from .problem import ELSEWHERE, Problem, StoredProblem, unproved_problem

RIGHT = _("Right, according to the problem's author.")
WRONG = _("This is not the author's answer.")


class AuthoredSolution(TypedDict):
    """The author's solution of a problem as JSON: a text about the position, the correct first moves, the moves after
    each first move, and the comments on the first moves."""

    text: str
    right: str
    lines: dict[str, str]
    texts: dict[str, str]


def solution_from_file(found: ProblemFromFile) -> AuthoredSolution:
    """Return the author's solution of a problem that was read from a file as JSON, to be stored with the problem."""
    lines = {name: found.lines[name] for name in first_moves_of(found)}
    return {"text": found.text, "right": " ".join(found.right), "lines": lines, "texts": found.texts}


class AuthoredProblem(Problem):
    """A problem with the author's solution but without a proof."""

    @cached_property
    def step(self) -> LessonStep:
        """Return the problem as a page of a lesson. First moves that are not in the author's solution are wrong."""
        lines = {name: line for name, line in self.stored["lines"].items() if name != ELSEWHERE}
        return LessonStep(
            task=turn_text(self.first),
            rows=tuple(self.stored["rows"]),
            right=self.right,
            good=RIGHT,
            bad=WRONG,
            first=self.first,
            answers=lines,
        )


def authored_stored_problem(question: Mapping[str, Any], authored: AuthoredSolution, key: str) -> StoredProblem:
    """Return a problem with its author's solution as a stored problem without a proof."""
    asked = {"goal": "", "marks": "", "area": "", **question}
    return {**unproved_problem(asked, key), "right": authored["right"], "lines": authored["lines"]}
