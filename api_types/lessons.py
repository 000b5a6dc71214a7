"""Lessons: boards with one thing to do on each page."""

from typing import Literal, TypedDict

from .common import Color, Moment, Page
from .words import Button


class LessonRow(TypedDict):
    """A lesson in the list of lessons."""

    lesson: str
    """The lesson's name in addresses, such as `ko`; it never changes."""
    title: str
    """The lesson's name, in the requested language."""
    about: str
    """The subject of the lesson, in a sentence."""
    steps: int
    """How many pages the lesson has."""
    done: list[int]
    """The numbers of the pages that you have done; empty if you are not signed in."""


class Lessons(TypedDict):
    """All lessons, in the recommended order."""

    results: list[LessonRow]
    """The lessons."""


class LessonStep(TypedDict):
    """A page of a lesson: a position, and one task."""

    number: int
    """The page's number in the lesson, from 1."""
    task: str
    """The task."""
    rows: list[str]
    """The position, the top row first: `.` for an empty point, `X` for a black stone, `O` for a white one."""
    to_play: Color
    """Whose stone is played."""
    only_shown: bool
    """Whether a tap on a point only selects it, and no stone is played."""
    ringed: list[str]
    """The points that are circled."""
    buttons: list[Button]
    """The choices other than points: `pass`, `resign`."""
    page: str
    """The address of the page."""


class Lesson(LessonRow):
    """A lesson with its pages."""

    pages: list[LessonStep]
    """The pages, in order."""


class LessonMove(TypedDict):
    """A move that was played on a page of a lesson, or in a problem."""

    color: Color
    """The colour that moved."""
    move: str
    """The point, or `pass`."""


class LessonOutcome(TypedDict):
    """The result of a choice on a page of a lesson: whether it is right, and the moves that follow."""

    right: bool
    """Whether the choice is right; then the page is done."""
    text: str
    """What happened, or what is wrong about the choice."""
    rows: list[str]
    """The position after these moves, in the form of `rows` of the page."""
    moves: list[LessonMove]
    """The moves: your own first, then the answer."""


class PlayerLesson(TypedDict):
    """A lesson that a player made."""

    key: str
    """Its name in addresses, which never changes."""
    name: str
    """The name."""
    about: str
    """A description."""
    author: str
    """The name of the player who made the lesson."""
    language: str
    """The language of the texts, as a code such as `en`."""
    level: str
    """The approximate rank for which the lesson is meant, such as `15k`; empty if not stated."""
    made_at: Moment
    """When the lesson was made (UTC)."""
    page: str
    """The address of the lesson's page."""


class PlayerLessons(Page):
    """A page of lessons that players made, the newest first."""

    results: list[PlayerLesson]
    """The lessons of this page."""


class PlayerLessonPages(PlayerLesson):
    """A lesson that a player made, with its pages."""

    done: list[int]
    """The numbers of the pages that you have done; empty if you are not signed in."""
    pages: list[LessonStep]
    """The pages, in order."""


class PlayerLessonSource(TypedDict):
    """All fields of a page of your lesson. Points are written as `C3`, several with spaces between them."""

    number: int
    """Its number in the lesson, which never changes."""
    task: str
    """The task."""
    rows: str
    """The board before the moves in `before`, one line for each row, the top row first."""
    first: Literal["B", "W"]
    """The colour that moves first."""
    before: str
    """The moves that are played before the task."""
    right: str
    """The right answers, or `any` for every legal point."""
    good: str
    """The text after a right answer."""
    bad: str
    """The text after a wrong answer."""
    answer: str
    """The opponent's moves after a wrong answer, of which the first legal one is played."""
    after: str
    """The moves after a right answer."""
    answers: str
    """Moves after specific answers, one line for each, such as `C3: D4 E5`."""
    replies: str
    """Text after specific answers, one line for each, such as `C3 D4: White escapes.`"""
    taps: bool
    """Whether the point is only selected, and no stone is played."""
    buttons: Literal["", "pass", "resign", "pass resign"]
    """The choices other than points."""
    rings: str
    """The points that are circled."""
    claims: str
    """The claims that were proved, one on each line, such as `captures C3 = 2`."""
    statistics: str
    """Two corners of the rectangle whose statistics the page shows, such as `K10 T19`; empty for none."""
    ruleset: str
    """The rule set for moves, by its key."""
    count: str
    """The rule set by which the board is counted afterwards; empty for no count."""
    dead: str
    """One stone of each chain that is dead in the count."""
    komi: str
    """The komi of the count."""
    black_prisoners: int
    """The number of stones that Black has captured, for the count."""
    white_prisoners: int
    """The number of stones that White has captured, for the count."""
