"""Discussions of clubs and of the whole server. Their posts are `Post`s."""

from typing import TypedDict

from .common import Moment, Page


class Topic(TypedDict):
    """A topic of a discussion."""

    id: int
    """The number of the topic."""
    club: int | None
    """The number of the topic's club; null for a topic of the whole server."""
    title: str
    """Its title."""
    author: str
    """The name of the player who started the topic."""
    posts: int
    """How many posts the topic has."""
    unread: int
    """How many of the topic's posts you have not read."""
    following: bool
    """Whether new posts are notified to you."""
    muted: bool
    """Whether you have muted the topic."""
    closed: bool
    """Whether the topic is closed to new posts."""
    at: Moment
    """When the topic was started (UTC)."""
    last_at: Moment
    """When the latest post was written (UTC)."""


class Topics(Page):
    """A page of topics, the newest first."""

    results: list[Topic]
    """The topics of this page."""
