"""Finished games between two times, as compact values so that thousands can be examined."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import Player
from games.models import Game, Seat
from rules import Color, Reason


@dataclass(frozen=True, slots=True)
class DecidedGame:
    """A finished game with a winner. `area` is the number of points of its board."""

    game: int
    winner: int
    loser: int
    loser_color: Color
    reason: Reason
    moves: int
    area: int
    at: datetime
    is_rated: bool
    loser_is_bot: bool

    @property
    def pair(self) -> tuple[int, int]:
        """Return both players' ids in ascending order."""
        return (min(self.winner, self.loser), max(self.winner, self.loser))

    @property
    def is_short(self) -> bool:
        """Return whether the game was resigned or lost on time after a few moves."""
        given_up = self.reason in (Reason.RESIGNATION, Reason.TIME, Reason.FORFEIT)
        return given_up and self.moves < settings.IGO_SIGNAL_SHORT_GAME


def finished_game_ids(now: datetime, since: datetime) -> list[int]:
    """Return the ids of the games that ended between these times, at most the latest IGO_SIGNAL_GAMES. One query."""
    return list(_ended_games(now, since).values_list("pk", flat=True))


def decided_games(now: datetime, since: datetime) -> list[DecidedGame]:
    """Return the games with a winner that ended between these times, in order. Three queries.

    Each query reads one table by keys, because PostgreSQL would join the tables row by row while its statistics are
    older than the games.
    """
    columns = ("pk", "winner", "end_reason", "move_number", "width", "height", "finished_at", "rated")
    games = {row[0]: row for row in _ended_games(now, since).values_list(*columns) if row[1] is not None}
    seats: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for game, color, player in Seat.objects.filter(game__in=games).values_list("game_id", "color", "player_id"):
        seats[game].append((color, player))
    people = {player for pair in seats.values() for _, player in pair}
    bots = set(Player.objects.filter(pk__in=people, is_bot=True).values_list("pk", flat=True))
    found = [_decided_game_from_row(games[game], pair, bots) for game, pair in seats.items() if len(pair) == 2]
    return sorted(found, key=lambda one: (one.at, one.game))


def _ended_games(now: datetime, since: datetime) -> QuerySet[Game]:
    ended = Game.objects.finished().filter(finished_at__gte=since, finished_at__lte=now)
    return ended.order_by("-finished_at", "-pk")[: settings.IGO_SIGNAL_GAMES]


def _decided_game_from_row(game: tuple[Any, ...], pair: Iterable[tuple[int, int]], bots: Container[int]) -> DecidedGame:
    key, winner, reason, moves, width, height, at, rated = game
    (color, loser), (_, won) = sorted(pair, key=lambda seat: seat[0] == winner)
    return DecidedGame(
        game=key,
        winner=won,
        loser=loser,
        loser_color=Color(color),
        reason=Reason(reason),
        moves=moves,
        area=width * height,
        at=at,
        is_rated=rated,
        loser_is_bot=loser in bots,
    )
