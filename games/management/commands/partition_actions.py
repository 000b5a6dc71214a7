"""The command that splits the table of actions into partitions by games, on PostgreSQL (docs/scaling.md)."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

GAMES = 1_000_000
AHEAD = 10
MANY = 100_000
CHECK = "ALTER TABLE games_action ADD CONSTRAINT actions_of_first_games CHECK (game_id < {end}) NOT VALID"
UNCHECK = "ALTER TABLE games_action DROP CONSTRAINT IF EXISTS actions_of_first_games"
LOCK = """
SET LOCAL lock_timeout = '4s';
LOCK TABLE games_game, games_seat IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE games_action IN ACCESS EXCLUSIVE MODE"""
"""Locks in the order in which a move takes them: new foreign keys lock the other two tables."""
SWITCH = """
ALTER TABLE games_action RENAME TO games_action_0;
ALTER TABLE games_action_0 RENAME CONSTRAINT one_action_a_number TO one_action_a_number_0;
ALTER TABLE games_action_0 ALTER id DROP IDENTITY;
CREATE TABLE games_action (LIKE games_action_0 INCLUDING DEFAULTS,
  CONSTRAINT games_action_color_check CHECK (color >= 0), CONSTRAINT games_action_number_check CHECK (number >= 0),
  CONSTRAINT one_action_a_number UNIQUE (game_id, number),
  FOREIGN KEY (game_id) REFERENCES games_game DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (seat_id) REFERENCES games_seat DEFERRABLE INITIALLY DEFERRED) PARTITION BY RANGE (game_id);
CREATE SEQUENCE games_action_id_seq OWNED BY games_action.id START {next};
ALTER TABLE games_action ALTER id SET DEFAULT nextval('games_action_id_seq');
ALTER TABLE games_action ATTACH PARTITION games_action_0 FOR VALUES FROM (MINVALUE) TO ({end});
ALTER TABLE games_action_0 DROP CONSTRAINT actions_of_first_games"""
"""The existing table becomes the first partition, as it is: the validated CHECK proves that its rows belong there, and
its indexes and foreign keys are those of the new table."""
PARTITION = """CREATE TABLE games_action_{begin} PARTITION OF games_action (PRIMARY KEY (id))
  FOR VALUES FROM ({begin}) TO ({end})"""
REST = "CREATE TABLE games_action_rest PARTITION OF games_action (PRIMARY KEY (id)) DEFAULT"
"""Holds the actions of games after the last range, so that their moves are stored too."""
DETACH = "ALTER TABLE games_action DETACH PARTITION games_action_rest"
ATTACH = """
WITH late AS (DELETE FROM games_action_rest WHERE game_id < {end} RETURNING *) INSERT INTO games_action TABLE late;
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE games_action ATTACH PARTITION games_action_rest DEFAULT"""
LAST = """SELECT max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''(\\d+)''\\)'))[1]::bigint)
  FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = 'games_action'::regclass"""


class Command(BaseCommand):
    """Splits the table of actions, or adds partitions for the next games."""

    help = "Split the table of actions by games (PostgreSQL only). Run again: add partitions for the next games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options for the size of a partition and the number of empty partitions."""
        parser.add_argument("--games", type=int, default=GAMES, help=f"games in each new partition ({GAMES})")
        parser.add_argument("--ahead", type=int, default=AHEAD, help=f"partitions without games ({AHEAD})")

    def handle(self, *, games: int, ahead: int, **options: Any) -> None:
        """Split the table if it is not split yet, and add partitions up to `ahead` empty ones. Raises CommandError on
        SQLite."""
        if connection.vendor != "postgresql":
            raise CommandError("Only PostgreSQL has partitions. SQLite needs none: one file holds all games.")
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
            newest = _query_value(cursor, "SELECT coalesce(max(id), 0) FROM games_game")
            if _query_value(cursor, "SELECT relkind FROM pg_class WHERE oid = 'games_action'::regclass") != "p":
                self._split(cursor, (newest // games + 1) * games)
            with transaction.atomic():
                cursor.execute(LOCK)
                has_rest = _query_value(cursor, "SELECT to_regclass('games_action_rest')")
                if has_rest:
                    cursor.execute(DETACH)
                while (begin := _query_value(cursor, LAST)) <= newest + (ahead - 1) * games:
                    cursor.execute(PARTITION.format(begin=begin, end=begin + games))
                cursor.execute(ATTACH.format(end=begin) if has_rest else REST)
            self.stdout.write(f"Ranges hold the actions of games up to {begin - 1}; the newest game is {newest}.")

    def _split(self, cursor: CursorWrapper, end: int) -> None:
        """Make the table the first partition, for games below `end`."""
        cursor.execute(UNCHECK)
        cursor.execute(CHECK.format(end=end))
        try:
            cursor.execute("ALTER TABLE games_action VALIDATE CONSTRAINT actions_of_first_games")
            with transaction.atomic():
                cursor.execute(LOCK)
                after = _query_value(cursor, "SELECT coalesce(max(id), 0) FROM games_action") + MANY
                cursor.execute(SWITCH.format(end=end, next=after))
        finally:
            cursor.execute(UNCHECK)


def _query_value(cursor: CursorWrapper, query: str) -> Any:
    cursor.execute(query)
    (value,) = cursor.fetchone()
    return value
