"""Queries that read one game for a page or an API response. They lock no rows.

The SQL texts are compiled once, from the models (`foundation.statements`), because the ORM needs more time to build
each of these queries than the database needs to run it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection

from accounts.models import Block, NextGameOrder, Player
from accounts.models.player import shown_name
from foundation.hook import send_and_merge
from foundation.keyset import MOST_COUNTED
from foundation.statements import LARGEST_NUMBER, LISTS, ModelTable, database_vendor, rows_of
from games.models import Action, Game, Message, Note, Outage, Seat, TimeSettings, Vacation
from games.models.event_ref import EventRef
from games.signals import header_counts
from notifications.models import Notice
from ratings.models import Category, Rating
from ratings.standing import set_loaded_ratings
from rules.clock import TimeSystem

_games, _seats, _actions, _players = ModelTable(Game), ModelTable(Seat), ModelTable(Action), ModelTable(Player)
_ratings = ModelTable(Rating)


class NonMoveAction(NamedTuple):
    """An action of the record other than a play or a pass, for texts about it. `seat` is the seat's primary key."""

    number: int
    kind: str
    color: int | None
    seat: int | None
    payload: dict[str, Any]


class MoveRow(NamedTuple):
    """A play, a pass, an undo or handicap stones. `at` is in microseconds since 1970. `point` is None for a pass, `to`
    is how many moves remain after an undo, `points` are handicap stones as JSON, `planned` means a conditional move."""

    number: int
    kind: str
    color: int | None
    at: int
    point: str | None
    to: str | int | None
    points: str | None
    planned: object


class ChatLine(NamedTuple):
    """A chat message with its author's columns; `number` is the number of the game's last action when it was sent."""

    pk: int
    number: int
    author: int
    username: str
    deleted_at: datetime | None
    text: str
    said_at: datetime
    hidden_at: datetime | None
    hidden_reason: str
    quick: str


class NoteAndBlock(NamedTuple):
    """A player's note about the game, its priority, and whether they and another player have blocked each other."""

    note: str = ""
    priority: int = 0
    is_blocked: bool = False


class OwnRunningGame(NamedTuple):
    """A player's game in progress, from their side. `waits` is whether they have to act in it. `waiting` is the number
    of all their games, except the displayed one, in which they have to act."""

    pk: int
    number: int
    width: int
    height: int
    deadline: datetime | None
    color: int
    waits: bool
    waiting: int
    opponent: str


def game_with_people(game_id: int) -> Game | None:
    """Return the game with its seats, the players and their ratings, or None if there is no such game. Also store on
    the game whether off time may affect it. Always takes two queries, so that the response time does not reveal hidden
    games (S02)."""
    number = min(game_id, LARGEST_NUMBER)
    found = rows_of(_game_sql(), [number])
    if not found:
        rows_of(_people_sql(), [None, None, number])
        return None
    game = _games.row(found[0])
    _load_people_and_off_time(game)
    return game


def load_rating_events(game: Game) -> None:
    """Load the rating changes of the game. Takes one query if the game is finished, otherwise none."""
    game.fetched_rating_events = list(game.rating_events.all()) if game.is_finished else []


def _load_people_and_off_time(game: Game) -> None:
    since = None if game.agreed_time.system is TimeSystem.NONE else game.clock_value().since or game.last_action_at
    instant = None if since is None else connection.ops.adapt_datetimefield_value(since)
    seats: dict[int, Seat] = {}
    ratings: dict[int, list[Rating]] = {}
    ends = [len(_seats.fields), len(_seats.fields) + len(_players.fields), -3]
    has_off_time = False
    for row in rows_of(_people_sql(), [instant, instant, game.pk]):
        if row[0] not in seats:
            seat = seats[row[0]] = _seats.row(row[: ends[0]])
            seat.player = _players.row(row[ends[0] : ends[1]])
            has_off_time = has_off_time or any(row[ends[2] :])
        if row[ends[1]] is not None:
            ratings.setdefault(row[0], []).append(_ratings.row(row[ends[1] : ends[2]]))
    for pk, seat in seats.items():
        set_loaded_ratings(seat.player, ratings.get(pk, []))
    game.set_loaded_seats(list(seats.values()))
    game.has_off_time = since is not None and has_off_time


def non_move_actions(game: Game) -> list[NonMoveAction]:
    """Return the actions of the record without plays and passes."""
    rows = rows_of(_non_moves_sql(), [game.pk])
    return [NonMoveAction(at, kind, color, seat, _parse_json(payload)) for at, kind, color, seat, payload in rows]


