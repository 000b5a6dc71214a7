"""Replay the positions of a finished game, and compute the keys by which positions are compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from foundation.caches import LRUCache
from games.models import Game
from games.models.action import rules_actions
from machine_review.engines import GamePositions
from rules import Board, replay_states
from rules.board import stone_keys

Index = tuple[int, ...]
_keys: LRUCache[tuple[int, int], frozenset[int]] = LRUCache(64)


def replay_positions(game: Game) -> GamePositions:
    """Return the game's positions, replayed from its record."""
    return GamePositions.of(replay_states(game.agreed_setup, rules_actions(game)))


def symmetric_keys_of_game(game: Game, course: GamePositions | None = None) -> frozenset[int]:
    """Return the keys of all positions of the game in every rotation and reflection, and with colours swapped.

    `course` has the game's positions, if the caller has already replayed them.
    """
    return _keys.get_or_make(
        (game.pk, game.number), lambda: frozenset(_all_symmetric_keys(course or replay_positions(game)))
    )


def symmetric_keys_of_board(board: Board) -> frozenset[int]:
    """Return the keys of one position in every rotation and reflection, and with colours swapped."""
    return frozenset(_symmetric_keys([board], board.width, board.height))


def _all_symmetric_keys(course: GamePositions) -> Iterator[int]:
    return _symmetric_keys(course.boards, course.setup.width, course.setup.height)


def _symmetric_keys(boards: Iterable[Board], width: int, height: int) -> Iterator[int]:
    """Yield the keys of these positions, each in every symmetry. Consecutive positions differ only in a few points, so
    each key is computed from the previous position's key."""
    tables = _symmetry_tables(width, height)
    before = Board.empty(width, height)
    keys = [0] * len(tables)
    for board in boards:
        changed = [
            (index, was, now)
            for index, (was, now) in enumerate(zip(before.cells, board.cells, strict=True))
            if was != now
        ]
        for place, table in enumerate(tables):
            for index, was, now in changed:
                keys[place] ^= table[was][index] ^ table[now][index]
        yield from keys
        before = board


@lru_cache(maxsize=16)
def _symmetry_tables(width: int, height: int) -> tuple[tuple[Index, Index, Index], ...]:
    """Return sixteen tables, one for each symmetry: with columns and rows reversed or not, with rows and columns
    swapped or not, and with colours swapped or not. Each table has three lists by point index. They hold the number
    that an empty point, a black stone or a white stone adds to the key of a position.

    If the board is not square, the tables with rows and columns swapped are for a board of the other orientation.
    """
    tables = []
    for turned in (False, True):
        keys = stone_keys(height, width) if turned else stone_keys(width, height)
        for mirrored in range(4):
            places = _transformed_indices(width, height, turned, mirrored)
            empty, black, white = (tuple(of_value[place] for place in places) for of_value in keys[:3])
            tables += [(empty, black, white), (empty, white, black)]
    return tuple(tables)


def _transformed_indices(width: int, height: int, turned: bool, mirrored: int) -> list[int]:
    """Return the new index of each point of the board, in the order of the old indices. Bit 1 of `mirrored` reverses
    the columns, and bit 2 the rows. `turned` then swaps columns and rows."""
    places = []
    for row in range(height):
        for column in range(width):
            x = width - 1 - column if mirrored & 1 else column
            y = height - 1 - row if mirrored & 2 else row
            places.append(x * height + y if turned else y * width + x)
    return places
