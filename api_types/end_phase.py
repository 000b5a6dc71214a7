"""The types for agreeing on dead stones when play has stopped."""

from typing import TypedDict

from .common import ByColor, Color
from .score import Score


class Proposal(TypedDict):
    """The stones that one side marked as dead, and the resulting score. `by` is null if a moderator set them."""

    number: int
    """The number of the proposal, which answers name."""
    by: Color | None
    """The colour that made the proposal; null when a moderator set the stones."""
    dead: list[str]
    """The stones that are proposed as dead, as vertices."""
    score: Score
    """The score that would follow."""
    awaited: list[Color]
    """The sides that have not answered yet, the side whose clock is running first."""


class Settling(TypedDict):
    """A dispute about dead stones that is being played out: how many turns each side has had since it began, and how
    many stones each side has handed over by passes."""

    turns: ByColor
    """How many turns each side has had since play resumed."""
    handed_over: ByColor
    """How many stones each side has handed over by passes."""


class EndPhase(TypedDict):
    """The state of scoring: how many times play has stopped, and what a side can do now about a dispute."""

    count: int
    """How many times play has stopped so far."""
    settled: bool
    """Whether the dispute has been played out on the board."""
    may_resume: bool
    """Whether play may be resumed without playing the dispute out, as in the first end phase of a game."""
    may_settle: bool
    """Whether either side may demand to play out the dispute now (`settle`), no matter who has to act."""
    rejection_ends: bool
    """Whether a rejection or `settle` ends the game, scored as it is with all stones alive."""


class Doubt(TypedDict):
    """How the open proposal of dead stones differs from the server's own count. The two sides always get this; others
    get it only if `confirmation` is true."""

    stones: list[str]
    """The stones at issue, as vertices."""
    estimate: str
    """The result as the server counts it, such as `W+3.5`."""
    points: str
    """By how many points the two counts differ, a decimal as text."""
    other_winner: bool
    """Whether the server sees another winner."""
    unsure: list[str]
    """The stones of which the server cannot tell whether they are dead, as vertices."""
    confirmation: bool
    """Whether accepting needs a second confirmation, because the difference is large or the server is unsure. If so,
    running out of time does not accept."""


class Suggestion(TypedDict):
    """The stones that the server considers dead while the score is being agreed on, and the resulting score."""

    dead: list[str]
    """The stones that the server considers dead, as vertices."""
    result: str
    """The result that would follow, such as `B+3.5`."""


class SecondOpinion(TypedDict):
    """The stones that a Go engine considers dead, as a second opinion."""

    engine: str
    """The name of the engine."""
    dead: list[str]
    """The stones that the engine considers dead, as vertices."""


class Marking(TypedDict):
    """Help for the side marking dead stones: the server's suggestion, an engine's opinion, and the side's own draft."""

    pending: bool
    """Whether the server is still making its suggestion; until then `suggested` and `unsure` are empty."""
    suggested: list[str]
    """The stones that the server considers dead, as vertices."""
    unsure: list[list[str]]
    """Groups of which the server cannot tell whether they are dead, each as vertices."""
    second_opinion: SecondOpinion | None
    """The engine's opinion; null if no engine was used, or it has not answered."""
    second_opinion_failed: bool
    """Whether an engine was queried and gave no answer. It is queried again after ten minutes."""
    draft: list[str] | None
    """The stones that you have marked so far, as vertices; null when you have marked nothing."""


class Marks(TypedDict):
    """The dead stones that you have marked but not yet proposed."""

    dead: list[str]
    """The stones that are marked now, as vertices."""
