"""Private messages between two players."""

from typing import TypedDict

from .common import Moment, Page


class Thread(TypedDict):
    """Your conversation with another player."""

    id: int
    """The number of the conversation."""
    player: str
    """The name of the other player."""
    unread: int
    """How many of the other player's messages you have not read."""
    muted: bool
    """Whether the conversation is muted."""
    archived: bool
    """Whether the conversation is in the archive: until the next message, unless it is muted."""
    last_at: Moment
    """When the last message was written (UTC)."""


class Threads(Page):
    """A page of your conversations, the newest first."""

    results: list[Thread]
    """The conversations of this page."""


class Post(TypedDict):
    """A message. If moderators have hidden it, `hidden` is true and the text empty."""

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
    said_at: Moment
    """When the message was written (UTC)."""


class FoundPost(Post):
    """A message in one of your conversations, as a search returns it."""

    thread: int
    """The number of the conversation."""
    player: str
    """The name of the other player."""


class FoundPosts(Page):
    """A page of messages from all your conversations, the latest first."""

    results: list[FoundPost]
    """The messages of this page."""


class Posts(Page):
    """A page of a conversation, the latest first."""

    results: list[Post]
    """The messages of this page."""
