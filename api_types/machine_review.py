"""Computer analyses of finished games, and estimates."""

from typing import Literal, TypedDict

from .common import Color, Moment
from .words import ReviewFailure


class Judged(TypedDict):
    """The engine's evaluation of one position."""

    winrate: float | None
    """Black's chances to win, from 0 to 1; null from an engine that estimates the score only."""
    score: float | None
    """Black's lead in points; null if the engine does not give one."""
    best: str | None
    """What the side to move should play, as a vertex or `pass`; null when the engine does not say it."""
    visits: int
    """How long the position was looked at, in visits of the search; 0 when the engine does not count them."""


class MoveLoss(TypedDict):
    """A move that lost much."""

    move: int
    """Its number, from 1."""
    color: Color
    """Who played it."""
    points: float | None
    """By how many points; null when only chances are known."""
    winrate: float | None
    """By how much of the chances to win, from 0 to 1; null when only points are known."""
    line: list[str]
    """The engine's preferred line, its own move first; empty if the engine gives none."""


class MachineReview(TypedDict):
    """The review of a game by an engine, as far as it is made."""

    game: int
    """The number of the game."""
    status: Literal["waiting", "running", "done", "failed"]
    """How far it is."""
    reason: ReviewFailure | None
    """Why it failed: `engine`, `silence`, `bad_record`, `fault`, `position_in_play` or `not_finished`; null when it has
    not."""
    place: int | None
    """The place in the queue, from 1; null when it does not wait."""
    done: int
    """How many positions are judged."""
    total: int
    """How many there are to judge; 0 before anyone has begun."""
    engine: str | None
    """The name of the engine; null before it has begun."""
    positions: list[Judged | None]
    """By the number of moves made before them, from 0; null for those that are not judged yet."""
    losses: list[MoveLoss]
    """The moves that lost most, at most ten, the largest loss first."""
    asked_at: Moment
    """When it was requested (UTC)."""
    finished_at: Moment | None
    """When it was done, or failed (UTC)."""


class ReviewChoice(TypedDict):
    """Whether you would rather see no computer analyses."""

    hidden: bool
    """Whether pages show you none. Operations do not look at it."""


class PointsOfSides(TypedDict):
    """The points that seem to become each side's, its stones included."""

    black: list[str]
    """Black's, as vertices."""
    white: list[str]
    """White's, as vertices."""


class Estimate(TypedDict):
    """Who is ahead in one position, roughly."""

    move: int
    """After how many moves."""
    lead: str
    """By how many points Black leads by the rules of the game, with komi, prisoners and the compensation for handicap
    stones, as a decimal; negative when White does."""
    engine: str | None
    """The name of the engine that says the lead; null for the server's own estimate. No engine is ever asked about
    a game that goes on."""
    engine_failed: bool
    """Whether an engine was asked and gave no answer; `lead` is then the server's own estimate."""
    points: PointsOfSides
    """Whose the points seem to become."""
