"""The effects of a player's suspension on their games.

Each game is locked in its own transaction (docs/locking.md), so that these functions can stop half-way and be called
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.models import Game, Seat
from rules import Color, Decide, Outcome, Reason
from rules.actions.teams import Leave

from .pauses import current_pause_end, pause_and_record
from .record import Actor, record_action
from .teams import is_still_playing, plays_on_without


def stop_clocks_for_appeal(*, player: Player, until: datetime, now: datetime) -> int:
    """Stop the clocks of the player's games in progress until `until`, when the time for an appeal ends. Return how
    many games were stopped. Games that are already paused for longer do not change."""
    stopped = 0
    for game, seat in _locked_running_games(player):
        if (current_pause_end(game, now) or now) < until:
            pause_and_record(game, until=until, now=now)
            Actor(game, seat, None, now).notify_others("paused_by_staff")
            stopped += 1
    return stopped


def restart_clocks(*, player: Player, stopped_until: datetime, now: datetime) -> int:
    """End the pauses that `stop_clocks_for_appeal` made, after an appeal was granted. Return how many games were
    resumed."""
    started = 0
    for game, _ in _locked_running_games(player):
        if current_pause_end(game, now) == stopped_until:
            pause_and_record(game, until=now, now=now)
            started += 1
    return started


def end_games_of_suspended(*, player: Player, annul: bool, reason: str, now: datetime) -> int:
    """End the games in progress of a suspended player and return how many were ended. With `annul` they are annulled,
    otherwise the player loses them by forfeit; no game's record says that the player resigned. In a team game the seat
    becomes vacant, and the partners play on (V39). `reason` is public."""
    ended = 0
    for game, seat in _locked_running_games(player):
        actor = Actor(game, None, None, now)
        order = game.agreed_setup.order
        if not is_still_playing(game, seat):
            continue
        if plays_on_without(game, seat):
            member = Actor(game, seat, None, now)
            member.notify_others("member_left")
            record_action(member, Leave(member.color, seat.index, Reason.FORFEIT))
            ended += 1
            continue
        outcome = Outcome((), Reason.ANNULLED) if annul else Outcome.lost_by(Color(seat.color), Reason.FORFEIT, order)
        actor.notify_all_players("game_decided")
        record_action(actor, Decide(outcome, reason))
        ended += 1
    return ended


def _locked_running_games(player: Player) -> Iterator[tuple[Game, Seat]]:
    """Yield each of the player's games in progress with their seat. Each game is locked in a transaction of its own,
    which ends when the caller asks for the next game."""
    for game_id in list(Game.objects.running_of(player).order_by("pk").values_list("pk", flat=True)):
        with transaction.atomic():
            locked = Game.objects.select_for_update(no_key=True).with_seats().in_progress().filter(pk=game_id).first()
            if locked is None:
                continue
            seat = locked.seat_of(player)
            assert seat is not None
            yield locked, seat
