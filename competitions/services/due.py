"""What is due in all tournaments: each piece by itself, so that a broken one stops no other (E21, E91)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Q

from competitions.announcing import Acting
from competitions.errors import CannotBePaired, Conflict
from competitions.models import Entry, EntryState, MatchState, Round, RoundState, Starting, State, TeamMatch, Tournament

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
    done = 0
    leaving = Entry.objects.filter(leaving=True).select_related("player").order_by("pk")
    done += _each("resign", leaving[:MOST_AT_ONCE], lambda entry: bool(resign_all(entry, now)))
    done += _each("ask before the start", to_ask_before_start(now), lambda pk: ask_before_start(pk, now))
    done += _each("follow a loss on time", lapsed()[:MOST_AT_ONCE], lambda pk: after_lapse(pk, now))
    done += _each("end silence", silent(now)[:MOST_AT_ONCE], lambda pk: drop_silent(pk, now))
    done += _each("start", _to_start(now)[:MOST_AT_ONCE], lambda pk: start_if_due(pk, now))
    done += _each("end a round", _numbers(rounds_over()), lambda pk: finish_round(pk, now))
    done += _each("tell of late games", _numbers(overdue(now)), lambda pk: tell_overdue(pk, now))
    done += _each("pair", _wanted()[:MOST_AT_ONCE], lambda round_: _pair(round_, now))
    done += _each("go on in a bracket", to_advance()[:MOST_AT_ONCE], lambda pk: advance(pk, now))
    done += _each("go on", tournaments_to_pair(now).order_by("pk")[:MOST_AT_ONCE], lambda one: _go_on(one, now))
    done += _each("start games", _rounds_with_games_to_start(), lambda pk: bool(start_games(pk, now)))
    done += _each("resign on a ladder", leaving_ladders()[:MOST_AT_ONCE], lambda pk: resign_ladder_games(pk, now))
    done += _each("book", to_book()[:MOST_AT_ONCE], lambda pk: book(pk, now))
    done += _each("look at absences", to_check(now)[:MOST_AT_ONCE], lambda pk: check(pk, now))
    done += _leagues(now)
    done += _team_matches(now)
    done += _each("make an event of the server's", own_events.wanted(now), lambda one: own_events.make(one, now))
    done += _each("close a ladder", own_events.outlived(now), lambda pk: own_events.close_outlived(pk, now))
    done += _each("close", _to_close(now)[:MOST_AT_ONCE], lambda pk: close_if_due(pk, now))
    return done


def _leagues(now: datetime) -> int:
    """The seasons of leagues, in the order in which one step may lead to the next."""
    done = _each("end a group", _numbers(seasons.free_groups_over(now)), lambda pk: seasons.end_free_group(pk, now))
    done += _each("review a season", _numbers(seasons.to_review()), lambda pk: seasons.review(pk, now))
    done += _each("tell of a season", _numbers(seasons.overdue(now)), lambda pk: seasons.tell_overdue(pk, now))
    done += _each("close a season", _numbers(seasons.to_close(now)), lambda pk: seasons.close_if_due(pk, now))
    done += _each("ask in a league", _numbers(seasons.to_ask(now)), lambda pk: seasons.ask(pk, now))
    done += _each("follow a season", _numbers(seasons.to_follow(now)), lambda pk: seasons.follow(pk, now))
    done += _each("start a league", _numbers(seasons.to_start(now)), lambda pk: seasons.start_if_due(pk, now))
    return done


def _team_matches(now: datetime) -> int:
    """Challenges that lapse, rounds that start and end."""
    unanswered = TeamMatch.objects.filter(state=MatchState.OFFERED, due_at__lte=now)
    done = _each("let a challenge lapse", _numbers(unanswered), lambda pk: team_matches.lapse(pk, now))
    done += _each(
        "start a team match", team_games.to_start(now)[:MOST_AT_ONCE], lambda pk: team_games.start_round(pk, now)
    )
    rounds = _numbers(team_games.rounds_over())
    return done + _each("end a round of teams", rounds, lambda pk: team_games.finish_round(pk, now))


def _each(what: str, rows: Iterable[Any], do: Callable[[Any], bool]) -> int:
    done = 0
    for row in rows:
        try:
            done += do(row)
        except Conflict:
            logger.info("tournaments: %s of %s waits for the next look", what, row)
        except Exception:
            logger.exception("tournaments: could not %s: %s", what, row)
    return done


def _numbers(rows: Any) -> list[int]:
    return list(rows.order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE])


def _to_start(now: datetime) -> Any:
    """Open tournaments whose date has come, or that are full."""
    entered = Count("entries", filter=Q(entries__state=EntryState.ENTERED))
    rows = Tournament.objects.filter(state=State.OPEN).exclude(starting=Starting.HAND)
    due = Q(starting=Starting.DATE, starts_at__lte=now) | Q(starting=Starting.FULL, there__gte=F("most"))
    return rows.annotate(there=entered).filter(due).order_by("pk").values_list("pk", flat=True)


def _wanted() -> Any:
    return Round.objects.filter(wanted__isnull=False).order_by("wanted")


def _pair(round_: Round, now: datetime) -> bool:
    """The proposal that a director asked for."""
    try:
        make(round_, Acting.server(now))
    except CannotBePaired:
        Round.objects.filter(pk=round_.pk).update(wanted=None)
    return True


def _go_on(tournament: Tournament, now: datetime) -> bool:
    go_on(tournament, now)
    return True


def _rounds_with_games_to_start() -> list[int]:
    """Published rounds, and those of tournaments where a game starts when another one ends (E20)."""
    published = Q(state=RoundState.PUBLISHED)
    next_ones = Q(state=RoundState.PLAYING, tournament__at_once__gt=0, tournament__state=State.RUNNING)
    rows = Round.objects.filter(published | next_ones).order_by("tournament_id", "number")
    return list(rows.values_list("pk", flat=True)[: 5 * MOST_AT_ONCE])


def _to_close(now: datetime) -> Any:
    rows = Tournament.objects.filter(state=State.REVIEW, ended_at__lte=now - REVIEW_LASTS, league_group=None)
    return rows.order_by("pk").values_list("pk", flat=True)
