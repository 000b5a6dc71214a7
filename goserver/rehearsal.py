"""Moves in a game of nobody, and its pages, asked for as players ask for them, in a transaction that is taken back.
What the first real requests would make people wait for, Python and the database have then read, planned, made quick.

Nobody sees anything of it, for nothing is committed; what is announced after a commit never is. A process keeps much by
the numbers of games and players: those of a rehearsal come from above all that a database ever gives, so that nothing
that is kept of them is about anybody.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import connection, transaction

from accounts.models import ApiToken, Player
from accounts.models.api_token import PREFIX, digest_of
from foundation import timesource
from games.models import Game, Seat
from games.services.beginning import Beginning, rows_of
from games.terms import USUAL_TIME
from goserver.own_requests import ask
from rules import DEFAULT_RULE_SET, RULE_SETS, Setup

FROM_NUMBER, NUMBERS = 2**62, 2**61
"""No sequence comes so far."""
POINTS = ("Q16", "D4", "C16", "R4", "P3", "F17", "D15", "R14", "K10", "C10")


@dataclass(frozen=True, slots=True)
class _Player:
    """One of the two, and what their program signs in with."""

    row: Player
    text: str

    def token(self, now: datetime) -> ApiToken:
        """The row of the token."""
        return ApiToken(
            player=self.row,
            name="rehearsal",
            digest=digest_of(self.text),
            hint="",
            scopes=["game:play", "game:read"],
            created_at=now,
        )


def rehearse(times: int) -> None:
    """Play so many moves, at most as many as there are POINTS, and look at the game after each; with this thread's
    connection."""
    now, first = timesource.now(), FROM_NUMBER + secrets.randbelow(NUMBERS)
    players = [_player(first), _player(first + 1)]
    setup = Setup(19, 19, RULE_SETS[DEFAULT_RULE_SET], Decimal("6.5"))
    game, seats = rows_of(Beginning(Game(time_control=USUAL_TIME.to_json()), setup, (first, first + 1)), now)
    game.pk = first
    for seat in seats:
        seat.pk = first + seat.index
    with transaction.atomic():
        Player.objects.bulk_create([player.row for player in players])
        ApiToken.objects.bulk_create([player.token(now) for player in players])
        Game.objects.bulk_create([game])
        Seat.objects.bulk_create(seats)
        for number, point in enumerate(POINTS[:times]):
            _play(game, players[number % 2], number, point)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:  # as at the commit, which does not come
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        transaction.set_rollback(True)


def _player(number: int) -> _Player:
    name = f"rehearsal-{number}"
    return _Player(Player(pk=number, username=name, name_key=name), PREFIX + secrets.token_urlsafe(32))


def _play(game: Game, player: _Player, number: int, point: str) -> None:
    address = f"/api/v1/games/{game.pk}/"
    own = {"Authorization": f"Bearer {player.text}"}
    move = {"kind": "play", "point": point, "expected": number}
    ask(f"{address}actions/", {**own, "Idempotency-Key": f"rehearsal-{number}"}, json.dumps(move).encode())
    ask(address, own)
    ask(game.get_absolute_url())
