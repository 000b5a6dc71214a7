"""Which players and games you follow."""

from typing import TypedDict

from .common import Moment, Page


class Follow(TypedDict):
    """A player whom you follow, or who follows you."""

    player: str
    """The name of the player."""
    friend: bool
    """Whether each of you follows the other."""
    at: Moment
    """When the player began to follow (UTC)."""


class Follows(Page):
    """A page of the players whom you follow, or who follow you, the latest first."""

    results: list[Follow]
    """The players of this page."""


class Star(TypedDict):
    """A game that you follow. Only you see the note and the tag."""

    game: int
    """The number of the game."""
    note: str
    """Your note; empty for none."""
    tag: str
    """Your tag; empty for none."""
    at: Moment
    """When you began to follow the game (UTC)."""


class Stars(Page):
    """A page of games that you follow, the latest first."""

    results: list[Star]
    """The games of this page."""
