"""Positions that may not be repeated (R5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .board import stone_keys
from .color import Color
from .errors import KoViolation, SuperkoViolation
from .ruleset import KoRule

# The history of a game holds one number a position, from the start on: the position's key and, in the
# lowest bit, the side to move. Its index is the number of the move that made the position. One bit tells
# two sides apart; simple and positional ko leave it out, so that they hold for any number of sides.


def history_key(position: int, to_play: Color) -> int:
    """Return the number that a game's history stores for a position: the position's key, shifted left by one bit, with
    the side to move in the lowest bit."""
    return position << 1 | (to_play is Color.WHITE)


def position_key(number: int) -> int:
    """Return the key of the position from a number in a game's history, without the side to move."""
    return number >> 1


@lru_cache(maxsize=64)
def history_keys(width: int, height: int) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Return two tables of numbers, by colour and point index. The exclusive or of a history key with such a number is
    the key after a stone was placed (first table, which also changes the side to move) or removed (second table)."""
    leaves = tuple(tuple(key << 1 for key in of_color) for of_color in stone_keys(width, height))
    return tuple(tuple(key | 1 for key in of_color) for of_color in leaves), leaves


def check_ko(rule: KoRule, history: Sequence[int], key: int) -> None:
    """Raise KoViolation or SuperkoViolation if the position with this `key` (a history_key) may not be repeated.

    Positions are identified by 63-bit keys.
    """
    if rule is KoRule.SIMPLE:
        if len(history) > 1 and position_key(history[-2]) == position_key(key):
            raise KoViolation
        return
    if rule is KoRule.SITUATIONAL:
        if key in history:
            raise SuperkoViolation(history.index(key))
        return
    for repeated in (key, key ^ 1):
        if repeated in history:
            raise SuperkoViolation(history.index(repeated))
