"""Create players, tokens, sessions and games with the product's own services, and copy the games.

    python -m benchmarks.seeding '{"players": 20, "games": [{"name": "early", "ply": 8, "copies": 90, "pairs": 10}]}'

Run in the environment of the server. The services play one game of each kind, whose rows are then copied with one
statement per table, for all tables and columns of games. Prints JSON: {"players": [{"name", "token", "session"}],
"games": {"early": {"first": 12, "count": 100, "pairs": 10, "moves": [...]}}}. Copy i of a kind, counted from 0, belongs
to the pair i % pairs: the players 2p (Black) and 2p + 1 (White).
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

PLIES = 345
"""The number of moves of the game that is copied."""


def main() -> None:
    """Create the players and games that the argument describes."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.utils import timezone

    asked = json.loads(sys.argv[1])
    now = timezone.now()
    call_command("migrate", verbosity=0, interactive=False)
    people = _Players(asked["players"], now, asked.get("signed_in", asked["players"]))
    games = {kind["name"]: _create_games(people, kind, now) for kind in asked["games"]}
    print(json.dumps({"players": people.tokens, "games": games}))


class _Players:
    """Creates this many players. The first `signed_in` of them get tokens and sessions."""

    def __init__(self, count: int, now: datetime, signed_in: int) -> None:
        from accounts.models import Player

        self.rows = [Player.objects.create_user(f"bench-{number}", "", None) for number in range(count)]
        self.first: int = self.rows[0].pk
        assert [row.pk for row in self.rows] == list(range(self.first, self.first + count))
        self.tokens = [self._player_json(row, now) for row in self.rows[:signed_in]]

    def _player_json(self, player: Any, now: datetime) -> dict[str, str]:
        from django.conf import settings
        from django.test import Client

        from accounts.security.scopes import FOR_BOTS, FOR_MODERATORS, SCOPES
        from accounts.security.tokens import NewToken, make_token

        usual = [scope for scope in SCOPES if scope not in (FOR_BOTS, FOR_MODERATORS)]
        _, token = make_token(player=player, wanted=NewToken("benchmarks", usual, 30), now=now)
        browser = Client()
        browser.force_login(player)
        session = browser.cookies[settings.SESSION_COOKIE_NAME].value
        return {"name": player.username, "token": token, "session": session}


def _create_games(people: _Players, kind: dict[str, Any], now: datetime) -> dict[str, Any]:
    """Play one game up to the ply, copy it, and return the data of the copies."""
    from tests.factories import make_game

    moves, (black, white) = random_legal_moves(), people.rows[:2]
    pairs, start = min(kind["pairs"], kind["copies"]), " ".join(moves[: kind["ply"]])
    pattern = make_game(
        notify=True, black=black, white=white, size=19, days=3, rule_set="japanese", moves=start, now=now
    )
    first = copy_game(pattern.pk, kind["copies"], Copies(people.first, pairs))
    return {"first": first, "count": kind["copies"], "pairs": pairs, "moves": moves[kind["ply"] :]}


@cache
def random_legal_moves() -> list[str]:
    """Return the moves of a legal game, the same in every call. They are random, but do not fill one-point eyes."""
    from rules import RULE_SETS, Play, Setup, apply, legal_points, new_game, vertex

    dice = random.Random(19)  # noqa: S311
    state = new_game(Setup(19, 19, RULE_SETS["japanese"], RULE_SETS["japanese"].komi[2]))
    moves: list[str] = []
    while len(moves) < PLIES:
        color = state.to_play
        assert color is not None
        points = sorted(legal_points(state))
        open_points = [point for point in points if not _is_eye(state, point, color)] or points
        point = dice.choice(open_points)
        state = apply(state, Play(color, point))
        moves.append(vertex(point, 19))
    return moves


