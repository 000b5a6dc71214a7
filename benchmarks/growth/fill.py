"""Creates many games by COPY: players with a long tail, one of whom plays in a twenty-fifth of all games, and all data
that games leave behind.

Every game has the actions of one of a few real games (patterns.py), with its own players, dates and privacy.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import psycopg

from . import around
from .plan import One

HEAVY = "heavy"
"""The name of the player in one of SHARE games; RUNNING_OF_ONE of these are in progress, for any number of games."""
SHARE = 25
RUNNING_OF_ONE = 20
RUNNING = 0.1
FEW = 10_000
"""Up to this many games, rows are written without dropping indexes."""
PRIVATE = 0.05
LARGE = ("games_game", "games_seat", "games_action", "games_notice", "games_message", "games_challenge",
         "ratings_ratingevent", "ratings_rating", "accounts_player")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Size:
    """The numbers of games and players to create; the heavy player plays in one of `share` games."""

    games: int
    players: int
    now: datetime
    share: int = SHARE


class Rows:
    """An existing row in the format of COPY, to be written again with other values in some columns."""

    def __init__(self, connection: psycopg.Connection[Any], table: str, where: str, columns: Iterable[str]) -> None:
        names = _columns(connection, table)
        self.table, self.names = table, names
        self.lines = []
        with connection.cursor().copy(f"COPY (SELECT {', '.join(names)} FROM {table} WHERE {where}) TO STDOUT") as copy:
            text = b"".join(bytes(piece) for piece in copy).decode()
        changed = set(columns)
        for line in text.splitlines():
            fields = [
                f"%({name})s" if name in changed else value.replace("%", "%%")
                for name, value in zip(names, line.split("\t"), strict=True)
            ]
            self.lines.append("\t".join(fields) + "\n")


def _columns(connection: psycopg.Connection[Any], table: str) -> list[str]:
    found = connection.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_name = %s ORDER BY ordinal_position", [table]
    )
    return [f'"{name}"' for (name,) in found]


def fill(connection: psycopg.Connection[Any], patterns: list[tuple[int, bool]], size: Size) -> None:
    """Create the rows. `patterns` are the ids of the existing games, and whether each has ended."""
    connection.execute("SET session_replication_role = replica; SET synchronous_commit = off")
    indexes = _drop_indexes(connection) if size.games > FEW else []
    first = _next(connection, "accounts_player")
    _players(connection, first, size)
    _games(connection, patterns, first, size)
    for definition in indexes:
        connection.execute(definition)
    for table in LARGE:
        connection.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
    connection.execute("SET session_replication_role = DEFAULT")


def _drop_indexes(connection: psycopg.Connection[Any]) -> list[str]:
    """Drop the indexes without a constraint; return the statements that create them again."""
    found = connection.execute(
        "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index "
        "WHERE indrelid::regclass::text = ANY(%s) AND NOT indisunique",
        [list(LARGE)],
    ).fetchall()
    for name, _definition in found:
        connection.execute(f"DROP INDEX {name}")
    return [definition for _name, definition in found]


def _next(connection: psycopg.Connection[Any], table: str) -> int:
    row = connection.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()
    assert row is not None
    return int(row[0])


def _copy(connection: psycopg.Connection[Any], table: str, names: Iterable[str], lines: Iterable[str]) -> None:
    with connection.cursor().copy(f"COPY {table} ({', '.join(names)}) FROM STDIN") as copy:
        waiting: list[str] = []
        for line in lines:
            waiting.append(line)
            if len(waiting) >= 500:
                copy.write("".join(waiting))
                waiting.clear()
        copy.write("".join(waiting))


def _players(connection: psycopg.Connection[Any], first: int, size: Size) -> None:
    row = Rows(connection, "accounts_player", "username = 'pattern1'", ['"id"', '"username"', '"name_key"', '"email"'])

    def lines() -> Iterator[str]:
        for index in range(size.players):
            name = HEAVY if index == 0 else f"crowd{index}"
            values = {"id": first + index, "username": name, "name_key": name, "email": f"{name}@example.org"}
            yield row.lines[0] % _quoted(values)

    _copy(connection, row.table, row.names, lines())


def _quoted(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values in the format of COPY, by quoted column."""
    return {f'"{name}"': _written(value) for name, value in values.items()}


def _written(value: Any) -> Any:
    if value is None:
        return r"\N"
    if isinstance(value, bool):
        return "t" if value else "f"
    return value.isoformat() if isinstance(value, datetime) else value