def move_rows_after(game: Game, after: int) -> list[MoveRow]:
    """Return the plays, passes, undos and handicap stones after the action with this number. One query."""
    return list(map(MoveRow._make, rows_of(_move_rows_sql(connection.vendor), [game.pk, after, game.number])))


def games_with_new_actions(numbers: Mapping[int, int]) -> dict[int, tuple[Game, list[Action]]]:
    """Return the games whose ids are the keys of `numbers`, each with its actions after the action number that is the
    value, in order. Access must have been checked. Only players, number and privacy of a game are loaded. Games that do
    not exist are left out. Two queries for any number of games."""
    games: dict[int, Game] = {}
    seats: dict[int, list[Seat]] = {}
    listed = LISTS[database_vendor()][1] % ",".join(map(str, numbers))
    for pk, number, private, *seat in rows_of(_numbers_and_seats_sql(), [listed]):
        if pk not in games:
            games[pk], seats[pk] = Game.from_db(DEFAULT_DB_ALIAS, _HEADER_OF_GAME, (pk, private, number)), []
        seats[pk].append(Seat.from_db(DEFAULT_DB_ALIAS, _SEAT_COLUMNS, seat))
    found: dict[int, tuple[Game, list[Action]]] = {}
    for pk, game in games.items():
        game.set_loaded_seats(seats[pk])
        found[pk] = game, []
    for row in rows_of(_new_actions_sql(), [json.dumps(list(numbers.items()))]):
        action = _actions.row(row)
        if action.game_id in found:
            found[action.game_id][1].append(action)
    return found


_HEADER_OF_GAME = ("id", "private", "number")
_SEAT_COLUMNS = ("id", "game_id", "index", "color", "player_id", "variant")
"""The column names of a seat in the order of the query."""


def microseconds(at: datetime) -> int:
    """Return a time in microseconds since 1970."""
    return (at - _EPOCH) // timedelta(microseconds=1)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def last_messages(game: Game, most: int) -> list[ChatLine]:
    """Return the last messages of the chat, oldest first."""
    found = [ChatLine._make(row) for row in reversed(rows_of(_messages_sql(), [game.pk, most]))]
    return found if connection.vendor == "postgresql" else [_with_parsed_times(found_row) for found_row in found]


def _with_parsed_times(row: ChatLine) -> ChatLine:
    """Return the message with its times as datetimes. SQLite returns them as text."""
    times = {name: getattr(row, name) for name in ("deleted_at", "said_at", "hidden_at")}
    read: Any = connection.ops
    return row._replace(
        **{name: read.convert_datetimefield_value(value, None, connection) for name, value in times.items()}
    )


def note_and_block_of_seat(seat: Seat, others: list[int]) -> NoteAndBlock:
    """Return this player's note and priority, and whether there is a block between them and any of these players."""
    here = [seat.player_id, *others]
    ((note, priority, blocked),) = rows_of(_note_and_block_sql(len(others)), [seat.pk, seat.pk, *here, *here])
    return NoteAndBlock(note or "", priority or 0, bool(blocked))


def _count_waiting_games_sql(most: int) -> str:
    index = '"index"'
    return (
        f"SELECT COUNT(*) FROM (SELECT 1 FROM {_seats.name} s JOIN {_games.name} g ON g.id = s.game_id"
        f" WHERE s.player_id = %s AND s.finished_at IS NULL AND g.turn = s.{index} LIMIT {most}) waiting"
    )


def _count_unread_notices_sql(most: int) -> str:
    return (
        f"SELECT COUNT(*) FROM (SELECT 1 FROM {ModelTable(Notice).name}"
        f" WHERE player_id = %s AND read_at IS NULL LIMIT {most}) unread"
    )


def _overall_rating_sql(column: str) -> Callable[[int], str]:
    of_player = f"FROM {ModelTable(Rating).name} WHERE player_id = %s AND category = {Category.OVERALL}"
    return lambda most: f"SELECT {column} {of_player}"


_HEADER: dict[str, Callable[[int], str]] = {
    "waiting_count": _count_waiting_games_sql,
    "notice_count": _count_unread_notices_sql,
    "own_rating": _overall_rating_sql("rating"),
    "own_deviation": _overall_rating_sql("deviation"),
}
"""SQL expressions of the values in the page header of a signed-in player, by template name. Each has the player's id
as its only parameter; counts stop at a limit."""


@cache
def header_sql() -> dict[str, Callable[[int], str]]:
    """Return, by name, functions that take the largest number to count and return the SQL of a page header's value."""
    return _HEADER | send_and_merge(header_counts)


