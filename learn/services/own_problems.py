"""Problems that players make from positions of their own finished games. They are submitted here, proved by a worker,
then published.

A worker claims a row before proving it, so that no other worker proves it. A claim expires, in case the worker dies.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import cast

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.core.guests import check_not_guest
from accounts.models import Player
from foundation import background, dispatch, timesource
from learn.models import OwnProblem
from learn.problems.authored import AuthoredSolution
from learn.problems.checking import Verdict, judge_problem
from learn.problems.problem import OF_PLAYERS, Goal, Problem, to_stored_problem, unproved_problem
from learn.problems.proof import Proof, TryOutcome, prove
from learn.problems.solver import SolverLimitReached
from machine_review.services.positions import occurred_in_running_game
from rules import Board, Color, Point
from rules.notation import vertex

TASK = dispatch.BackgroundTask("learn.tasks.prove_own_problems")
NODES = 3000
"""The largest number of positions that are read for one first move: this takes seconds, so never do it in a
request."""
MOST_EMPTY, MOST_POINTS = 10, 24
"""The largest number of empty points in an area, and of all its points."""
MOST_A_DAY = 10
MOST_RIGHT = 3
MOST_SHOWN = 100
TIME_TO_READ = timedelta(minutes=5)
SECONDS_BETWEEN = 60.0
WHY: dict[str, Promise] = {
    "too_hard": _("The area is too large to check. Choose a smaller area."),
    "no_answer": _("No first move achieves the goal. Change the goal or the area."),
    "decided": _("The goal is achieved even if the first player passes. Change the goal or the first player."),
    "many": _("Too many first moves achieve the goal. Change the goal or the area."),
    "in_play": _("This position occurs in a game in progress on this server. Submit it again when that game is over."),
}
"""The messages about why a position is not a problem, by code."""


@dataclass(frozen=True, slots=True)
class PositionSource:
    """The source of a position: the player, the game's id and the move number. For a position from a file, the id and
    the move number are 0."""

    author: Player
    game: int = 0
    move: int = 0


@dataclass(frozen=True, slots=True)
class ProblemQuestion:
    """The question about a position: the goal, the first player, and the marked points and the area as indices."""

    board: Board
    goal: Goal
    first: Color
    marks: Sequence[int]
    area: Sequence[int]


def can_solver_read_area(board: Board, area: Sequence[int]) -> bool:
    """Return whether the area is small enough for the solver and has an empty point."""
    return len(area) <= MOST_POINTS and 1 <= sum(not board.cells[at] for at in area) <= MOST_EMPTY


def one_of_each_chain(board: Board, points: Sequence[int]) -> list[int]:
    """Return these points, all with stones, but keep only the first of several points on the same chain."""
    seen: set[Point] = set()
    found = []
    for at in points:
        point = board.point(at)
        if point not in seen:
            seen |= board.chain_at(point).stones
            found.append(at)
    return found


def problem_submissions_left(player: Player) -> int:
    """Return how many more problems the player may submit now: at most MOST_A_DAY in the last 24 hours."""
    since = timesource.now() - timedelta(days=1)
    return max(0, MOST_A_DAY - _standalone_problems().filter(author=player, made_at__gt=since).count())


def submit_question(source: PositionSource, asked: ProblemQuestion) -> OwnProblem:
    """Store a question, which a worker will prove and publish later with the author's name, and return its row. The
    caller must have validated the question (`learn.forms`). Raises NotForGuests."""
    check_not_guest(source.author)
    board = asked.board

    def names(points: Sequence[int]) -> str:
        return " ".join(vertex(board.point(point), board.height) for point in points)

    question = {
        "goal": asked.goal,
        "first": asked.first.letter,
        "rows": board.rows(),
        "marks": names(asked.marks),
        "area": names(asked.area),
    }
    row = OwnProblem.objects.create(
        author=source.author, game=source.game, move=source.move, question=question, made_at=timesource.now()
    )
    transaction.on_commit(TASK.wake)
    return row


def prove_or_reject_next() -> bool:
    """Prove or reject the next waiting problem of a player, and store the result. Return False if none is waiting."""
    row = _claim_next_question()
    if row is None:
        return False
    if row.material_id is not None:
        _judge_collection_problem(row)
        return True
    problem = Problem(unproved_problem(row.question, f"own-{row.pk}"))
    try:
        row.why = "in_play" if occurred_in_running_game(problem.board) else ""
        if not row.why:
            proof = prove(problem.question, problem.first, NODES)
            row.why = _rejection_code(proof)
            row.stored = None if row.why else to_stored_problem(problem.key, problem.goal, problem.question, proof)
    except SolverLimitReached:
        row.why = "too_hard"
    row.state = OwnProblem.State.REFUSED if row.why else OwnProblem.State.PROVED
    row.save(update_fields=["why", "stored", "state"])
    return True


def _judge_collection_problem(row: OwnProblem) -> None:
    """Check a problem of a collection, and store the verdict (P3). A position that a game in progress has had is
    rejected."""
    assert row.authored is not None
    found = judge_problem(row.question, cast(AuthoredSolution, row.authored), str(row))
    if occurred_in_running_game(Board.from_rows(row.question["rows"])):
        found = Verdict(None, "in_play")
    published = OwnProblem.State.PROVED if found.is_proved else OwnProblem.State.UNPROVED
    row.state = OwnProblem.State.REFUSED if found.stored is None else published
    row.stored, row.why, row.points = found.stored, found.why, found.points
    row.save(update_fields=["stored", "why", "points", "state"])


def _standalone_problems() -> QuerySet[OwnProblem]:
    """Return the problems that are in no collection."""
    return OwnProblem.objects.filter(material=None)


def _published_problems() -> QuerySet[OwnProblem]:
    """Return the proved problems that everyone sees. Those that guests and children made before this was refused are
    left out, because strangers see no child's name (T5)."""
    proved = _standalone_problems().filter(state=OwnProblem.State.PROVED)
    return proved.filter(author__is_active=True, author__is_guest=False)


