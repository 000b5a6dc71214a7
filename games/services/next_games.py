"""The order in which players go through the games in which they have to act, which they choose in their settings
(accounts.models.NextGameOrder)."""

from __future__ import annotations

from typing import Any

from django.db.models import F, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce

from accounts.models import NextGameOrder, Player
from games.models import Game, Note, Seat
from games.models.event_ref import SIMUL
from games.models.game import GameQuerySet

_BY_DEADLINE: tuple[Any, ...] = (F("deadline").asc(nulls_last=True), "pk")


def ordered_games(order: str, games: GameQuerySet, player: Player) -> GameQuerySet:
    """Return the player's games in this order, a value of NextGameOrder. Games that are equal in it are ordered by
    their deadline. games.reading builds the same order as SQL."""
    match order:
        case NextGameOrder.WAITING:
            return games.order_by("last_action_at", "pk")
        case NextGameOrder.OPPONENT:
            others = Seat.objects.filter(game=OuterRef("pk")).exclude(player=player).order_by("player__name_key")
            return games.order_by(Subquery(others.values("player__name_key")[:1]), *_BY_DEADLINE)
        case NextGameOrder.PRIORITY:
            own = Note.objects.filter(seat__game=OuterRef("pk"), seat__player=player).values("priority")
            return games.order_by(Coalesce(Subquery(own), 0, output_field=IntegerField()).desc(), *_BY_DEADLINE)
        case _:
            return games.order_by(*_BY_DEADLINE)


def _ordered_numbers(games: GameQuerySet, player: Player) -> list[int]:
    return list(ordered_games(player.next_order, games, player).values_list("pk", flat=True))


def next_game_number(player: Player, after: int | None = None) -> int | None:
    """Return the number of the next game in which the player has to act, or None if there is no other. The search
    begins after game `after` and continues with the first game. If game `after` belongs to a simul, other games of that
    simul in which the player has to act come first (C211)."""
    games = Game.objects.awaiting(player)
    within: list[int] = []
    if after is not None:
        simul = Game.objects.filter(pk=after, event_kind=SIMUL).values("event_number")
        within = _ordered_numbers(games.filter(event_kind=SIMUL, event_number__in=simul), player)
    waiting = within if set(within) - {after} else _ordered_numbers(games, player)
    if after in waiting:
        at = waiting.index(after)
        waiting = [*waiting[at + 1 :], *waiting[:at]]
    return waiting[0] if waiting else None
