"""Play capture Go: the first side to reach a number of captures wins, so only chains with few liberties matter. A few
moves are searched, and the best is played; random numbers break ties."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace

import api_types as shapes
from rules import Board, Color, Point, parse_vertex, vertex
from rules.board import Neighbors

from .reading import chain_of, place_stone

WIN = 1000.0
WIDTHS = (24, 10, 6)
"""The number of moves that are searched at each depth: the player's moves, the replies, and the replies to those."""
THREAT = (0.0, 12.0, 4.0, 1.5, 0.5)
"""The value of each stone of an enemy chain, by its number of liberties."""


@dataclass(frozen=True, slots=True)
class _Node:
    """A position: the board, the side to move (1 or 2), and how many captures each side still needs."""

    cells: bytes
    to_move: int
    left: tuple[int, int]

    def after_stone(self, neighbors: Neighbors, at: int) -> _Node | None:
        """Return the position after the side to move plays a stone on this point, or None if that is self-capture."""
        then = place_stone(neighbors, self.cells, at, self.to_move)
        if then is None:
            return None
        taken = self.cells.count(3 - self.to_move) - then.count(3 - self.to_move)
        left = list(self.left)
        left[self.to_move - 1] -= taken
        return _Node(bytes(then), 3 - self.to_move, (left[0], left[1]))

    @property
    def is_won(self) -> bool:
        """Return whether the last player to move has made all the captures that it needs."""
        return self.left[2 - self.to_move] <= 0


def choose_move(game: shapes.Game, color: str, dice: random.Random) -> str:
    """Return a move for this side: a vertex, or "pass" or "resign" if there is no legal point. The legal points are
    those in `game`, so the game must have been fetched with them."""
    legal = game["legal"]
    points = [] if legal is None else [parse_vertex(text, game["width"], game["height"]) for text in legal["points"]]
    if not points:
        return "pass" if game["variant"]["passing"] else "resign"
    goals = game["variant"]["goal"]["captures"] or (len(points), len(points))
    held = game["prisoners"]
    left = goals[0] - held["B"], goals[1] - held["W"]
    board = Board.from_rows(game["board"] or []).wrapped(game["variant"]["wraps"])
    return vertex(choose_point(board, (Color.from_letter(color), left), points, dice), game["height"])


def choose_point(
    board: Board, side: tuple[Color, tuple[int, int]], points: Iterable[Point], dice: random.Random
) -> Point:
    """Return the best of these legal points. `side` is the colour to play, with the numbers of captures that Black and
    White still need."""
    neighbors = board.neighbors
    node = _Node(board.cells, int(side[0]), side[1])
    legal = [board.index(point) for point in points]
    dice.shuffle(legal)
    candidates = _most_urgent_first(neighbors, node, legal)[: WIDTHS[0]] or legal
    return board.point(max(candidates, key=lambda at: _move_value(neighbors, node, at, 1)))


def _move_value(neighbors: Neighbors, node: _Node, at: int, depth: int) -> float:
    """Return the value of a move for its player after the best replies that the search finds."""
    after = node.after_stone(neighbors, at)
    if after is None:
        return -2 * WIN
    if after.is_won:
        return WIN - depth
    if depth >= len(WIDTHS):
        return _position_value(neighbors, replace(after, to_move=node.to_move))
    answers = _most_urgent_first(neighbors, after, _empty_points(after))[: WIDTHS[depth]]
    if not answers:
        return _position_value(neighbors, replace(after, to_move=node.to_move))
    return -max(_move_value(neighbors, after, answer, depth + 1) for answer in answers)


def _most_urgent_first(neighbors: Neighbors, node: _Node, points: Iterable[int]) -> list[int]:
    """Return these points sorted by urgency: first those next to chains with few liberties, then those next to other
    stones. On an empty board the centre is first."""
    urgency: dict[int, float] = {}
    for stones, liberties in _chains_with_liberties(neighbors, node.cells):
        value = THREAT[min(len(liberties), len(THREAT) - 1)] * min(len(stones), 4) + 1.0
        for at in liberties:
            urgency[at] = urgency.get(at, 0.0) + value
    middle = len(node.cells) // 2
    if not urgency:
        return sorted(points, key=lambda at: abs(at - middle))
    return sorted(points, key=lambda at: -urgency.get(at, 0.0))


def _position_value(neighbors: Neighbors, node: _Node) -> float:
    """Return the value of a position for the side to move, which depends on captures and on chains that are short of
    liberties."""
    mine, theirs = node.left[node.to_move - 1], node.left[2 - node.to_move]
    total = 20.0 * (theirs - mine)
    for stones, liberties in _chains_with_liberties(neighbors, node.cells):
        value = THREAT[min(len(liberties), len(THREAT) - 1)] * len(stones) - 0.2 * len(liberties)
        total += -value if node.cells[stones[0]] == node.to_move else value
    return total


def _chains_with_liberties(neighbors: Neighbors, cells: bytes) -> list[tuple[list[int], set[int]]]:
    found, seen = [], set[int]()
    for at, value in enumerate(cells):
        if value and at not in seen:
            chain = chain_of(neighbors, cells, at)
            seen.update(chain[0])
            found.append(chain)
    return found


def _empty_points(node: _Node) -> list[int]:
    return [at for at, value in enumerate(node.cells) if not value]
