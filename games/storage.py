"""Read and write the data of one action in as few SQL queries as possible.

The order is that of docs/locking.md: the game is locked first. Everything needed for decisions is read by a later
query, because a query that waits for a lock sees other rows as they were before it waited. Only the seats are read with
the lock. They never change, except for their copies of the game's columns, which are computed again from the locked
game.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from functools import cache, lru_cache
from typing import Any

from django.db.models import Model

from foundation import statements
from foundation.statements import LARGEST_NUMBER, LISTS, ModelTable, database_connection, database_vendor, row_of
from games.errors import IdempotencyKeyReused
from games.models import Action, Game, IdempotencyKey, Outage, Seat, TimeSettings, Vacation
from rules.off_time import Interval, Schedule

_games, _seats = ModelTable(Game), ModelTable(Seat)


@dataclass(frozen=True, slots=True)
class OffTime:
    """Times in which clocks of a game may stop: outages of the server, and weekly hours and vacations by player id.
    Players who have chosen no weekly hours are not in `weekly`. Whether the game allows such off time is not
    considered."""

    outages: tuple[Interval, ...] = ()
    weekly: Mapping[int, Schedule] = field(default_factory=dict)
    vacations: Mapping[int, Sequence[Interval]] = field(default_factory=dict)


NO_OFF_TIME = OffTime()


@dataclass(frozen=True, slots=True)
class ActionContext:
    """The data that an action needs in addition to its game. `kept` is the hash of the request and the stored response
    for its idempotency key, or None. `off_time` is the off time of the players."""

    kept: tuple[str, dict[str, Any]] | None
    off_time: OffTime


def locked_game(game_id: int) -> Game | None:
    """Return a game with its seats, locked, or None if it does not exist. Call it only inside a transaction."""
    if game_id > LARGEST_NUMBER:
        return None
    found = row_of(_lock_sql(), [game_id])
    if found is None:
        return None
    *values, seats = found
    game = _games.row(values)
    game.set_loaded_seats([_seats.row(seat) for seat in (json.loads(seats) if isinstance(seats, str) else seats)])
    for seat in game.seat_list():
        game.sync_seat(seat)
    return game


def read_action_context(game: Game, since: datetime | None, player_id: int, key: str | None) -> ActionContext:
    """Return the data that an action of this player needs while the game is locked, in one query.

    Off time that ended before `since` is omitted. `since` is None for a game without clocks.
    """
    if key is None and since is None:
        return ActionContext(None, NO_OFF_TIME)
    about_time = [] if since is None else _off_time_parameters([seat.player_id for seat in game.seat_list()], since)
    kept, *found = row_of(_context_sql(since is not None), [player_id, key, *about_time])
    if isinstance(kept, str):
        kept = json.loads(kept)
    return ActionContext(None if kept is None else (kept[0], kept[1]), _off_time_from_row(found))


def off_time_of(players: Iterable[int], since: datetime) -> OffTime:
    """Return the off time of these players that ended at `since` or later, in one query."""
    return _off_time_from_row(row_of(f"SELECT {_off_time_sql()}", _off_time_parameters(players, since)))


def _off_time_parameters(players: Iterable[int], since: datetime) -> list[Any]:
    """Return the parameters for the query of `_off_time_sql`. The players' ids are passed as one text, which each
    database parses."""
    instant = database_connection().ops.adapt_datetimefield_value(since)
    listed = LISTS[database_vendor()][1] % ",".join(map(str, players))
    return [instant, listed, listed, instant]


def _off_time_from_row(found: Sequence[Any]) -> OffTime:
    """Return the off time from a row that the query of `_off_time_sql` returned."""
    if not any(found):
        return NO_OFF_TIME
    outages, weekly, vacations = (json.loads(one) if isinstance(one, str) else one or [] for one in found)
    hours, away = {}, dict[int, list[Interval]]()
    for player, zone, weekend, is_chosen, *night in weekly:
        begin, end = (None if text is None else time.fromisoformat(text) for text in night)
        if is_chosen or weekend or begin:
            hours[player] = TimeSettings(zone=zone, weekend=weekend, night_begin=begin, night_end=end).weekly()
    for player, begin, end in vacations:
        away.setdefault(player, []).append(_interval(begin, end))
    return OffTime(tuple(_interval(*pair) for pair in outages), hours, away)


def _interval(begin: str, end: str) -> Interval:
    """Return the interval between two times in the JSON of `_off_time_sql`. Times of SQLite have no offset and are in
    UTC."""
    instants = (datetime.fromisoformat(text) for text in (begin, end))
    return Interval(*(instant if instant.tzinfo else instant.replace(tzinfo=UTC) for instant in instants))


def append_action(
    action: Action, changed: tuple[str, ...], answer: IdempotencyKey | None = None, along: Sequence[Model] = ()
) -> None:
    """Store the next action of a record together with these changed fields of its game, the response for retries
    (`answer`), and new rows that refer to the action (`along`). Takes one query on PostgreSQL, and one query per model
    on SQLite. The game must be locked.

    Raises IdempotencyKeyReused if another response has been stored for that key; the transaction must then be rolled
    back.
    """
    if database_vendor() != "postgresql":
        statements.insert(action)
        statements.update(action.game, changed)
        _insert_rows_of_actions([(action, along)])
        is_kept = answer is None or statements.insert_unless_there(answer)
    else:
        values = [*statements.database_values(action.game, changed), action.game.pk]
        values += [] if answer is None else statements.insert_values(answer)
        values += statements.insert_values(action)
        rows_by_model = _rows_by_model(along)
        values += [
            value
            for model, rows in rows_by_model.items()
            for row in rows
            for value in statements.insert_values(row, but=_fields_set_after_insert(model))
        ]
        counts = tuple((model, len(rows)) for model, rows in rows_by_model.items())
        action.pk, kept = row_of(_append_sql(changed, answer is not None, counts), values)
        is_kept = bool(kept) or answer is None
    if not is_kept:
        raise IdempotencyKeyReused


def append_actions(game: Game, rows: Sequence[tuple[Action, Sequence[Model]]], changed: tuple[str, ...]) -> None:
    """Store the next actions of a record, each with new rows that refer to it, and these changed fields of the game.
    One query per model. The game must be locked."""
    Action.objects.bulk_create([action for action, _ in rows])
    _insert_rows_of_actions(rows)
    statements.update(game, changed)


def _insert_rows_of_actions(rows: Sequence[tuple[Action, Sequence[Model]]]) -> None:
    """Store the rows that refer to these stored actions. One query per model."""
    for action, along in rows:
        for row in along:
            name = _action_foreign_key(type(row))
            if name is not None:
                setattr(row, name, action.pk)
    for of_model in _rows_by_model([row for _, along in rows for row in along]).values():
        statements.insert(*of_model)


@lru_cache(maxsize=16)
def _append_sql(changed: tuple[str, ...], has_key: bool, counts: tuple[tuple[type[Model], int], ...]) -> str:
    parts = [f"game AS ({statements.update_sql(Game, changed)})"]
    if has_key:
        parts.append(f"kept AS ({statements.insert_unless_there_sql(IdempotencyKey)})")
    parts.append(f"new AS ({statements.insert_sql(Action)})")
    for number, (related_model, count) in enumerate(counts):
        instead = tuple((name, "(SELECT id FROM new)") for name in _fields_set_after_insert(related_model))
        parts.append(f"rows{number} AS ({statements.insert_many_sql(related_model, count, instead)})")
    kept = "(SELECT count(*) FROM kept)" if has_key else "0"
    return f"WITH {', '.join(parts)} SELECT id, {kept} FROM new"


def _rows_by_model(rows: Sequence[Model]) -> dict[type[Model], list[Model]]:
    """Return the rows grouped by model."""
    found: dict[type[Model], list[Model]] = {}
    for row in rows:
        found.setdefault(type(row), []).append(row)
    return found


@cache
def _action_foreign_key(model: type[Model]) -> str | None:
    """Return the name of the model's foreign key to an action, or None if it has none."""
    return next((field.attname for field in model._meta.concrete_fields if field.related_model is Action), None)


