"""Announcements of the administrators."""

from typing import TypedDict

from .common import Moment, Page


class Answer(TypedDict):
    """A possible answer to the question of a bulletin, with the number of users who chose it."""

    text: str
    """The answer, in the requested language."""
    votes: int | None
    """How many users chose this answer; null until you have voted or the bulletin is over."""


class Bulletin(TypedDict):
    """An announcement by the administrators, optionally with a poll."""

    id: int
    """The number of the bulletin."""
    title: str
    """The title, in the requested language."""
    text: str
    """The text, in the requested language."""
    begins: Moment
    """When the bulletin was published (UTC)."""
    ends: Moment | None
    """When the bulletin disappears (UTC); null for no end."""
    question: str | None
    """The question; null if there is none."""
    answers: list[Answer]
    """The answers to choose from; empty if there is no question."""
    vote: int | None
    """The index of your answer, from 0; null if you have not voted."""


class Bulletins(Page):
    """A page of bulletins, the latest first."""

    results: list[Bulletin]
    """The bulletins of this page."""
