"""Queries for lists of games. Their SQL does not depend on the number of games, so it is compiled once
(`games.reading`)."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import connection

from accounts.models import Player
from foundation.statements import LISTS, ModelTable, rows_of
from games.models import Game, Message, Note, Seat
from ratings.models import Category, Rating

_games, _seats, _players = ModelTable(Game), ModelTable(Seat), ModelTable(Player)


def seat_rows_of(games: list[int]) -> list[tuple[Any, ...]]:
    """Return the seats of these games in order: game, index, colour, player, name, whether the player is a bot,
    deletion time, the rating that the player shows and its deviation (None if they show none), variant. One query."""
    numbers = ",".join(map(str, games))
    return rows_of(_seat_rows_sql(connection.vendor), [LISTS[connection.vendor][1] % numbers])


class CardTexts(NamedTuple):
    """Texts shown with a player's game: the player's own note, and another player's last message or quick reply
    (`quick`). Each is "" if it does not exist or was hidden."""

    game: int
    note: str
    message: str
    quick: str


def texts_of_cards(player_id: int, games: list[int]) -> list[CardTexts]:
    """Return the texts for these games, in which the player has a seat. One query."""
    numbers = LISTS[connection.vendor][1] % ",".join(map(str, games))
    return list(map(CardTexts._make, rows_of(_card_texts_sql(connection.vendor), [player_id, numbers])))


@lru_cache(maxsize=2)
def _card_texts_sql(vendor: str) -> str:
    messages = ModelTable(Message).name
    return (
        "SELECT s.game_id, COALESCE(n.text, ''), COALESCE(m.text, ''), COALESCE(m.quick, '')"
        f" FROM {_seats.name} s LEFT JOIN {ModelTable(Note).name} n ON n.seat_id = s.id"
        f" LEFT JOIN {messages} m ON m.author_id <> s.player_id AND m.hidden_at IS NULL AND m.id ="
        f" (SELECT l.id FROM {messages} l WHERE l.game_id = s.game_id ORDER BY l.said_at DESC, l.id DESC LIMIT 1)"
        f" WHERE s.player_id = %s AND s.game_id {LISTS[vendor][0]}"
    )


def load_positions(games: list[int]) -> list[Game]:
    """Return these games with only their numbers and positions loaded. One query."""
    numbers = ",".join(map(str, games))
    rows = rows_of(_positions_sql(connection.vendor), [LISTS[connection.vendor][1] % numbers])
    return [
        Game.from_db("default", _OF_POSITIONS, (pk, _parse_json(setup), at, _parse_json(shot)))
        for pk, setup, at, shot in rows
    ]


_OF_POSITIONS = ("id", "setup", "number", "snapshot")
"""The column names in the order of the query."""


@lru_cache(maxsize=2)
def _positions_sql(vendor: str) -> str:
    return f"SELECT {', '.join(_OF_POSITIONS)} FROM {_games.name} WHERE id {LISTS[vendor][0]}"


@lru_cache(maxsize=2)
def _seat_rows_sql(vendor: str) -> str:
    return (
        'SELECT s.game_id, s."index", s.color, s.player_id, p.username, p.is_bot, p.deleted_at, r.rating, r.deviation,'
        f" s.variant FROM {_seats.name} s JOIN {_players.name} p ON p.id = s.player_id"
        f" LEFT JOIN {ModelTable(Rating).name} r"
        f" ON r.player_id = p.id AND r.category = {Category.OVERALL.value} AND NOT p.hides_rank"
        f' WHERE s.game_id {LISTS[vendor][0]} ORDER BY s.game_id, s."index"'
    )


def _parse_json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value
