"""Collections of Go problems that players make."""

from typing import Literal, TypedDict

from .common import Color, Moment, Page


class ProblemCollection(TypedDict):
    """A problem collection."""

    key: str
    """Its name in addresses, which never changes."""
    name: str
    """The name."""
    about: str
    """A description."""
    author: str
    """The name of the player who made the collection."""
    language: str
    """The language of the texts, as a code such as `en`."""
    level: str
    """The approximate rank for which the collection is meant, such as `15k`; empty if not stated."""
    made_at: Moment
    """When the collection was made (UTC)."""
    page: str
    """The address of the collection's page."""


class ProblemCollections(Page):
    """A page of problem collections, the newest first."""

    results: list[ProblemCollection]
    """The collections of this page."""


class CollectionProblemRow(TypedDict):
    """A problem in a collection."""

    number: int
    """Its number in the collection, which never changes."""
    state: Literal["waiting", "proved", "refused", "unproved"]
    """Whether the problem is being checked, proved, hidden from others, or shown without a proof."""
    check: str
    """The result of the check, in words."""


class ProblemCollectionPage(ProblemCollection):
    """A problem collection with its problems."""

    problems: list[CollectionProblemRow]
    """The problems, in order."""


class CollectionProblem(CollectionProblemRow):
    """A problem of a collection with its position."""

    task: str
    """The task, in the requested language."""
    text: str
    """The author's text, in the language of the collection."""
    rows: list[str]
    """The position, the top row first: `.` for an empty point, `X` for a black stone, `O` for a white one."""
    to_play: Color
    """The colour to play."""
    ringed: list[str]
    """The stones that the task is about; empty if not proved."""
    area: list[str]
    """The points where moves are considered; empty if not proved."""


class CollectionUploadFile(TypedDict):
    """The result of uploading one file of problems."""

    name: str
    """The name of the file."""
    added: int
    """How many problems were taken."""
    left_out: dict[str, list[int]]
    """The positions that were left out, by reason (`position`, `answer`, `known`): their numbers in the file."""
    error: str | None
    """The code of the error for which none of the file was taken; null without one."""
    detail: str | None
    """The error as a sentence; null without one."""


class CollectionUpload(TypedDict):
    """The result of adding files of problems to a collection."""

    results: list[CollectionProblemRow]
    """The new problems, which are now being checked."""
    left_out: dict[str, int]
    """How many positions were left out, by reason: `position`, `answer`, `known`."""
    files: list[CollectionUploadFile]
    """The result of each file, in the order in which they were sent."""


class LinkAudience(TypedDict):
    """The people who may see a collection, a lesson or a demonstration board."""

    everyone: bool
    """Whether everyone may see the collection, also without an account."""
    link: bool
    """Whether everyone who knows the collection's key may see it."""
    players: list[str]
    """The names of the players with whom the collection is shared."""
    clubs: list[int]
    """The numbers of the clubs with which the collection is shared."""
    classes: list[int]
    """The numbers of the classes with which the collection is shared."""
