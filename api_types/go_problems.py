"""Go problems: positions with one question, of which every first move is proved."""

from typing import Literal, TypedDict

from .common import Color
from .lessons import LessonMove

ProblemGoal = Literal["live", "kill", "race", "connect", "cut", "ladder"]


class GoProblemRow(TypedDict):
    """A problem among all."""

    problem: str
    """Its name in addresses, such as `live-3`; it never changes."""
    goal: ProblemGoal
    """What is asked of the ringed stones: `live` saves one's own, `kill`, `race` and `ladder` capture the other side's,
    `connect` joins one's own, `cut` keeps the other side's apart."""
    grade: int
    """How hard it is, from 1 to 4: by what has to be read, and by how many players were right at once."""
    done: bool
    """Whether you have solved it; false if you are not signed in."""


class GoProblems(TypedDict):
    """All problems, the easiest first."""

    results: list[GoProblemRow]
    """The problems."""


class GoProblem(GoProblemRow):
    """A problem with its position. The solution is shown only after an attempt."""

    task: str
    """The task, in the requested language."""
    rows: list[str]
    """The position, the top row first: `.` for an empty point, `X` for a black stone, `O` for a white one."""
    to_play: Color
    """Who plays."""
    ringed: list[str]
    """The stones that it is about."""
    area: list[str]
    """The points that are read; stones elsewhere stay."""
    author: str
    """Who made it."""
    licence: str
    """What others may do with it, as an SPDX name."""
    ko: bool
    """Whether a ko is the best that can be had."""
    page: str
    """The address of its page."""


class GoProblemOutcome(TypedDict):
    """What comes of a first move."""

    right: bool
    """Whether it is one of the best."""
    text: str
    """What it comes to."""
    rows: list[str]
    """The position afterwards, as `rows` of the problem."""
    moves: list[LessonMove]
    """What was played: your move first, then what follows on it when both play well."""
    answers: list[str]
    """Every right first move, once yours was right; else empty."""


class GoProblemLine(TypedDict):
    """A first move, with what follows on it when both play well."""

    move: str
    """The point, or `elsewhere`."""
    follows: list[str]
    """What is played after it, the other side first."""
    right: bool
    """Whether it is one of the best."""
    text: str
    """What it comes to."""


class GoProblemAnswer(TypedDict):
    """The answer of a problem."""

    answers: list[str]
    """Every right first move."""
    lines: list[GoProblemLine]
    """Every first move in the area and one elsewhere, the right ones first."""


class DailyProblem(TypedDict):
    """Whether you hear of the problem of the day."""

    daily: bool
    """Whether you do."""


class OwnGoProblem(TypedDict):
    """A problem that a player has made."""

    problem: str
    """Its name in addresses, such as `own-3`."""
    goal: ProblemGoal
    """The goal of the problem for the ringed stones."""
    author: str
    """The player's name."""
    game: int | None
    """The game that it comes from; null for one of a file."""
    move: int | None
    """After how many moves of it."""
    state: Literal["waiting", "proved", "refused"]
    """Whether it is being reviewed, published or rejected."""
    why: str
    """Why it is no problem, in words; else empty."""


class OwnGoProblems(TypedDict):
    """Problems that players have made, the latest first."""

    results: list[OwnGoProblem]
    """The latest hundred that are proved; of yours all of the latest hundred."""


class GoProblemsRead(TypedDict):
    """What became of a file of problems."""

    results: list[OwnGoProblem]
    """Those being reviewed now."""
    left_out: dict[str, int]
    """How many were left out, by why: `goal`, `position`, `stones`, `area`, `known`, `day` (more than ten a day)."""


class GoProblemsDue(TypedDict):
    """The problems that you are to repeat."""

    repeating: bool
    """Whether you want this."""
    due: list[GoProblemRow]
    """Problems that are due, the longest overdue first."""
