"""A long game on 19x19, as large as real games get, for measurements."""

from __future__ import annotations

import random

from django.utils import timezone

from accounts.models import Player
from games import verbs
from games.models import Game
from rules import Color, vertex
from tests.factories import act, make_game, play, reload

MOVES = 240


def long_game(black: Player, white: Player) -> Game:
    """Create a game with stones all over the board, whose first proposal waits for an answer."""
    now, chance = timezone.now(), random.Random(12)
    game = make_game(black=black, white=white, size=19, now=now)
    points = [(column, row) for column in range(19) for row in range(19)]
    chance.shuffle(points)
    for color, (column, row) in zip(_turns(), _halves(points), strict=False):
        assert color
        play(game, _name(column, row), now=now)
    for _ in range(2):
        play(game, "pass", now=now)
    act(game, verbs.Propose, dead=[], now=now)
    return reload(game)


def _turns() -> list[Color]:
    return [Color.BLACK, Color.WHITE] * (MOVES // 2)


def _halves(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return points for Black on the left and White on the right, so that there is territory, and no stone is
    captured."""
    left = [point for point in points if point[0] < 9 and point[0] * 3 % 5 + point[1] % 4]
    right = [point for point in points if point[0] > 9 and point[0] * 3 % 5 + point[1] % 4]
    return [point for pair in zip(left, right, strict=False) for point in pair][:MOVES]


def _name(column: int, row: int) -> str:
    from rules import Point

    return vertex(Point(column, row), 19)
