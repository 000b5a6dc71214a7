"""Receivers of game signals: when a game ends, or its result is changed."""

from __future__ import annotations

from django.db import transaction

from games.events import GameEvent
from games.models import Action
from games.models.action import AFTERWARDS
from rules import Color, Reason
from tournaments.announcing import ActAuthor
from tournaments.models import Pairing
from tournaments.services import waking
from tournaments.services.correcting import notify_if_others_advance
from tournaments.services.rows import lock_tournament
from tournaments.systems.types import KNOCKOUTS, EventResult


def result_action_of(kind: str, event_kind: str, about: dict[str, object]) -> Action | None:
    """Return the action that ended a game or changed its result. Return None for signals about other actions, and for
    games that do not belong to an event of the kind `event_kind`. No query."""
    action = about.get("action")
    if not isinstance(action, Action) or action.game.event_kind != event_kind:
        return None
    ends = kind == GameEvent.GAME_FINISHED or (kind == GameEvent.GAME_ACTION and action.kind in AFTERWARDS)
    return action if ends else None


def record_game_end(kind: str, **about: object) -> None:
    """Signal receiver: when a tournament game ends, or its result is changed, mark its pairing for the background task,
    and wake the task after the commit. If a player cancelled the game before it had begun, store that they lost by
    forfeit. Log a changed result."""
    action = result_action_of(kind, "tournament", about)
    if action is None:
        return
    game = action.game
    pairing = Pairing.objects.filter(game_id=game.pk).first()
    if pairing is None:
        return
    if game.end_reason == Reason.CANCELLED.value and action.color is not None and not pairing.result:
        # cancelling an unstarted tournament game counts as a forfeit, without the half point
        lost = Color(action.color)
        pairing.result = EventResult.WHITE_BY_DEFAULT if lost is Color.BLACK else EventResult.BLACK_BY_DEFAULT
        pairing.save(update_fields=["result"])
    Pairing.objects.filter(pk=pairing.pk, round__stage__kind__in=KNOCKOUTS).update(counted=False)
    if game.end_reason == Reason.TIME.value:
        Pairing.objects.filter(pk=pairing.pk).update(lapsed=True)
    if action.kind in AFTERWARDS:
        _report_if_others_advance(pairing.pk, action)
    transaction.on_commit(waking.wake)


def _report_if_others_advance(pairing_id: int, action: Action) -> None:
    """After moderators changed a result of this pairing, log it and notify directors if other players should therefore
    have advanced from the pairing's stage (E92)."""
    pairing = Pairing.objects.select_related("round__stage").get(pk=pairing_id)
    notify_if_others_advance(
        lock_tournament(pairing.round.tournament_id), pairing, ActAuthor.server(action.received_at)
    )
