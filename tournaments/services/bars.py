"""The McMahon bar and floor, which a director sets once the entrants are known (E33, E55)."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.services.idempotency import PlayerRequest
from ratings.ranks import Rank
from tournaments.announcing import notify_players
from tournaments.errors import BadActInput, WrongState
from tournaments.models import Entry, RoundState, Stage, Tournament, TournamentState
from tournaments.systems.types import SystemKind

from .rows import check_state, cleaned_reason, current_stage, lock_for_director
from .waking import wake

WITH_BARS = (SystemKind.MCMAHON, SystemKind.GROUPS)
"""The systems in which players start with points by rank."""


def may_set_bar_and_floor(tournament: Tournament) -> bool:
    """Return whether bar and floor can be set: the system has them, and the first round is not published."""
    if (
        tournament.state not in (TournamentState.OPEN, TournamentState.RUNNING)
        or current_stage(tournament).kind not in WITH_BARS
    ):
        return False
    return not tournament.rounds.exclude(state__in=(RoundState.PLANNED, RoundState.PROPOSED)).exists()


def set_bar_and_floor(request: PlayerRequest, tournament_id: int, bars: tuple[Rank, Rank], reason: str) -> Stage:
    """Set the bar and the floor, with a public reason. All players at or above the bar start with the same score, and
    so do all at or below the floor. An earlier proposal becomes out of date. Unchanged values are not logged.

    Raises NotDirector, WrongState, BadActInput, ReasonNeeded.
    """
    bar, floor = bars
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.OPEN, TournamentState.RUNNING)
        if not may_set_bar_and_floor(tournament):
            raise WrongState(state=tournament.state)
        if floor > bar:
            raise BadActInput(field="floor", sentence=_("The floor can't be above the bar. Choose a lower floor."))
        why, stage = cleaned_reason(reason), current_stage(tournament)
        before, after = _bar_text(Rank(stage.bar), Rank(stage.floor)), _bar_text(bar, floor)
        if before == after:
            return stage
        stage.bar, stage.floor = bar.steps, floor.steps
        stage.save(update_fields=["bar", "floor"])
        acting.log(tournament, "bars", before=before, after=after, reason=why)
        entered = Entry.objects.filter(tournament=tournament).entered()
        notify_players(tournament, entered.values_list("player_id", flat=True), "event_act", request.now)
        transaction.on_commit(wake)
        return stage


def _bar_text(bar: Rank, floor: Rank) -> str:
    return f"{bar}, {floor}"


__all__ = ["may_set_bar_and_floor", "set_bar_and_floor"]