def planned(patterns: list[tuple[int, bool]], first_game: int, first_player: int, size: Size) -> Iterator[One]:
    """Yield the games in the order in which they began: over five years, those in progress recently."""
    dice = random.Random(2)  # noqa: S311 - not a secret
    over = [number for number, ended in patterns if ended]
    running = [number for number, ended in patterns if not ended]
    for index in range(size.games):
        age = timedelta(days=5 * 365) * ((size.games - index) / size.games)
        begun = size.now - age - timedelta(hours=1)
        one = 0 if index % size.share == 0 else 1 + int((size.players - 1) * dice.random() ** 3)
        other = 1 + int((size.players - 1) * dice.random() ** 2)
        other = other if other != one else 1 + other % (size.players - 1)
        goes_on = dice.random() < RUNNING
        if one == 0:  # the latest of them
            goes_on = (size.games - index) <= size.share * RUNNING_OF_ONE
        ended = None if goes_on else min(begun + timedelta(days=dice.random() * 60), size.now - timedelta(hours=1))
        acted = ended or size.now - timedelta(seconds=1 + dice.random() * 4 * 86400)
        seats = (first_player + one, first_player + other)
        yield One(
            number=first_game + index,
            pattern=dice.choice(running if goes_on else over),
            seats=seats if dice.random() < 0.5 else seats[::-1],
            private=dice.random() < PRIVATE,
            begun=begun,
            ended=ended,
            acted=acted,
        )


def _games(
    connection: psycopg.Connection[Any], patterns: list[tuple[int, bool]], first_player: int, size: Size
) -> None:
    first_game, first_seat = _next(connection, "games_game"), _next(connection, "games_seat")

    def games() -> Iterator[One]:
        return planned(patterns, first_game, first_player, size)

    def seat_of(game: One, index: int) -> int:
        return first_seat + 2 * (game.number - first_game) + index

    _one_each(connection, "games_game", patterns, games())
    seats = {
        number: Rows(
            connection, "games_seat", f"game_id = {number} ORDER BY index",
            ['"id"', '"game_id"', '"player_id"', '"private"', '"rated"', '"started_at"', '"finished_at"'],
        )
        for number, _ended in patterns
    }  # fmt: skip

    def seat_lines() -> Iterator[str]:
        for game in games():
            for index, line in enumerate(seats[game.pattern].lines):
                values = {
                    "id": seat_of(game, index), "game_id": game.number, "player_id": game.seats[index],
                    "private": game.private, "rated": game.is_rated,
                    "started_at": game.begun, "finished_at": game.ended,
                }  # fmt: skip
                yield line % _quoted(values)

    _copy(connection, "games_seat", next(iter(seats.values())).names, seat_lines())
    _actions(connection, patterns, games, seat_of)
    _around(connection, games, size)


def _game_values(game: One) -> dict[str, Any]:
    # what has been reminded of is as after the sweeper's pass before
    deadline = None if game.ended else game.acted + timedelta(days=5)
    return {
        "id": game.number, "private": game.private, "started_at": game.begun, "finished_at": game.ended,
        "last_action_at": game.acted, "deadline": deadline, "reminded": 2,
        "rated": game.is_rated, "unrated_reason": "" if game.is_rated else "chosen",
    }  # fmt: skip


def _one_each(
    connection: psycopg.Connection[Any],
    table: str,
    patterns: list[tuple[int, bool]],
    games: Iterable[One],
) -> None:
    """Write a row for every game, with the other columns of its pattern's row."""
    columns = [
        "id", "private", "started_at", "finished_at", "last_action_at", "deadline", "reminded", "rated",
        "unrated_reason",
    ]  # fmt: skip
    rows = {number: Rows(connection, table, f"id = {number}", [f'"{c}"' for c in columns]) for number, _e in patterns}
    lines = (rows[game.pattern].lines[0] % _quoted(_game_values(game)) for game in games)
    _copy(connection, table, next(iter(rows.values())).names, lines)


def _actions(
    connection: psycopg.Connection[Any],
    patterns: list[tuple[int, bool]],
    games: Callable[[], Iterator[One]],
    seat_of: Callable[[One, int], int],
) -> None:
    rows, indices = {}, {}
    for number, _ended in patterns:
        rows[number] = Rows(
            connection, "games_action", f"game_id = {number} ORDER BY number", ['"id"', '"game_id"', '"seat_id"']
        )
        found = connection.execute(
            "SELECT s.index FROM games_action a LEFT JOIN games_seat s ON s.id = a.seat_id "
            "WHERE a.game_id = %s ORDER BY a.number", [number],
        )  # fmt: skip
        indices[number] = [index for (index,) in found]
    names = next(iter(rows.values())).names
    first = _next(connection, "games_action")

    def lines() -> Iterator[str]:
        number = first
        for game in games():
            for line, index in zip(rows[game.pattern].lines, indices[game.pattern], strict=True):
                seat = r"\N" if index is None else seat_of(game, index)
                yield line % {'"id"': number, '"game_id"': game.number, '"seat_id"': seat}
                number += 1

    _copy(connection, "games_action", names, lines())


def _around(connection: psycopg.Connection[Any], games: Callable[[], Iterator[One]], size: Size) -> None:
    """Write notices, chat, offers and ratings."""
    offered = connection.execute("SELECT time_control::text, lateness, off_time::text FROM games_challenge").fetchone()
    assert offered is not None
    made = (
        around.notices(games), around.messages(games), around.challenges(games, size.now, offered),
        around.ratings(games, size.now),
    )  # fmt: skip
    for tables in made:
        for table, columns, lines in tables:
            _copy(connection, table, columns, ("\t".join(str(_written(v)) for v in line) + "\n" for line in lines))
