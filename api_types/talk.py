"""Spectators' comments on public games."""

from typing import TypedDict

from .common import Moment, Page


class Remark(TypedDict):
    """A spectator's message, written when the game was at action `number`. If moderators have hidden it, `hidden` is
    true and the text empty."""

    id: int
    """The number of the remark. To report the remark, send this number as `post`."""
    author: str
    """The name of the author."""
    text: str
    """The text; a quick reply is in the requested language."""
    quick: str | None
    """The key of a quick reply; null for a free text."""
    hidden: bool
    """Whether moderators have hidden the remark."""
    number: int
    """The number of the game's last action when the remark was written."""
    said_at: Moment
    """When the remark was written (UTC)."""


class Remarks(Page):
    """A page of spectators' comments, the latest first."""

    results: list[Remark]
    """The remarks of this page."""


class Muted(TypedDict):
    """The players whose spectator messages are hidden from you."""

    results: list[str]
    """Their names."""
