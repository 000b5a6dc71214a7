"""What is due in all tournaments: each piece by itself, so that a broken one stops no other (E21, E91)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from competitions.announcing import Acting
from competitions.errors import CannotBePaired, Conflict
from competitions.models import Entry, EntryState, MatchState, Round, RoundState, Starting, State, TeamMatch, Tournament
from foundation.questions import Question

from . import own_events, seasons, team_games, team_matches
from .advancing import REVIEW_LASTS, close_if_due, finish_round, go_on, rounds_over, tournaments_to_pair
from .brackets import advance, to_advance
from .climbing import book, check, to_book, to_check
from .directing import overdue, tell_overdue
from .ladders import leaving as leaving_ladders
from .ladders import resign_ladder_games
from .leaving import resign_all
from .playing import start_games
from .proposing import make
from .starting import start_if_due
from .staying import after_lapse, ask_before_start, drop_silent, lapsed, silent, to_ask_before_start

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 200


def do_all(now: datetime) -> int:
    """Do it once; return how much was done."""
    done = sum(_do(step, now) for step in STEPS)
    for one in own_events.wanted(now):
        done += _try("make an event of the server's", one, own_events.make, now)
    for ladder in own_events.outlived(now):
        done += _try("close a ladder", ladder, own_events.close_outlived, now)
    return done + _do(LAST, now)


@dataclass(frozen=True, slots=True)
class _Step:
    """What is done with the rows whose numbers a question gives: it is asked all the time, and mostly finds nothing."""

    what: str
    due: Question
    do: Callable[[int, datetime], Any]


def _step(
    what: str, due: Callable[[Any], QuerySet[Any]], do: Callable[[int, datetime], Any], most: int = MOST_AT_ONCE
) -> _Step:
    """`due` is told what time it is; its rows, so many at most, come in their own order, or by their numbers."""

    def numbers(now: Any) -> QuerySet[Any, tuple[Any, ...]]:
        rows = due(now)
        ordered = rows if rows.query.order_by else rows.order_by("pk")
        return ordered.values_list("pk")[:most]

    return _Step(what, Question(numbers), do)


def _do(step: _Step, now: datetime) -> int:
    return sum(_try(step.what, pk, step.do, now) for (pk,) in step.due.rows(now))


def _try(what: str, row: Any, do: Callable[[Any, datetime], Any], now: datetime) -> bool:
    try:
        return bool(do(row, now))
    except Conflict:
        logger.info("tournaments: %s of %s waits for the next look", what, row)
    except Exception:
        logger.exception("tournaments: could not %s: %s", what, row)
    return False


def _resign(pk: int, now: datetime) -> int:
    return resign_all(Entry.objects.select_related("player").get(pk=pk), now)


def _to_start(now: Any) -> QuerySet[Tournament]:
    """Open tournaments whose date has come, or that are full."""
    entered = Count("entries", filter=Q(entries__state=EntryState.ENTERED))
    rows = Tournament.objects.filter(state=State.OPEN).exclude(starting=Starting.HAND)
    due = Q(starting=Starting.DATE, starts_at__lte=now) | Q(starting=Starting.FULL, there__gte=F("most"))
    return rows.annotate(there=entered).filter(due)


def _wanted(now: Any) -> QuerySet[Round]:
    return Round.objects.filter(wanted__isnull=False).order_by("wanted")


def _pair(pk: int, now: datetime) -> bool:
    """The proposal that a director asked for."""
    round_ = Round.objects.get(pk=pk)
    try:
        make(round_, Acting.server(now))
    except CannotBePaired:
        Round.objects.filter(pk=pk).update(wanted=None)
    return True


def _go_on(pk: int, now: datetime) -> bool:
    go_on(Tournament.objects.get(pk=pk), now)
    return True


def _rounds_with_games_to_start(now: Any) -> QuerySet[Round]:
    """Published rounds, and those of tournaments where a game starts when another one ends (E20)."""
    published = Q(state=RoundState.PUBLISHED)
    next_ones = Q(state=RoundState.PLAYING, tournament__at_once__gt=0, tournament__state=State.RUNNING)
    return Round.objects.filter(published | next_ones).order_by("tournament_id", "number")


def _to_close(now: Any) -> QuerySet[Tournament]:
    return Tournament.objects.filter(state=State.REVIEW, ended_at__lte=now - REVIEW_LASTS, league_group=None)


def _unanswered(now: Any) -> QuerySet[TeamMatch]:
    return TeamMatch.objects.filter(state=MatchState.OFFERED, due_at__lte=now)


STEPS = (
    _step("resign", lambda now: Entry.objects.filter(leaving=True), _resign),
    _step("ask before the start", to_ask_before_start, ask_before_start),
    _step("follow a loss on time", lambda now: lapsed(), after_lapse),
    _step("end silence", silent, drop_silent),
    _step("start", _to_start, start_if_due),
    _step("end a round", lambda now: rounds_over(), finish_round),
    _step("tell of late games", overdue, tell_overdue),
    _step("pair", _wanted, _pair),
    _step("go on in a bracket", lambda now: to_advance(), advance),
    _step("go on", tournaments_to_pair, _go_on),
    _step("start games", _rounds_with_games_to_start, start_games, 5 * MOST_AT_ONCE),
    _step("resign on a ladder", lambda now: leaving_ladders(), resign_ladder_games),
    _step("book", lambda now: to_book(), book),
    _step("look at absences", to_check, check),
    # The seasons of leagues, in the order in which one step may lead to the next.
    _step("end a group", seasons.free_groups_over, seasons.end_free_group),
    _step("review a season", lambda now: seasons.to_review(), seasons.review),
    _step("tell of a season", seasons.overdue, seasons.tell_overdue),
    _step("close a season", seasons.to_close, seasons.close_if_due),
    _step("ask in a league", seasons.to_ask, seasons.ask),
    _step("follow a season", seasons.to_follow, seasons.follow),
    _step("start a league", seasons.to_start, seasons.start_if_due),
    # Challenges of teams that lapse, their rounds that start and end.
    _step("let a challenge lapse", _unanswered, team_matches.lapse),
    _step("start a team match", team_games.to_start, team_games.start_round),
    _step("end a round of teams", lambda now: team_games.rounds_over(), team_games.finish_round),
)
LAST = _step("close", _to_close, close_if_due)
