"""Computer analyses of finished games, and estimates."""

from typing import Literal, TypedDict

from .common import Color, Moment
from .words import ReviewFailure


class Judged(TypedDict):
    """The engine's evaluation of one position."""

    winrate: float | None
    """Black's chances to win, from 0 to 1; null from an engine that estimates the score only."""
    score: float | None
    """Black's lead in points; null if the engine gives none."""
    best: str | None
    """The best move for the side to move, as a vertex or `pass`; null if the engine gives none."""
    visits: int
    """The engine's search effort in visits; 0 if the engine does not count them."""


class MoveLoss(TypedDict):
    """A move that lost points or winning chances, according to the engine."""

    move: int
    """The number of the move, from 1."""
    color: Color
    """The colour that played the move."""
    points: float | None
    """How many points the move lost; null if only chances are known."""
    winrate: float | None
    """How much of the chances to win the move lost, from 0 to 1; null if only points are known."""
    line: list[str]
    """The engine's preferred line, its own move first; empty if the engine gives none."""


class MachineReview(TypedDict):
    """The computer analysis of a game, as far as it is ready."""

    game: int
    """The number of the game."""
    status: Literal["waiting", "running", "done", "failed"]
    """The status."""
    reason: ReviewFailure | None
    """Why the analysis failed: `engine`, `silence`, `bad_record`, `fault`, `position_in_play` or `not_finished`; null
    if it did not fail."""
    place: int | None
    """The place in the queue, from 1; null if the analysis is not waiting."""
    done: int
    """The number of positions analysed so far."""
    total: int
    """The number of positions to analyse; 0 before the analysis has started."""
    engine: str | None
    """The name of the engine; null before the analysis has started."""
    positions: list[Judged | None]
    """The positions, by the number of moves before each, from 0. A position that is not analysed yet is null."""
    losses: list[MoveLoss]
    """The moves that lost most, at most ten, the largest loss first."""
    asked_at: Moment
    """When the analysis was requested (UTC)."""
    finished_at: Moment | None
    """When the analysis was done, or failed (UTC); null before that."""


class ReviewChoice(TypedDict):
    """Whether computer analysis is hidden from you."""

    hidden: bool
    """Whether pages hide computer analysis from you. Operations ignore this setting."""


class PointsOfSides(TypedDict):
    """The points of the board that each side will probably get, including its stones."""

    black: list[str]
    """Black's, as vertices."""
    white: list[str]
    """White's, as vertices."""


class Estimate(TypedDict):
    """A rough estimate of which side is ahead in a position, and of each side's points."""

    move: int
    """The number of moves before the position."""
    lead: str
    """By how many points Black leads by the rules of the game, with komi, prisoners and the compensation for handicap
    stones, as a decimal; negative when White does."""
    engine: str | None
    """The engine that gave the lead; null for the server's own estimate. Engines are never asked about games in
    progress."""
    engine_failed: bool
    """Whether an engine was asked and gave no answer; `lead` is then the server's own estimate."""
    points: PointsOfSides
    """The points that each side will probably get."""
