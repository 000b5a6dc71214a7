"""Start a tournament: on its date, when it is full, or when a director starts it (E13). Ranks and lots are then frozen
(E10)."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from foundation.iso_times import iso_time
from games.services.idempotency import PlayerRequest
from tournaments.announcing import ActAuthor, notify_players
from tournaments.errors import AgreementsAwaited, TooFewEntered
from tournaments.models import Entry, EntryState, StartCondition, Tournament, TournamentState
from tournaments.stage_data import seeded_standings_input

from .copying import create_next_in_series
from .drafting import cancel_locked_tournament, notify_entrants
from .freezing import FROZEN, frozen_entries
from .playing import publish_round
from .previewing import keep_or_delete_preview
from .proposing import locked_current_proposal, locked_proposal
from .revising import entries_not_agreed
from .rows import check_state, current_stage, entries_taking_part, lock_for_director, lock_tournament
from .staging import set_up_stage
from .waking import wake

POSTPONED_BY = timedelta(days=7)


def start_tournament(request: PlayerRequest, tournament_id: int, proposal: str = "") -> Tournament:
    """Start the tournament now. With `proposal`, publish round 1 as previewed (E122).

    Raises NotDirector, WrongState, TooFewEntered, AgreementsAwaited while entrants are asked to agree to changed rules
    (E11), and PairingsChanged if this preview is out of date.
    """
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.OPEN)
        if entries_taking_part(tournament).count() < tournament.fewest:
            raise TooFewEntered
        latest = entries_not_agreed(tournament).aggregate(latest=Max("answer_by"))["latest"]
        if latest is not None:
            raise AgreementsAwaited(answer_by=iso_time(latest))
        if proposal:
            locked_current_proposal(tournament, proposal)
        _start_locked_tournament(tournament, acting)
        if proposal:
            publish_round(locked_proposal(tournament, proposal), acting)
        return tournament


def start_if_due(tournament_id: int, now: datetime) -> bool:
    """Start the tournament if it is full or its date has come. Return whether anything was done.

    With too few entrants the tournament is postponed once, then cancelled (E13). It does not start while entrants are
    asked to agree to changed rules (E11).
    """
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        if (
            tournament.state != TournamentState.OPEN
            or not is_start_due(tournament, now)
            or entries_not_agreed(tournament).exists()
        ):
            return False
        acting = ActAuthor.server(now)
        if entries_taking_part(tournament).count() >= tournament.fewest:
            _start_locked_tournament(tournament, acting)
        elif tournament.postponed:
            cancel_locked_tournament(tournament, acting, "too_few")
            create_next_in_series(tournament, now)
        else:
            assert tournament.starts_at is not None
            tournament.postponed, tournament.starts_at = True, tournament.starts_at + POSTPONED_BY
            tournament.regular_at = tournament.regular_at or tournament.starts_at - POSTPONED_BY
            tournament.asked_at = None
            tournament.save(update_fields=["postponed", "starts_at", "asked_at", "regular_at"])
            acting.log(tournament, "postponed", after=tournament.starts_at.date().isoformat())
            notify_entrants(tournament, "event_postponed", now)
        return True


def is_start_due(tournament: Tournament, now: datetime) -> bool:
    """Return whether the tournament starts automatically now."""
    if tournament.starting == StartCondition.DATE:
        return tournament.starts_at is not None and tournament.starts_at <= now
    if tournament.starting == StartCondition.FULL:
        return entries_taking_part(tournament).count() >= tournament.most
    return False


def _start_locked_tournament(tournament: Tournament, acting: ActAuthor) -> None:
    tournament.state, tournament.started_at = TournamentState.RUNNING, acting.now
    tournament.seed = tournament.seed or secrets.token_hex(8)
    tournament.save(update_fields=["state", "started_at", "seed"])
    players = _freeze_entrants(tournament)
    open_ones = (EntryState.APPLIED, EntryState.INVITED)
    tournament.entries.filter(state__in=open_ones).update(state=EntryState.DECLINED)
    stage = current_stage(tournament)
    keep_or_delete_preview(tournament)
    set_up_stage(tournament, stage, seeded_standings_input(tournament).entries)
    acting.log(tournament, "started", after=str(players))
    create_next_in_series(tournament, acting.now)
    notify_players(
        tournament, entries_taking_part(tournament).values_list("player_id", flat=True), "event_started", acting.now
    )
    transaction.on_commit(wake)


def _freeze_entrants(tournament: Tournament) -> int:
    """Freeze ranks, ratings and lots of the entrants. Return the number of entrants."""
    entries = frozen_entries(tournament)
    Entry.objects.bulk_update(entries, FROZEN, batch_size=200)
    return len(entries)
