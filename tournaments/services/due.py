"""Run the due tasks of all tournaments, and of events in the apps above. Each task runs separately, so that a failure
does not stop the others (E21, E91)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from foundation.apps_off import is_on
from foundation.compiled_queries import CompiledQuery
from foundation.hook import collect_answers
from tournaments.announcing import ActAuthor
from tournaments.errors import CannotBePaired, PairingsChanged
from tournaments.models import Entry, EntryState, Round, RoundState, StartCondition, Tournament, TournamentState
from tournaments.signals import steps_requested

from . import own_events
from .advancing import (
    finalize_results_if_due,
    finish_round,
    pair_next_round,
    rounds_to_finish,
    tournaments_to_finalize,
    tournaments_to_pair,
)
from .brackets import advance_knockout, knockouts_to_advance
from .directing import notify_overdue_round, overdue_rounds
from .leaving import resign_games_in_progress
from .playing import start_games
from .proposing import propose_round
from .starting import start_if_due
from .staying import (
    apply_time_loss,
    ask_for_confirmation,
    entries_past_answer_deadline,
    tournaments_to_ask_for_confirmation,
    unprocessed_timeouts,
    withdraw_unconfirmed,
)

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 200


def run_all_background_steps(now: datetime) -> int:
    """Run all due steps. Return the number of rows that they changed."""
    return sum(step(now) for step in all_background_steps())


def all_background_steps() -> list[BackgroundStep]:
    """Return all steps of the background work. Steps of tournaments are included even if the server has only leagues,
    because the groups of leagues are tournaments."""
    above = [step for steps in collect_answers(steps_requested) for step in steps]
    return [*STEPS, *above, LAST] if is_on("tournaments") or is_on("leagues") else above


@dataclass(frozen=True, slots=True)
class BackgroundStep:
    """A step of the background work: its name, the query of due rows, and the function to call for each of these
    rows."""

    what: str
    due: Callable[[datetime], Iterable[Any]]
    do: Callable[[Any, datetime], Any]

    def __call__(self, now: datetime) -> int:
        """Process the rows that are due now. Return the number of rows for which the function returned a true value."""
        return sum(self._process_row(row, now) for row in self.due(now))

    def _process_row(self, row: Any, now: datetime) -> bool:
        try:
            return bool(self.do(row, now))
        except PairingsChanged:
            logger.info("tournaments: %s of %s waits for the next look", self.what, row)
        except Exception:
            logger.exception("tournaments: could not %s: %s", self.what, row)
        return False


def make_background_step(
    name: str, due: Callable[[Any], QuerySet[Any]], do: Callable[[int, datetime], Any], most: int = MOST_AT_ONCE
) -> BackgroundStep:
    """Return a step that calls `do` with the id of each due row and the time. `due` returns the query of the rows that
    are due at a time.

    At most `most` rows are processed in one run, in the order of the query, or by id if the query has no order. The
    query is compiled, because it runs often and mostly finds nothing.
    """

    def numbers(now: Any) -> QuerySet[Any, tuple[Any, ...]]:
        rows = due(now)
        ordered = rows if rows.query.order_by else rows.order_by("pk")
        return ordered.values_list("pk")[:most]

    question = CompiledQuery(numbers)
    return BackgroundStep(name, lambda now: [pk for (pk,) in question.rows(now)], do)


def _resign_games_of_entry(entry_id: int, now: datetime) -> int:
    return resign_games_in_progress(Entry.objects.select_related("player").get(pk=entry_id), now)


def _tournaments_to_start(now: Any) -> QuerySet[Tournament]:
    """Return open tournaments whose start date has come, or that are full."""
    entered = Count("entries", filter=Q(entries__state=EntryState.ENTERED))
    rows = Tournament.objects.filter(state=TournamentState.OPEN)
    due = Q(starting=StartCondition.DATE, starts_at__lte=now) | Q(starting=StartCondition.FULL, there__gte=F("most"))
    return rows.annotate(there=entered).filter(due)


def _rounds_to_propose(now: Any) -> QuerySet[Round]:
    return Round.objects.filter(wanted__isnull=False).order_by("wanted")


def _create_requested_proposal(round_id: int, now: datetime) -> bool:
    """Create the proposal that a director has requested. If the round cannot be paired, drop the request. Return
    True."""
    round_ = Round.objects.get(pk=round_id)
    try:
        propose_round(round_, ActAuthor.server(now))
    except CannotBePaired:
        Round.objects.filter(pk=round_id).update(wanted=None)
    return True


def _pair_next_round(tournament_id: int, now: datetime) -> bool:
    return pair_next_round(Tournament.objects.get(pk=tournament_id), now)


def _rounds_with_games_to_start(now: Any) -> QuerySet[Round]:
    """Return published rounds, and rounds of tournaments in which a game starts when another one ends (E20)."""
    published = Q(state=RoundState.PUBLISHED)
    next_ones = Q(state=RoundState.PLAYING, tournament__at_once__gt=0, tournament__state=TournamentState.RUNNING)
    return Round.objects.filter(published | next_ones).order_by("tournament_id", "number")


STEPS = (
    make_background_step("resign", lambda now: Entry.objects.filter(leaving=True), _resign_games_of_entry),
    make_background_step("ask before the start", tournaments_to_ask_for_confirmation, ask_for_confirmation),
    make_background_step("follow a loss on time", lambda now: unprocessed_timeouts(), apply_time_loss),
    make_background_step("end silence", entries_past_answer_deadline, withdraw_unconfirmed),
    make_background_step("start", _tournaments_to_start, start_if_due),
    make_background_step("end a round", rounds_to_finish, finish_round),
    make_background_step("notify of late games", overdue_rounds, notify_overdue_round),
    make_background_step("pair", _rounds_to_propose, _create_requested_proposal),
    make_background_step("advance a bracket", knockouts_to_advance, advance_knockout),
    make_background_step("pair the next round", tournaments_to_pair, _pair_next_round),
    make_background_step("start games", _rounds_with_games_to_start, start_games, 5 * MOST_AT_ONCE),
    BackgroundStep(
        "make a tournament of the server's",
        own_events.missing_server_tournaments,
        own_events.create_server_tournament_once,
    ),
)
LAST = make_background_step("close", tournaments_to_finalize, finalize_results_if_due)