def _fields_set_after_insert(model: type[Model]) -> tuple[str, ...]:
    """Return the names of the model's fields whose values are known only after the action is stored: the foreign key to
    the action, if there is one."""
    name = _action_foreign_key(model)
    return () if name is None else (name,)


@cache
def _lock_sql() -> str:
    array, gather = ("json_build_array", "json_agg") if database_vendor() == "postgresql" else _OF_SQLITE
    lock = " FOR NO KEY UPDATE OF g" if database_vendor() == "postgresql" else ""
    seats = f"SELECT {gather}({array}({_seats.columns('s')})) FROM {_seats.name} s WHERE s.game_id = g.id"
    return f"SELECT {_games.columns('g')}, ({seats}) FROM {_games.name} g WHERE g.id = %s{lock}"


@lru_cache(maxsize=2)
def _context_sql(is_timed: bool) -> str:
    array, text = ("json_build_array", "") if database_vendor() == "postgresql" else ("json_array", "json")
    keys = _table_name(IdempotencyKey)
    kept = f"SELECT {array}(body_hash, {text}(answer)) FROM {keys} WHERE player_id = %s AND key = %s"
    return f"SELECT ({kept}), {_off_time_sql()}" if is_timed else f"SELECT ({kept})"


@cache
def _off_time_sql() -> str:
    """Return the SQL that reads outages, weekly hours and vacations as JSON, with NULL for none."""
    array, gather, text = (
        ("json_build_array", "json_agg", "") if database_vendor() == "postgresql" else (*_OF_SQLITE, "json")
    )
    among, interval = LISTS[database_vendor()][0], '"begin", "end"'
    weekly = f"player_id, zone, {text}(weekend), changed_at IS NOT NULL, night_begin, night_end"
    all_if_any = f"CASE WHEN count(*) > 0 THEN {gather}({array}(%s)) END"
    return (
        f'(SELECT {all_if_any % interval} FROM {_table_name(Outage)} WHERE "end" > %s),'
        f" (SELECT {all_if_any % weekly} FROM {_table_name(TimeSettings)} WHERE player_id {among}),"
        f" (SELECT {all_if_any % f'player_id, {interval}'} FROM {_table_name(Vacation)}"
        f' WHERE player_id {among} AND "end" > %s)'
    )


_OF_SQLITE = ("json_array", "json_group_array")


def _table_name(model: Any) -> str:
    return ModelTable(model).name
