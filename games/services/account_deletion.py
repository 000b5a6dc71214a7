"""The effects of a deleted account on games (F38), in the transaction of the deletion."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from games.models import Draft, Game, IdempotencyKey, Note, Plan, TimeSettings, Vacation
from rules import Cancel, Reason, Resign
from rules.actions.teams import Leave

from .record import Actor, record_action
from .teams import is_still_playing, plays_on_without
from .timeouts import end_if_overdue


def lock_running_games(player: Player, now: datetime, **_: object) -> list[Game]:
    """End the player's games whose time has run out. Return the other games in progress, locked in the order of their
    ids.

    Games must be locked before players, because a transaction that has locked a game may need a player's row, but never
    the other way round.
    """
    running = Game.objects.running_of(player).order_by("pk")
    for game in running:
        end_if_overdue(game, now)
    numbers = list(running.values_list("pk", flat=True))
    return list(Game.objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk"))


def end_all_games(player: Player, now: datetime, **_: object) -> None:
    """End the player's games in progress: cancel games that have hardly begun, resign the others. In a team game the
    player's partners play on."""
    for game in lock_running_games(player, now):  # again: a game may have started before the player's row was locked
        if not game.is_finished:
            _leave_game(game, player, now)


def _leave_game(game: Game, player: Player, now: datetime) -> None:
    """Leave a team game that continues, cancel a game that has hardly begun, or resign any other game."""
    actor = Actor(game, game.seat_of(player), player, now)
    if plays_on_without(game, actor.own_seat):
        if is_still_playing(game, actor.own_seat):
            actor.notify_others("member_left")
            record_action(actor, Leave(actor.color, actor.own_seat.index, Reason.RESIGNATION))
        return
    if not is_still_playing(game, actor.own_seat):
        return
    if game.move_number < len(game.seat_list()):
        game.rated, game.unrated_reason = False, "cancelled"
        record_action(actor, Cancel(actor.color))
    else:
        record_action(actor, Resign(actor.color))


def delete_private_data(player: Player, **_: object) -> None:
    """Delete the player's private data in games. Games, their records and chats remain."""
    Note.objects.filter(seat__player=player).delete()
    Draft.objects.filter(seat__player=player).delete()
    Plan.objects.filter(seat__player=player).delete()
    for rows in (TimeSettings, Vacation, IdempotencyKey):
        rows.objects.filter(player=player).delete()
