"""The one hook by which tournaments hear of games: that one has ended, or that its result has changed."""

from __future__ import annotations

from django.db import transaction

from competitions.announcing import Acting
from competitions.models import LadderGame, Pairing
from competitions.services import team_games, waking
from competitions.services.correcting import tell_of_earlier
from competitions.services.rows import locked
from competitions.systems.types import KNOCKOUTS, EventResult
from games.events import GameEvent
from games.models import Action, Game
from games.models.action import AFTERWARDS
from rules import Color, Reason


def on_game_event(kind: str, **about: object) -> None:
    """Note that a game of an event has ended, or has another result; a move costs nothing here, the end of a game three
    queries."""
    action = about.get("action")
    if not isinstance(action, Action):
        return
    if kind == GameEvent.GAME_FINISHED or (kind == GameEvent.GAME_ACTION and action.kind in AFTERWARDS):
        _ended(action.game, action)


def _ended(game: Game, action: Action) -> None:
    played = LadderGame.objects.filter(game_id=game.pk, booked_at=None).first()
    if played is not None:
        if game.end_reason == Reason.CANCELLED.value and action.color is not None:
            LadderGame.objects.filter(pk=played.pk).update(declined=action.color)
        transaction.on_commit(waking.wake)
        return
    pairing = Pairing.objects.filter(game_id=game.pk).first()
    if pairing is None:
        if team_games.hear(game, action):
            transaction.on_commit(waking.wake)
        return
    if game.end_reason == Reason.CANCELLED.value and action.color is not None and not pairing.result:
        # who cancels a game of a tournament before it has begun gives it away, and gets no half point for it
        lost = Color(action.color)
        pairing.result = EventResult.WHITE_BY_DEFAULT if lost is Color.BLACK else EventResult.BLACK_BY_DEFAULT
        pairing.save(update_fields=["result"])
    Pairing.objects.filter(pk=pairing.pk, round__stage__kind__in=KNOCKOUTS).update(counted=False)
    if game.end_reason == Reason.TIME.value:
        Pairing.objects.filter(pk=pairing.pk).update(lapsed=True)
    if action.kind in AFTERWARDS:
        _corrected(pairing.pk, action)
    transaction.on_commit(waking.wake)


def _corrected(pairing_id: int, action: Action) -> None:
    """Moderators changed a result: of an earlier stage it may change who should have gone on (E92)."""
    pairing = Pairing.objects.select_related("round__stage").get(pk=pairing_id)
    tell_of_earlier(locked(pairing.round.tournament_id), pairing, Acting.server(action.received_at))