def header_values(player_id: int) -> dict[str, Any]:
    """Return the header's values for this player, in one query. Counts, such as games to act in and new notices, are at
    most MOST_COUNTED + 1. The rating and its deviation are None for players who were never rated."""
    (counted,) = rows_of(_header_values_sql(), [player_id] * len(header_sql()))
    return dict(zip(header_sql(), counted, strict=True))


def other_running_games(player: Player, game_id: int, most: int, event: EventRef | None = None) -> list[OwnRunningGame]:
    """Return up to `most` of the player's other games in progress; with `event`, only games of that event. Games in
    which they have to act come first, then the others, each in the order that they chose (`services.next_games`). If
    they have to act in this game, the list begins with the games after it. One query."""
    found: dict[int, OwnRunningGame] = {}
    within = [] if event is None else [event.kind, event.number]
    text = _other_running_games_sql(player.next_order, bool(within))
    for *row, waits, waiting, username, deleted_at in rows_of(
        text, [game_id, game_id, player.pk, *within, game_id, most]
    ):
        running = OwnRunningGame._make((*row, bool(waits), waiting, shown_name(username, deleted_at)))
        found.setdefault(running.pk, running)
    if connection.vendor == "postgresql":
        return list(found.values())
    read: Any = connection.ops
    return [
        one._replace(deadline=read.convert_datetimefield_value(one.deadline, None, connection))
        for one in found.values()
    ]


def _parse_json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


@lru_cache(maxsize=1)
def _game_sql() -> str:
    return f"SELECT {_games.columns('g')} FROM {_games.name} g WHERE g.id = %s"


@lru_cache(maxsize=1)
def _people_sql() -> str:
    end, index = '"end"', '"index"'
    return (
        f"SELECT {_seats.columns('s')}, {_players.columns('p')}, {_ratings.columns('r')},"
        f" EXISTS (SELECT 1 FROM {ModelTable(Outage).name} WHERE {end} > %s),"
        f" EXISTS (SELECT 1 FROM {ModelTable(TimeSettings).name} t WHERE t.player_id = p.id),"
        f" EXISTS (SELECT 1 FROM {ModelTable(Vacation).name} v WHERE v.player_id = p.id AND v.{end} > %s)"
        f" FROM {_seats.name} s JOIN {_players.name} p ON p.id = s.player_id"
        f" LEFT JOIN {_ratings.name} r ON r.player_id = p.id WHERE s.game_id = %s ORDER BY s.{index}, r.category"
    )


@lru_cache(maxsize=1)
def _numbers_and_seats_sql() -> str:
    seat, index = ", ".join(f's."{name}"' for name in _SEAT_COLUMNS), '"index"'
    return (
        f"SELECT g.id, g.number, g.private, {seat} FROM {_games.name} g JOIN {_seats.name} s ON s.game_id = g.id"
        f" WHERE g.id {LISTS[database_vendor()][0]} ORDER BY g.id, s.{index}"
    )


@lru_cache(maxsize=1)
def _new_actions_sql() -> str:
    """Return the SQL for new actions by game. It makes the database read each game's actions through the index, because
    PostgreSQL would scan a small table sequentially."""
    columns = _actions.columns("a")
    if database_vendor() == "postgresql":
        own = "a.game_id = (asked.value ->> 0)::bigint AND a.number > (asked.value ->> 1)::int"
        found = f"SELECT * FROM {_actions.name} a WHERE {own} ORDER BY a.number OFFSET 0"
        return f"SELECT {columns} FROM json_array_elements(%s::json) asked CROSS JOIN LATERAL ({found}) a"
    own = "a.game_id = json_extract(asked.value, '$[0]') AND a.number > json_extract(asked.value, '$[1]')"
    found = f"SELECT {columns} FROM json_each(%s) asked JOIN {_actions.name} a ON {own}"
    return f"{found} ORDER BY a.game_id, a.number"


@lru_cache(maxsize=1)
def _non_moves_sql() -> str:
    return (
        f"SELECT number, kind, color, seat_id, payload FROM {ModelTable(Action).name}"
        " WHERE game_id = %s AND kind NOT IN ('play', 'pass') ORDER BY number"
    )


