"""Create many games from a few real games (patterns.py), with all data that games leave behind. Few players play many
games and most play few; one of them plays in a twenty-fifth of all games.

The games are planned in a temporary table, from which one query per table writes the rows. Each game has the actions of
a pattern, with its own players, dates and privacy. Columns that are not named here are copied from the pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psycopg

HEAVY = "heavy"
"""The name of the player in one of SHARE games; RUNNING_OF_ONE of these are in progress, for any number of games."""
SHARE = 25
RUNNING_OF_ONE = 20
FEW = 10_000
"""Up to this many games, rows are written without dropping indexes."""
WAITING = 50
"""The number of open offers, for any number of games."""
TABLES = ("games_game", "games_seat", "games_action", "games_notice", "games_message", "games_challenge",
          "ratings_ratingevent", "ratings_rating", "accounts_player", "library_record", "classes_classroom",
          "classes_pupil")  # fmt: skip
DICE = """CREATE TEMP TABLE dice AS
SELECT i, CASE WHEN i %% %(share)s = 0 THEN 0 ELSE 1 + floor((%(players)s - 1) * random() ^ 3)::int END AS one,
 1 + floor((%(players)s - 1) * random() ^ 2)::int AS other, random() < 0.1 AS running, random() < 0.5 AS turned,
 random() < 0.05 AS private, random() < 0.5 AS black_wins, random() AS days, random() AS ago, random() AS pattern
FROM generate_series(0, %(games)s - 1) i"""
"""Random numbers for each game, and its players: their places, of which the heavy player has the first."""
PLAN = """CREATE TEMP TABLE planned AS
SELECT %(game)s + i AS id, choices[1 + floor(pattern * cardinality(choices))::int] AS pattern,
 %(player)s + CASE WHEN turned THEN rival ELSE one END AS black,
 %(player)s + CASE WHEN turned THEN one ELSE rival END AS white, private, NOT private AND i %% 2 = 0 AS rated,
 black_wins, begun, ended, coalesce(ended, %(now)s - interval '1 s' - ago * interval '4 days') AS acted
FROM (SELECT *, CASE WHEN goes_on THEN NULL
   ELSE least(begun + days * interval '60 days', %(now)s - interval '1 hour') END AS ended,
   CASE WHEN goes_on THEN %(running)s::bigint[] ELSE %(ended)s::bigint[] END AS choices
  FROM (SELECT *, CASE WHEN one = other THEN 1 + other %% (%(players)s - 1) ELSE other END AS rival,
    CASE WHEN one = 0 THEN %(games)s - i <= %(share)s * %(latest)s ELSE running END AS goes_on,
    %(now)s - interval '1 hour' - interval '1825 days' * (%(games)s - i) / %(games)s AS begun
   FROM dice) played) games ORDER BY i"""
"""The games in the order in which they began: over five years, with the games in progress at the end."""
OF_A_GAME = {
    "id": "p.id", "private": "p.private", "started_at": "p.begun", "finished_at": "p.ended", "rated": "p.rated",
    "last_action_at": "p.acted", "deadline": "CASE WHEN p.ended IS NULL THEN p.acted + interval '5 days' END",
    "reminded": "2", "unrated_reason": "CASE WHEN p.rated THEN '' ELSE 'chosen' END",
}  # fmt: skip
OF_A_SEAT = {
    "id": "%(seat)s + 2 * (p.id - %(game)s) + t.index", "game_id": "p.id", "private": "p.private", "rated": "p.rated",
    "started_at": "p.begun", "finished_at": "p.ended", "player_id": "CASE t.index WHEN 0 THEN p.black ELSE p.white END",
}  # fmt: skip
OF_AN_ACTION = {"game_id": "p.id", "seat_id": "%(seat)s + 2 * (p.id - %(game)s) + s.index"}
NOTICES = """INSERT INTO games_notice (player_id, kind, game_id, path, created_at, read_at)
SELECT player, 'game_started', id, '', begun, CASE WHEN id %% 50 <> 0 THEN begun + interval '1 hour' END
FROM planned, unnest(ARRAY[black, white]) player ORDER BY id"""
MESSAGES = """INSERT INTO games_message (game_id, author_id, text, number, said_at, hidden_reason)
SELECT id, black, 'Have a nice game!', 1, begun, '' FROM planned WHERE id %% 5 = 0"""
OFFERED = {
    "creator_id": "p.black", "opponent_id": "p.white", "private": "p.private", "status": "'accepted'",
    "created_at": "p.begun", "game_id": "NULL",
}  # fmt: skip
OPEN = {
    "creator_id": "p.white", "opponent_id": "NULL", "status": "'open'", "created_at": "%(now)s", "game_id": "NULL",
    "answered_at": "NULL", "private": "false", "token": "''",
}  # fmt: skip
OF_A_RECORD = {"owner_id": "p.black", "digest": "p.id::text", "added_at": "p.begun", "kept_at": "p.begun"}
OF_A_CLASS = {"id": "%(class)s + i", "teacher_id": "%(player)s + i"}
OF_A_PUPIL = {"classroom_id": "%(class)s + i", "player_id": "%(player)s + (i + 1 + k) %% %(players)s"}
EVENTS = """INSERT INTO ratings_ratingevent (number, game_id, player_id, opponent_id, size, color, score, weight, at,
 rating_before, rating, deviation, volatility, games, size_rating, size_deviation, size_volatility, size_games)
SELECT id, id, player, opponent, 9, color, score, 1, ended, 1500 + total - step, 1500 + total, 80, 0.06, place,
 1500 + total, 80, 0.06, place
