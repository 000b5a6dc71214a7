"""What the administrators tell everybody."""

from typing import TypedDict

from .common import Moment, Page


class Answer(TypedDict):
    """An answer to choose from."""

    text: str
    """The answer, in the language that you ask for."""
    votes: int | None
    """How many chose it; null until you have voted or the bulletin is over."""


class Bulletin(TypedDict):
    """Something the administrators tell everybody, perhaps with a question."""

    id: int
    """The number of the bulletin."""
    title: str
    """What it is about, in the language that you ask for."""
    text: str
    """What it says, in the language that you ask for."""
    begins: Moment
    """Since when it is up (UTC)."""
    ends: Moment | None
    """Until when it is up (UTC); null for no end."""
    question: str | None
    """What it asks; null when it asks nothing."""
    answers: list[Answer]
    """The answers; empty when it asks nothing."""
    vote: int | None
    """The place of your answer, from 0; null when you have not voted."""


class Bulletins(Page):
    """A page of bulletins, the latest first."""

    results: list[Bulletin]
    """The bulletins of this page."""
