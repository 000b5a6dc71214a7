"""The chat and the notes of a game."""

from typing import TypedDict

from .common import Moment, Page
from .words import NotePriority


class Message(TypedDict):
    """A chat message. `number` is the number of the game's last action when the message was written. If moderators have
    hidden it, `hidden` is true and the text empty."""

    id: int
    """The number of the message."""
    author: str
    """The name of the author."""
    text: str
    """The text; a quick reply is in the requested language."""
    quick: str | None
    """The key of a quick reply; null for a free text."""
    hidden: bool
    """Whether moderators have hidden the message."""
    number: int
    """The number of the game's last action when the message was written."""
    said_at: Moment
    """When the message was written (UTC)."""


class Messages(Page):
    """A page of the chat, the latest first."""

    results: list[Message]
    """The messages of this page."""


class Note(TypedDict):
    """Your private note about a game; an empty text means no note."""

    text: str
    """The note."""
    priority: NotePriority
    """Your priority for this game: `high`, `normal` or `low` (see `next_order` of `me`)."""
    changed_at: Moment | None
    """When the note was last written (UTC); null if there is none."""
