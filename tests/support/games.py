"""Games with which many tests start."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.models import Game
from games.services import suggestions
from rules import Point, parse_vertex
from tests import factories

SPLIT = "E9 F9 E8 F8 E7 F7 E6 F6 E5 F5 E4 F4 E3 F3 E2 F2 E1 F1"
"""A wall of each colour down the middle of a 9x9 board: what is left of it is Black's, what is right of it White's."""


def make_game(**terms: Any) -> Game:
    """A game that has just begun: pages and the API go by the real clock. See tests.factories.make_game."""
    return factories.make_game(**{"now": timezone.now(), **terms})


def stopped(**terms: Any) -> Game:
    """A game in which both have passed; White has put one stone, B5, into Black's territory. Black has to mark."""
    return factories.make_game(moves=f"{SPLIT} H5 B5 pass pass", **terms)


def just_stopped(**terms: Any) -> Game:
    """The same, by the real clock."""
    return stopped(now=timezone.now(), **terms)


def suggested(game: Game) -> Game:
    """The game once the server has made its suggestion of dead stones, as it does after the commit."""
    suggestions.ensure_suggestions_of([game.pk])
    return factories.reload(game)


def dead(game: Game, *vertices: str) -> list[Point]:
    """The points of these, for a proposal."""
    return [parse_vertex(vertex, game.width, game.height) for vertex in vertices]
