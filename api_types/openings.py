"""Openings: the moves played from a position, and their results."""

from typing import TypedDict

from .common import Color


class Continuation(TypedDict):
    """A move played from the position, with the results of the games that continued with it."""

    move: str | None
    """The point, such as `Q16`, or `pass`; null for games that ended in the position."""
    games: int
    """The number of games that continued with this move."""
    black: int
    """How many of these games Black won."""
    white: int
    """How many of these games White won."""
    draws: int
    """The number of games that no one won."""


class Openings(TypedDict):
    """A position of an opening, with the moves that were played from it. Rotated and mirrored positions count as
    one."""

    width: int
    """The width of the board, in points."""
    height: int
    """The height of the board, in points."""
    stones: list[str]
    """Black's handicap stones."""
    moves: list[str]
    """The moves that lead to the position."""
    to_play: Color | None
    """The colour to move in the position; null after two passes."""
    games: int
    """How many finished public games had the position. Only the latest 5,000 are counted."""
    next: list[Continuation]
    """How these games continued, the most played move first."""
    latest: list[int]
    """The numbers of the latest of these games that you may see, at most ten."""
