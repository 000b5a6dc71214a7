"""Playing: a stone, a pass, handicap stones, resigning."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from accounts.models import Player
from rules import Color, Pass, PlaceHandicap, Play, Point, Resign

from .seam import Receipt, act


def play(*, game_id: int, player: Player, point: Point, expected: int, key: str | None, now: datetime) -> Receipt:
    """Play a stone (R2 to R5)."""
    return act(
        game_id=game_id,
        player=player,
        build=lambda game, seat, state: Play(Color(seat.color), point),
        expected=expected,
        key=key,
        now=now,
        request={"verb": "play", "point": list(point)},
    )


def pass_(*, game_id: int, player: Player, expected: int, key: str | None, now: datetime) -> Receipt:
    """Pass (R6); the second in a row stops play."""
    return act(
        game_id=game_id,
        player=player,
        build=lambda game, seat, state: Pass(Color(seat.color)),
        expected=expected,
        key=key,
        now=now,
        request={"verb": "pass"},
    )


def place_handicap(
    *,
    game_id: int,
    player: Player,
    points: Iterable[Point],
    expected: int,
    key: str | None,
    now: datetime,
) -> Receipt:
    """Place all free handicap stones as one action (R41)."""
    placed = frozenset(points)
    return act(
        game_id=game_id,
        player=player,
        build=lambda game, seat, state: PlaceHandicap(Color(seat.color), placed),
        expected=expected,
        key=key,
        now=now,
        request={"verb": "place_handicap", "points": sorted(map(list, placed))},
    )


def resign(*, game_id: int, player: Player, expected: int, key: str | None, now: datetime) -> Receipt:
    """Resign, at any time, also out of turn and in the end phase (R7)."""
    return act(
        game_id=game_id,
        player=player,
        build=lambda game, seat, state: Resign(Color(seat.color)),
        expected=expected,
        key=key,
        now=now,
        request={"verb": "resign"},
    )
