"""Check the author's solution of a problem with the solver (P3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules import Board, Color, parse_vertex

from .authored import AuthoredSolution, authored_stored_problem
from .guessing import GuessedQuestion, guess_questions
from .problem import Problem, StoredProblem, to_stored_problem, unproved_problem
from .proof import TryOutcome, prove
from .solver import SolverLimitReached

NODES = 3000
"""The largest number of positions that are read for one first move."""
MOST_RIGHT = 3
MOST_POINTS_NAMED = 6


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check: the problem to publish (None if it is rejected), the code of the reason, and the points
    named in the message about it. `is_proved` means that the solver has read every first move."""

    stored: StoredProblem | None
    why: str
    points: str = ""
    is_proved: bool = False


def judge_problem(question: Mapping[str, Any], authored: AuthoredSolution, key: str) -> Verdict:
    """Check a problem and return the verdict. It is proved if the solver confirms the author's moves, and rejected if
    the author states the goal and the solver finds a different solution. If the solver cannot decide, the problem is
    published without a proof."""
    board, first = Board.from_rows(question["rows"]), Color.from_letter(question["first"])
    states_goal = bool(question.get("goal"))
    asked = (
        _stated_questions(question)
        if states_goal
        else guess_questions(board, first, _author_line_indices(board, authored))
    )
    failed = Verdict(None, "open")
    for guess in asked:
        found = _judge_question(guess, first, authored, key)
        if found.is_proved:
            return found
        failed = failed if _reason_weight(failed) >= _reason_weight(found) else found
    if states_goal and failed.why != "too_hard":
        return failed
    return Verdict(authored_stored_problem({**question, "goal": ""}, authored, key), failed.why, failed.points)


def _judge_question(guess: GuessedQuestion, first: Color, authored: AuthoredSolution, key: str) -> Verdict:
    """Solve one question about the problem's position, and return the verdict. It is proved only if the author's first
    moves are among the solver's."""
    try:
        proof = prove(guess.question, first, NODES)
    except SolverLimitReached:
        return Verdict(None, "too_hard")
    if proof.best is TryOutcome.NO:
        return Verdict(None, "no_answer")
    if proof.elsewhere.reached is proof.best:
        return Verdict(None, "decided")
    stored = to_stored_problem(key, guess.goal, guess.question, proof)
    right = Problem(stored).right.split()
    more = " ".join([name for name in right if name not in authored["right"].split()][:MOST_POINTS_NAMED])
    if not {*authored["right"].split()} <= {*right}:
        return Verdict(None, "other", more or " ".join(right[:MOST_POINTS_NAMED]))
    if len(right) > MOST_RIGHT:
        return Verdict(None, "many", more)
    return Verdict(
        stored, ("more" if more else "") if guess.is_closed else ("area_more" if more else "area"), more, True
    )


def _reason_weight(found: Verdict) -> int:
    """Return a number that is higher the more the verdict's reason tells the author. If no question is proved, the
    reason with the highest number is stored."""
    order = ("open", "decided", "no_answer", "many", "too_hard", "other")
    return order.index(found.why)


def _stated_questions(question: Mapping[str, Any]) -> Iterator[GuessedQuestion]:
    problem = Problem(unproved_problem(question, ""))
    yield GuessedQuestion(problem.goal, problem.question, False)


def _author_line_indices(board: Board, authored: AuthoredSolution) -> frozenset[int]:
    """Return the indices of all points in the author's lines, including the first moves."""
    names = {name for first, line in authored["lines"].items() for name in (first, *line.split())}
    return frozenset(board.index(parse_vertex(name, board.width, board.height)) for name in names)
