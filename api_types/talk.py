"""What spectators say under a public game."""

from typing import TypedDict

from .common import Moment, Page


class Remark(TypedDict):
    """What a spectator said, when the game was at `number`. `hidden` by the moderators: the text is empty."""

    id: int
    """The number of the remark; in a report it is the `post`."""
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


class Remarks(Page):
    """A page of the talk, the latest first."""

    results: list[Remark]
    """The remarks of this page."""


class Muted(TypedDict):
    """The players whose remarks you do not read."""

    results: list[str]
    """Their names."""