@lru_cache(maxsize=2)
def _move_rows_sql(vendor: str) -> str:
    """Return the SQL for moves with times as numbers, because drivers convert numbers fast."""
    if vendor == "postgresql":
        at, of = "(EXTRACT(EPOCH FROM received_at) * 1000000)::bigint", "{} ->> '{}'"
    else:
        at = "CAST(STRFTIME('%%s', received_at) AS INTEGER) * 1000000 + CAST(SUBSTR(received_at, 21, 6) AS INTEGER)"
        of = "JSON_EXTRACT({}, '$.{}')"
    of_payload = [of.format("payload", name) for name in ("point", "to", "points")]
    columns = ", ".join([*of_payload, of.format("effect", "planned")])
    return (
        f"SELECT number, kind, color, {at}, {columns} FROM {ModelTable(Action).name} WHERE game_id = %s AND number > %s"
        " AND number <= %s AND kind IN ('play', 'pass', 'undo', 'place_handicap') ORDER BY number"
    )


@lru_cache(maxsize=1)
def _messages_sql() -> str:
    return (
        "SELECT m.id, m.number, m.author_id, p.username, p.deleted_at, m.text, m.said_at, m.hidden_at,"
        " m.hidden_reason, m.quick"
        f" FROM {ModelTable(Message).name} m JOIN {_players.name} p ON p.id = m.author_id"
        " WHERE m.game_id = %s ORDER BY m.said_at DESC, m.id DESC LIMIT %s"
    )


@lru_cache(maxsize=4)
def _note_and_block_sql(others: int) -> str:
    them, blocks = ", ".join(["%s"] * others), ModelTable(Block).name
    return (
        f"SELECT (SELECT text FROM {ModelTable(Note).name} WHERE seat_id = %s),"
        f" (SELECT priority FROM {ModelTable(Note).name} WHERE seat_id = %s),"
        f" EXISTS (SELECT 1 FROM {blocks} WHERE player_id = %s AND blocked_id IN ({them}))"
        f" OR EXISTS (SELECT 1 FROM {blocks} WHERE blocked_id = %s AND player_id IN ({them}))"
    )


@lru_cache(maxsize=1)
def _header_values_sql() -> str:
    return "SELECT " + ", ".join(f"({text(MOST_COUNTED + 1)})" for text in header_sql().values())


_BY_DEADLINE = "g.deadline NULLS LAST, g.id"


def _chosen_order_sql(order: str) -> str:
    """Return SQL that sorts like `ordered_games` in services.next_games, for a seat `s` with its game `g`."""
    if order == NextGameOrder.WAITING:
        return "g.last_action_at, g.id"
    if order == NextGameOrder.OPPONENT:
        names = f"SELECT MIN(n.name_key) FROM {_seats.name} f JOIN {_players.name} n ON n.id = f.player_id"
        return f"({names} WHERE f.game_id = g.id AND f.player_id <> s.player_id), {_BY_DEADLINE}"
    if order == NextGameOrder.PRIORITY:
        own = f"SELECT priority FROM {ModelTable(Note).name} WHERE seat_id = s.id"
        return f"COALESCE(({own}), 0) DESC, {_BY_DEADLINE}"
    return _BY_DEADLINE


@lru_cache(maxsize=16)
def _other_running_games_sql(order: str, is_of_event: bool) -> str:
    index = '"index"'
    within = " AND g.event_kind = %s AND g.event_number = %s" if is_of_event else ""
    waits = f"CASE WHEN g.turn = s.{index} THEN 1 ELSE 0 END"
    columns = "id, number, width, height, deadline, color, waits"
    placed = (
        f"SELECT g.id, g.number, g.width, g.height, g.deadline, s.color, {waits} AS waits,"
        f" ROW_NUMBER() OVER (ORDER BY {waits} DESC, {_chosen_order_sql(order)}) AS place"
        f" FROM {_seats.name} s JOIN {_games.name} g ON g.id = s.game_id"
        f" WHERE s.player_id = %s AND s.finished_at IS NULL{within}"
    )
    here = "MAX(CASE WHEN id = %s AND waits = 1 THEN place ELSE 0 END) OVER ()"
    behind = (
        f"SELECT {columns}, place, CASE WHEN place < {here} THEN 1 ELSE 0 END AS skipped,"
        f" SUM(CASE WHEN id = %s THEN 0 ELSE waits END) OVER () AS waiting FROM ({placed}) p"
    )
    return (
        f"SELECT {', '.join(f'w.{name}' for name in columns.split(', '))}, w.waiting, p.username, p.deleted_at"
        f" FROM (SELECT * FROM ({behind}) b WHERE id <> %s ORDER BY waits DESC, skipped, place LIMIT %s) w"
        f" JOIN {_seats.name} o ON o.game_id = w.id AND o.color <> w.color JOIN {_players.name} p ON p.id = o.player_id"
        f" ORDER BY w.waits DESC, w.skipped, w.place, o.{index}"
    )
