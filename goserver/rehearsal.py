"""A move that is stored and taken back in one transaction, before the first request: what the first real one would make
its player wait for, the database has then planned and read.

Nobody sees anything of it. Nothing is calculated, announced or kept in this process, so that nothing in it depends on
what was taken back; the row of the game is locked for as long as two statements take, as by a move.
"""

from __future__ import annotations

from typing import Any

from django.db import connection, transaction

from foundation.statements import new
from games import storage
from games.events import GameEvent
from games.models import Action, Game, IdempotencyKey
from games.services.record import CHANGED
from programs.services.feed import write_down

NO_NUMBER = 2**31 - 1
"""Of the action: no game comes so far, so it is beside no other one."""


def store_and_take_back(game: Game) -> None:
    """Do it in this game, with this thread's connection; on PostgreSQL only. SQLite plans nothing that is worth it, and
    has one writer at a time: the threads of all processes would wait for each other, and the first move for them."""
    if connection.vendor != "postgresql":
        return
    with transaction.atomic():
        storage.append(*_move(game))
        with connection.cursor() as cursor:  # as at the commit, which does not come
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        transaction.set_rollback(True)


def _move(game: Game) -> tuple[Action, tuple[str, ...], IdempotencyKey, list[Any]]:
    """All that a move stores: the action, the columns of the game, the answer that is kept, both players' events."""
    seat, at = game.seat_list()[0], game.last_action_at
    move = new(
        Action,
        game=game,
        number=NO_NUMBER,
        seat=seat,
        color=seat.color,
        kind="pass",
        payload={},
        effect={},
        clock=game.clock,
        received_at=at,
    )
    answer = new(IdempotencyKey, player_id=seat.player_id, key="rehearsal", body_hash="", answer={}, created_at=at)
    players = [seat.player_id for seat in game.seat_list()]
    return move, CHANGED, answer, list(write_down(GameEvent.GAME_ACTION, players, game=game, action=move))
