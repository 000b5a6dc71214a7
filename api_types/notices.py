"""What the server tells a player."""

from typing import TypedDict

from .common import Moment, Page


class Notice(TypedDict):
    """Something that the player should know."""

    id: int
    """The number of the notice."""
    kind: str
    """What happened: a key."""
    game: int | None
    """The number of the game that it is about; null for none."""
    challenge: int | None
    """The number of the offer that it is about; null for none."""
    path: str | None
    """The address of the page that it leads to, on this server; null for none."""
    by: str | None
    """The name of the one who did it; null for the server."""
    created_at: Moment
    """When it happened (UTC)."""
    read: bool
    """Whether it has been read."""


class Notices(Page):
    """A page of notices, the newest first."""

    results: list[Notice]
    """The notices of this page."""


class Read(TypedDict):
    """How many notices were marked as read."""

    read: int
    """How many notices."""
