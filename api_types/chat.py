"""What is said and noted beside a game."""

from typing import TypedDict

from .common import Moment, Page
from .words import NotePriority


class Message(TypedDict):
    """What somebody said, when the game was at `number`. `hidden` by the moderators: the text is empty."""

    id: int
    """The number of the message."""
    author: str
    """The name of the one who said it."""
    text: str
    """What was said; a quick reply in the language that you ask for."""
    quick: str | None
    """The key of a quick reply; null for a text of its own."""
    hidden: bool
    """Whether the moderators have hidden it."""
    number: int
    """The number of the game's last action when it was said."""
    said_at: Moment
    """When it was said (UTC)."""


class Messages(Page):
    """A page of the chat, the latest first."""

    results: list[Message]
    """The messages of this page."""


class Note(TypedDict):
    """Your private note about a game; an empty text is none."""

    text: str
    """The note."""
    priority: NotePriority
    """How soon you want to play the game: `high`, `normal` or `low` (see `next_order` of `me`)."""
    changed_at: Moment | None
    """When it was last written (UTC); null when there is none."""