FROM (SELECT *, sum(step) OVER of_player AS total, count(*) OVER of_player AS place
 FROM (SELECT id, ended, seat.*, CASE WHEN black_wins = (color = 1) THEN 1 ELSE 0 END AS score,
   CASE WHEN black_wins = (color = 1) THEN 10 ELSE -10 END AS step
  FROM planned, LATERAL (VALUES (1, black, white), (2, white, black)) seat (color, player, opponent)
  WHERE rated AND ended IS NOT NULL) results
 WINDOW of_player AS (PARTITION BY player ORDER BY id)) events ORDER BY id, color"""
RATINGS = """INSERT INTO ratings_rating (player_id, category, rating, deviation, volatility, games, at)
SELECT player_id, category, 1500 + sum(rating - rating_before), 80, 0.06, count(*), %(now)s
FROM ratings_ratingevent, unnest(ARRAY[0, 9]) category WHERE game_id >= %(game)s GROUP BY player_id, category"""


@dataclass(frozen=True, slots=True)
class Size:
    """The numbers of games and players to create. One player, the heavy player, plays in one of `share` games."""

    games: int
    players: int
    now: datetime
    share: int = SHARE


class _SqlFiller:
    """Runs SQL statements on one connection with shared parameters, of which each statement uses some."""

    def __init__(self, connection: psycopg.Connection[Any], values: dict[str, Any]) -> None:
        self._cursor, self._values = psycopg.ClientCursor(connection), values

    def run(self, statement: str) -> None:
        """Run an SQL statement."""
        self._cursor.execute(statement, self._values)

    def next_id(self, table: str) -> int:
        """Return the first id of the table that is greater than all existing ids."""
        row = self._cursor.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()
        assert row is not None
        return int(row[0])

    def insert_copies(self, table: str, rows: str, changed: dict[str, str]) -> None:
        """Insert copies of the table's rows that the SQL clause FROM `rows` selects, in which `t` is the table.
        `changed` has the SQL of the columns whose values differ from those of the copied row."""
        found = self._cursor.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s ORDER BY 1", [table]
        ).fetchall()
        names = [name for (name,) in found if name != "id" or "id" in changed]
        values = ", ".join(changed.get(name, f't."{name}"') for name in names)
        columns = ", ".join(f'"{name}"' for name in names)
        self.run(f"INSERT INTO {table} ({columns}) SELECT {values} FROM {rows}")


def fill(connection: psycopg.Connection[Any], patterns: list[tuple[int, bool]], size: Size) -> None:
    """Create players, and many games as copies of existing ones. `patterns` are the existing games, each as its id and
    whether it has ended."""
    filling = _SqlFiller(connection, {})
    filling.run("SET session_replication_role = replica; SET synchronous_commit = off; SELECT setseed(0.2)")
    indexes = drop_indexes(connection, TABLES) if size.games > FEW else []
    filling = _SqlFiller(connection, {
        "games": size.games, "players": size.players, "share": size.share, "now": size.now, "latest": RUNNING_OF_ONE,
        "ended": [number for number, ended in patterns if ended], "waiting": WAITING, "heavy": HEAVY,
        "running": [number for number, ended in patterns if not ended], "game": filling.next_id("games_game"),
        "seat": filling.next_id("games_seat"), "player": filling.next_id("accounts_player"),
        "class": filling.next_id("classes_classroom"),
    })  # fmt: skip
    name = "CASE i WHEN 0 THEN %(heavy)s ELSE 'crowd' || i END"
    row = {"id": "%(player)s + i", "username": name, "name_key": name, "email": f"{name} || '@example.org'"}
    people = "accounts_player t, generate_series(0, %(players)s - 1) i WHERE t.username = 'pattern1'"
    filling.insert_copies("accounts_player", people, row)
    filling.run(DICE)
    filling.run(PLAN)
    filling.run("ANALYZE planned")
    filling.insert_copies("games_game", "planned p JOIN games_game t ON t.id = p.pattern", OF_A_GAME)
    filling.insert_copies("games_seat", "planned p JOIN games_seat t ON t.game_id = p.pattern", OF_A_SEAT)
    actions = "planned p JOIN games_action t ON t.game_id = p.pattern LEFT JOIN games_seat s ON s.id = t.seat_id"
    filling.insert_copies("games_action", actions, OF_AN_ACTION)
    offered = "(SELECT * FROM games_challenge ORDER BY id LIMIT 1) t, planned p"
    filling.insert_copies("games_challenge", f"{offered} WHERE p.id %% 2 = 1", OFFERED)
    filling.insert_copies("games_challenge", f"{offered} WHERE p.id %% 7 = 0 LIMIT %(waiting)s", OPEN)
    filling.insert_copies("library_record", "library_record t, planned p WHERE p.id %% 4 = 0", OF_A_RECORD)
    filling.insert_copies("classes_classroom", "classes_classroom t, generate_series(0, %(players)s - 1) i", OF_A_CLASS)
    pupils = "classes_pupil t, generate_series(0, %(players)s - 1) i, generate_series(0, 19) k"
    filling.insert_copies("classes_pupil", pupils, OF_A_PUPIL)
    for statement in (NOTICES, MESSAGES, EVENTS, RATINGS, "DROP TABLE dice, planned", *indexes):
        filling.run(statement)
    for table in TABLES:
        filling.run(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
    filling.run("SET session_replication_role = DEFAULT")


def drop_indexes(connection: psycopg.Connection[Any], tables: Sequence[str]) -> list[str]:
    """Drop the tables' indexes that no constraint uses. Return the SQL statements that create them again."""
    found = connection.execute(
        "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index "
        "WHERE indrelid::regclass::text = ANY(%s) AND NOT indisunique", [list(tables)],
    ).fetchall()  # fmt: skip
    for name, _definition in found:
        connection.execute(f"DROP INDEX {name}")
    return [definition.replace("%", "%%") for _name, definition in found]
