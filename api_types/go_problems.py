"""Go problems. A problem is a position with one question, for which the server has proved the result of every first
move."""

from typing import Literal, TypedDict

from .common import Color
from .lessons import LessonMove

ProblemGoal = Literal["live", "kill", "race", "connect", "cut", "ladder"]


class GoProblemRow(TypedDict):
    """A problem in the list of problems."""

    problem: str
    """The problem's name in addresses, such as `live-3`; it never changes."""
    goal: ProblemGoal
    """The goal. `live`: save the circled stones. `kill`, `race` and `ladder`: capture the circled stones of the other
    side. `connect`: join your circled stones. `cut`: keep the opponent's circled stones apart."""
    grade: int
    """The difficulty from 1 (about 25k) to 5 (about 5k), from the required reading and the share of players who solved
    the problem on the first try."""
    done: bool
    """Whether you have solved the problem; false if you are not signed in."""


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
    """The colour to play."""
    ringed: list[str]
    """The stones that the task is about."""
    area: list[str]
    """The points where moves are considered; stones elsewhere stay on the board."""
    author: str
    """The author of the problem."""
    licence: str
    """The licence, as an SPDX name."""
    ko: bool
    """Whether a ko is the best result."""
    page: str
    """The address of the problem's page."""


class GoProblemOutcome(TypedDict):
    """The result of your first move in a problem: whether it is right, and the best continuation."""

    right: bool
    """Whether your move is one of the best."""
    text: str
    """The result, in words."""
    rows: list[str]
    """The position after these moves, in the form of `rows` of the problem."""
    moves: list[LessonMove]
    """The moves: your own first, then the best continuation."""
    answers: list[str]
    """Every right first move; empty if your move was wrong."""


class GoProblemLine(TypedDict):
    """A first move with its best continuation."""

    move: str
    """The point, or `elsewhere`."""
    follows: list[str]
    """The continuation, the opponent of the solver first."""
    right: bool
    """Whether the move is one of the best."""
    text: str
    """The result, in words."""


class GoProblemAnswer(TypedDict):
    """The solution of a problem: every right first move, and the continuation after each first move."""

    answers: list[str]
    """Every right first move."""
    lines: list[GoProblemLine]
    """Every first move in the area and one elsewhere, right moves first."""


class DailyProblem(TypedDict):
    """Whether you have subscribed to the problem of the day."""

    daily: bool
    """Whether you are subscribed."""


class OwnGoProblem(TypedDict):
    """A problem that a player made from a game or a file."""

    problem: str
    """The problem's name in addresses, such as `own-3`."""
    goal: ProblemGoal
    """The goal of the problem for the circled stones."""
    author: str
    """The player's name."""
    game: int | None
    """The number of the game that the problem comes from; null for a problem of a file."""
    move: int | None
    """The number of moves before the position in that game; null for a problem of a file."""
    state: Literal["waiting", "proved", "refused"]
    """Whether the problem is being reviewed, published or rejected."""
    why: str
    """Why the problem was rejected, in words; otherwise empty."""


class OwnGoProblems(TypedDict):
    """The problems that players made from games or files, the latest first."""

    results: list[OwnGoProblem]
    """The latest hundred published problems, and your own latest hundred in any state."""


class GoProblemsRead(TypedDict):
    """The result of submitting a file of problems."""

    results: list[OwnGoProblem]
    """The problems that are now being reviewed."""
    left_out: dict[str, int]
    """How many problems were left out, by reason: `goal`, `position`, `stones`, `area`, `known`, `day` (more than ten
    a day)."""


class GoProblemsDue(TypedDict):
    """The problems that are due to be repeated."""

    repeating: bool
    """Whether repetition is on."""
    due: list[GoProblemRow]
    """Problems that are due, the longest overdue first."""
