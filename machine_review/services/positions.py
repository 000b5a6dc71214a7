"""Find finished games that share a position with a game in progress (C50). They are not analysed, and existing analyses
are hidden. Otherwise players could have a game in progress analysed by playing or importing it again.

Positions of games in progress are stored by their keys, so the check is one indexed query for any number of games.
Moves store nothing for this. Instead, the check reads the games that have changed since the previous check, which an
index also finds (`Game.last_action_at`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Max

from games.models import Game
from games.services.clock_check import CheckedTime
from machine_review.engines import GamePositions
from machine_review.errors import PositionInPlay
from machine_review.models import PlayedPosition, ReviewJob, WatchedGame
from rules import Board, Phase, Setup
from rules.ko import position_key

from .replaying import symmetric_keys_of_board, symmetric_keys_of_game

OPENING, SMALL_OPENING, SMALL = 20, 12, 81
"""The number of opening moves that are not compared; fewer on boards of up to 81 points."""
COMMITTED_WITHIN = timedelta(minutes=5)
"""The longest time between the timestamp of an action and its commit."""
AT_ONCE = 200


def check_no_position_in_play(game: Game, course: GamePositions | None = None) -> None:
    """Raise PositionInPlay if a game in progress has had a position of this game after its opening, including
    rotations, reflections and swapped colours. `course` has the game's positions, if the caller has already replayed
    them."""
    store_positions_in_play()
    keys = symmetric_keys_of_game(game, course)
    running = PlayedPosition.objects.filter(key__in=keys).exclude(game__game__phase=Phase.FINISHED.value)
    if running.exclude(game_id=game.pk).exists():
        raise PositionInPlay


def occurred_in_running_game(board: Board) -> bool:
    """Return whether a game in progress has had this position after its opening."""
    store_positions_in_play()
    played = PlayedPosition.objects.filter(key__in=symmetric_keys_of_board(board))
    return played.exclude(game__game__phase=Phase.FINISHED.value).exists()


def store_positions_in_play(*, fully: bool = False) -> None:
    """Store the positions of all games in progress. With `fully`, read all of these games, even those that have not
    changed since the last check."""
    changed = Game.objects.in_progress().exclude(watched__state_number=F("state_number"))
    latest = WatchedGame.objects.aggregate(at=Max("last_action_at"))["at"]
    if latest is not None and not fully:
        changed = changed.filter(last_action_at__gte=latest - COMMITTED_WITHIN)
    changed = changed.annotate(known=F("watched__state_number")).order_by("last_action_at", "pk")
    while True:
        games = list(changed.only("setup", "position_keys", *_COPIED)[:AT_ONCE])
        _store_positions(games)
        if len(games) < AT_ONCE:
            return


_COPIED = ("state_number", "last_action_at")


@transaction.atomic
def _store_positions(games: Iterable[Any]) -> None:
    """Store the positions that these games have had since they were last read (`known` is the state number at that
    time). Positions of undone moves stay stored. Rows are written in a fixed order, to avoid deadlocks between parallel
    processes."""
    of_game = {game.pk: keys_after_opening(game, game.known) for game in games}
    watched = [
        WatchedGame(game_id=game.pk, **{name: getattr(game, name) for name in _COPIED})
        for game in sorted(games, key=lambda game: game.pk)
    ]
    WatchedGame.objects.bulk_create(watched, update_conflicts=True, unique_fields=["game"], update_fields=list(_COPIED))
    new = sorted((key, pk) for pk, keys in of_game.items() for key in keys)
    PlayedPosition.objects.bulk_create(
        [PlayedPosition(key=key, game_id=pk) for key, pk in new], ignore_conflicts=True, batch_size=AT_ONCE
    )


def keys_after_opening(game: Game, known: int | None = None) -> set[int]:
    """Return the keys of the positions that the game has had after its opening. Stones on the board at the start count
    as moves of the opening.

    With `known`, return only keys that may be new since the game had this `state_number`. Each action adds at most one
    position at the end, so these are the last keys.
    """
    numbers = struct.unpack(f">{len(game.position_keys) // 8}Q", bytes(game.position_keys))
    setup = game.agreed_setup
    first = (SMALL_OPENING if setup.width * setup.height <= SMALL else OPENING) - _count_start_stones(setup)
    if known is not None:
        first = max(first, len(numbers) - (game.state_number - known))
    return {position_key(number) for number in numbers[max(0, first) :]}


def _count_start_stones(setup: Setup) -> int:
    return sum(row.count("X") + row.count("O") for row in setup.start)


def refresh_stored_positions(*, now: CheckedTime, **_: object) -> int:
    """Update the stored positions of all games in progress, and delete those of games that have ended. Return the
    number of deleted rows."""
    if ReviewJob.objects.exists():
        store_positions_in_play(fully=True)
    return WatchedGame.objects.filter(game__phase=Phase.FINISHED.value).delete()[0]