def start_proving_thread() -> threading.Thread:
    """Start and return the thread that proves waiting problems until the process ends."""
    return background.start("own problems", prove_or_reject_next, SECONDS_BETWEEN, woken_by=TASK.wanted)


def latest_proved_standalone_problems() -> list[OwnProblem]:
    """Return the latest proved problems that are in no collection, with their authors loaded. One query."""
    found = _published_problems()
    return list(found.select_related("author").order_by("-pk")[:MOST_SHOWN])


def latest_standalone_problems_of(player: Player) -> list[OwnProblem]:
    """Return the player's latest problems that are in no collection, waiting, proved or rejected."""
    return list(_standalone_problems().filter(author=player).select_related("author").order_by("-made_at")[:MOST_SHOWN])


def find_proved_player_problem(key: str) -> Problem | None:
    """Return the proved problem with this key that a player made, or None if there is none. Takes no query if the key
    is not valid."""
    kind, _dash, number = key.partition("-")
    if kind != "own" or not number.isdecimal() or len(number) > 18:
        return None
    row = _published_problems().filter(pk=int(number)).select_related("author").first()
    return None if row is None or row.stored is None else proved_problem_from_row(row)


def proved_problem_from_row(row: OwnProblem) -> Problem:
    """Return the problem stored in a proved row."""
    assert row.stored is not None
    return Problem(row.stored, row.author.shown_name, OF_PLAYERS)


def delete_problems_of(player: Player, **_: object) -> None:
    """Delete the player's problems, in the transaction that deletes the account."""
    OwnProblem.objects.filter(author=player).delete()


def _claim_next_question() -> OwnProblem | None:
    now = timesource.now()
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - TIME_TO_READ)
    waiting = OwnProblem.objects.filter(free, state=OwnProblem.State.WAITING)
    for pk in waiting.order_by(F("material").asc(nulls_first=True), "pk").values_list("pk", flat=True)[:1]:
        if OwnProblem.objects.filter(free, pk=pk, state=OwnProblem.State.WAITING).update(claimed_at=now):
            return OwnProblem.objects.get(pk=pk)
    return None


def _rejection_code(proof: Proof) -> str:
    """Return the code of the reason why the position is rejected as a problem, "" if it is accepted."""
    if proof.best is TryOutcome.NO:
        return "no_answer"
    if proof.elsewhere.reached is proof.best:
        return "decided"
    return "many" if len(proof.right) > MOST_RIGHT else ""