def _is_eye(state: Any, point: Any, color: Any) -> bool:
    column, row = point
    near = [(column + x, row + y) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return all(state.board[type(point)(c, r)] is color for c, r in near if 0 <= c < 19 and 0 <= r < 19)


@dataclass(frozen=True, slots=True)
class Copies:
    """The players of the copied games: `pairs` pairs, with consecutive ids from `first_player`."""

    first_player: int
    pairs: int


@dataclass(frozen=True, slots=True)
class _CopyPlan:
    """The game to copy (the pattern), the number of its copies, and the ids of the first copy, from which games and
    seats are numbered without gaps. `seats` are the seats of the pattern in order, as (id, player)."""

    pattern: int
    count: int
    first: int
    first_seat: int
    seats: list[tuple[int, int]]
    whose: Copies

    def seat(self, column: str) -> str:
        """Return SQL for the id of the seat that replaces, in copy number n, the pattern's seat in this column.
        `column` is the SQL of a column of the rows that are copied."""
        cases = [f"WHEN {seat} THEN {self.first_seat + place}" for place, (seat, _) in enumerate(self.seats)]
        return f"CASE {column} {' '.join(cases)} END + {len(self.seats)} * n"

    def player(self, column: str) -> str:
        """Return SQL for the id of the player who replaces, in copy number n, the pattern's player in this column.
        `column` is the SQL of a column of the rows that are copied."""
        cases = [
            f"WHEN {player} THEN {self.whose.first_player + place}" for place, (_, player) in enumerate(self.seats)
        ]
        return f"CASE {column} {' '.join(cases)} END + {len(self.seats)} * (n % {self.whose.pairs})"


def copy_game(pattern: int, count: int, players: Copies) -> int:
    """Copy a game (the pattern) and all its rows this many times. Return the id of the first copy.

    Copies are numbered without gaps. Columns with a seat or a player of the pattern get the seat or player of the copy.
    """
    from django.core.management.color import no_style
    from django.db import connection
    from django.db.models import Max

    from games.models import Game, Seat

    highest = Game.objects.aggregate(Max("pk"))["pk__max"], Seat.objects.aggregate(Max("pk"))["pk__max"]
    seats = list(Seat.objects.filter(game=pattern).order_by("index").values_list("pk", "player_id"))
    plan = _CopyPlan(pattern, count, highest[0] + 1, highest[1] + 1, seats, players)
    others = [relation for relation in Game._meta.related_objects if not relation.many_to_many]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # what is copied is whole already: nothing has to be looked up row by row
            cursor.execute("SET statement_timeout = 0; SET session_replication_role = replica")
        _copy_rows_of_table(cursor, Game, plan, "id")
        _copy_rows_of_table(cursor, Seat, plan, "game_id")
        for relation in others:
            if relation.related_model not in (Game, Seat):
                _copy_rows_of_table(cursor, relation.related_model, plan, str(relation.field.column))
        for statement in connection.ops.sequence_reset_sql(no_style(), [Game, Seat]):
            cursor.execute(statement)
        cursor.execute("ANALYZE")
        if connection.vendor == "postgresql":
            cursor.execute("RESET statement_timeout; RESET session_replication_role")
    return plan.first


def _copy_rows_of_table(cursor: Any, model: Any, plan: _CopyPlan, game_column: str) -> None:
    """Copy the rows of a table that belong to the pattern, the game to be copied. `game_column` is the table's column
    with the game's id."""
    from accounts.models import Player
    from games.models import Seat

    columns, values = [], []
    for column in model._meta.local_concrete_fields:
        name = f't."{column.column}"'
        if column.column == game_column:
            value = f"{plan.first} + n"
        elif column.related_model is Seat or (model is Seat and column.primary_key):
            value = plan.seat(name)
        elif column.primary_key:
            continue
        else:
            value = plan.player(name) if column.related_model is Player else name
        columns.append(f'"{column.column}"')
        values.append(value)
    table = f'"{model._meta.db_table}"'
    cursor.execute(
        f"WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < {plan.count})"  # noqa: S608
        f" INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)}"
        f' FROM {table} t, numbers WHERE t."{game_column}" = {plan.pattern}'
    )


if __name__ == "__main__":
    main()
