"""Lessons: boards with one thing to do on each page."""

from typing import TypedDict

from .common import Color
from .words import Button


class LessonRow(TypedDict):
    """A lesson in the list of lessons."""

    lesson: str
    """Its name in addresses, such as `ko`; it never changes."""
    title: str
    """The name, in the requested language."""
    about: str
    """The subject of the lesson, in a sentence."""
    steps: int
    """How many pages it has."""
    done: list[int]
    """The numbers of the pages that you have done; empty if you are not signed in."""


class Lessons(TypedDict):
    """All lessons, in the recommended order."""

    results: list[LessonRow]
    """The lessons."""


class LessonStep(TypedDict):
    """A page: a position, and one thing to do."""

    number: int
    """Its number in the lesson, from 1."""
    task: str
    """The task."""
    rows: list[str]
    """The position, the top row first: `.` for an empty point, `X` for a black stone, `O` for a white one."""
    to_play: Color
    """Whose stone is played."""
    only_shown: bool
    """Whether the point is only shown, and no stone is played."""
    ringed: list[str]
    """The points that are ringed."""
    buttons: list[Button]
    """The choices other than points: `pass`, `resign`."""
    page: str
    """The address of the page."""


class Lesson(LessonRow):
    """A lesson with its pages."""

    pages: list[LessonStep]
    """The pages, in order."""


class LessonMove(TypedDict):
    """A move that was played on a page."""

    color: Color
    """The colour that moved."""
    move: str
    """The point, or `pass`."""


class LessonOutcome(TypedDict):
    """The result of a choice."""

    right: bool
    """Whether the choice is right; then the page is done."""
    text: str
    """What happened, or what is wrong about the choice."""
    rows: list[str]
    """The position afterwards, as `rows` of the page."""
    moves: list[LessonMove]
    """The moves: your own first, then the answer."""
