"""Games with which many tests start."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.models import Game
from games.services import suggestions
from rules import Point, parse_vertex
from tests import factories

SPLIT = "E9 F9 E8 F8 E7 F7 E6 F6 E5 F5 E4 F4 E3 F3 E2 F2 E1 F1"
"""A wall of each colour down the middle of a 9x9 board: Black's territory is on the left, White's on the right."""


def make_game(**terms: Any) -> Game:
    """Create a new game by the real clock, which pages and the API use. See tests.factories.make_game."""
    return factories.make_game(**{"now": timezone.now(), **terms})


def stopped(**terms: Any) -> Game:
    """Create a game in which both have passed; White has a stone, B5, in Black's territory. Black has to mark."""
    return factories.make_game(moves=f"{SPLIT} H5 B5 pass pass", **terms)


def just_stopped(**terms: Any) -> Game:
    """Create the same game, by the real clock."""
    return stopped(now=timezone.now(), **terms)


def suggested(game: Game) -> Game:
    """Return the game with the server's suggestion of dead stones, which is made after the commit."""
    suggestions.ensure_dead_stone_suggestions([game.pk])
    return factories.reload(game)


def dead(game: Game, *vertices: str) -> list[Point]:
    """Return these points, for a proposal."""
    return [parse_vertex(vertex, game.width, game.height) for vertex in vertices]
