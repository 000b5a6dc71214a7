"""Finished games to analyse."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games import verbs
from games.models import Game
from tests.factories import act, make_game, reload

OPENING = "E5 C3 G7 C7 G3 D5 F4 D6 F6 D4 E3 E7"
"""Twelve moves: the opening of a game on 9x9."""
LONGER = f"{OPENING} H5 B5 J4 A6"


def over(moves: str = LONGER, **terms: Any) -> Game:
    """A game with these moves that someone has resigned."""
    game = make_game(moves=moves, now=timezone.now(), **terms)
    act(game, verbs.Resign, now=timezone.now())
    return reload(game)


def mirrored(moves: str, size: int = 9) -> str:
    """The same game in a mirror, turned by a quarter."""
    columns = "ABCDEFGHJKLMNOPQRST"
    turned = []
    for name in moves.split():
        column, row = columns.index(name[0]), int(name[1:]) - 1
        turned.append(f"{columns[row]}{size - column}")
    return " ".join(turned)
