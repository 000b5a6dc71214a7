"""The start of a tournament: on its date, when it is full, or by a director (E13). Ranks and lots are frozen then
(E10)."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from foundation.iso_times import iso_time
from games.services.idempotency import PlayerRequest
from tournaments.announcing import Acting, notify_players
from tournaments.errors import AnswersAwaited, TooFewEntered
from tournaments.field import seeded_field_of
from tournaments.models import Entry, EntryState, Starting, State, Tournament

from .copying import repeat
from .drafting import call_off
from .freezing import FROZEN, frozen_entries
from .playing import publish_now
from .previewing import keep_or_drop
from .proposing import current_as, proposed_as
from .revising import to_agree
from .rows import check_state, entered_in, lock_tournament, locked_for_director, stage_of
from .staging import set_up
from .waking import wake

POSTPONED_BY = timedelta(days=7)


def start(request: PlayerRequest, tournament_id: int, proposal: str = "") -> Tournament:
    """Start the tournament now; with `proposal` publish round 1 as previewed (E122).

    Raises NotDirector, WrongState, TooFewEntered, AnswersAwaited while entrants are asked
    whether they agree to changed rules (E11), and Conflict if this preview is not current.
    """
    with transaction.atomic():
        tournament, acting = locked_for_director(request, tournament_id)
        check_state(tournament, State.OPEN)
        if entered_in(tournament).count() < tournament.fewest:
            raise TooFewEntered
        latest = to_agree(tournament).aggregate(latest=Max("answer_by"))["latest"]
        if latest is not None:
            raise AnswersAwaited(answer_by=iso_time(latest))
        if proposal:
            current_as(tournament, proposal)
        _start(tournament, acting)
        if proposal:
            publish_now(proposed_as(tournament, proposal), acting)
        return tournament


def start_if_due(tournament_id: int, now: datetime) -> bool:
    """Start the tournament if it is full or its date has come; with too few entrants postpone it once, then cancel it
    (E13). It waits for entrants who are asked whether they agree to changed rules (E11). Return whether anything was
    done."""
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        if tournament.state != State.OPEN or not is_due(tournament, now) or to_agree(tournament).exists():
            return False
        acting = Acting.server(now)
        if entered_in(tournament).count() >= tournament.fewest:
            _start(tournament, acting)
        elif tournament.postponed:
            call_off(tournament, acting, "")
            repeat(tournament, now)
        else:
            assert tournament.starts_at is not None
            tournament.postponed, tournament.starts_at = True, tournament.starts_at + POSTPONED_BY
            tournament.regular_at = tournament.regular_at or tournament.starts_at - POSTPONED_BY
            tournament.asked_at = None
            tournament.save(update_fields=["postponed", "starts_at", "asked_at", "regular_at"])
            acting.log(tournament, "postponed", after=tournament.starts_at.date().isoformat())
        return True


def is_due(tournament: Tournament, now: datetime) -> bool:
    """Return whether the tournament starts automatically now."""
    if tournament.starting == Starting.DATE:
        return tournament.starts_at is not None and tournament.starts_at <= now
    if tournament.starting == Starting.FULL:
        return entered_in(tournament).count() >= tournament.most
    return False


def _start(tournament: Tournament, acting: Acting) -> None:
    tournament.state, tournament.started_at = State.RUNNING, acting.now
    tournament.seed = tournament.seed or secrets.token_hex(8)
    tournament.save(update_fields=["state", "started_at", "seed"])
    players = _freeze(tournament)
    open_ones = (EntryState.APPLIED, EntryState.INVITED)
    tournament.entries.filter(state__in=open_ones).update(state=EntryState.DECLINED)
    stage = stage_of(tournament)
    keep_or_drop(tournament)
    set_up(tournament, stage, seeded_field_of(tournament).entries)
    acting.log(tournament, "started", after=str(players))
    repeat(tournament, acting.now)
    notify_players(tournament, entered_in(tournament).values_list("player_id", flat=True), "event_started", acting.now)
    transaction.on_commit(wake)


def _freeze(tournament: Tournament) -> int:
    """Freeze ranks, ratings and lots of the entrants; return their number."""
    entries = frozen_entries(tournament)
    Entry.objects.bulk_update(entries, FROZEN, batch_size=200)
    return len(entries)
