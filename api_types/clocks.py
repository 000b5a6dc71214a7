"""The clocks of a game."""

from typing import NotRequired, TypedDict

from .common import Color, Moment
from .words import StandsStill


class Facts(TypedDict):
    """The time that one side has left, in seconds. Fields that the time control does not use are null."""

    running: bool
    """Whether this side's clock runs now."""
    left: int
    """The time left until this side loses on time, including overtime, in seconds."""
    main_time: int
    """The main time left, in seconds."""
    in_overtime: bool
    """Whether the main time is used up."""
    period_left: int | None
    """The time left in the current overtime period, in seconds."""
    period_number: int | None
    """The number of the current overtime period, from 1."""
    stones: int | None
    """Canadian: how many stones are still to be played in the period."""


class Added(TypedDict):
    """A reason why a deadline is later than the time left on the clock, such as a weekend, and the seconds that it
    added."""

    kind: StandsStill
    """The reason: `outage`, `pause`, `vacation`, `weekend`, `night`, or a grace."""
    seconds: int
    """How many seconds were added."""


class StandingStill(TypedDict):
    """Why the clock is stopped now, and when it resumes."""

    kind: StandsStill
    """The reason: `outage`, `pause`, `vacation`, `weekend` or `night`."""
    until: Moment
    """When the clock resumes (UTC)."""


class Clock(TypedDict):
    """The clocks of all sides at the time `at`, and the deadline of the running clock."""

    at: Moment
    """The time at which these values are correct (UTC)."""
    deadline: Moment | None
    """When the running clock is used up (UTC); null when none runs."""
    reasons: list[Added]
    """Why the deadline is later than the time left."""
    standing_still: StandingStill | None
    """Why the clock stops now; null while it runs."""
    graces: int
    """How many times extra days have been given in this game."""
    B: Facts | None
    """Black's time."""
    W: Facts | None
    """White's time."""
    R: NotRequired[Facts]
    """Red's time, where Red plays."""
    U: NotRequired[Facts]
    """Blue's time, where Blue plays."""
    G: NotRequired[Facts]
    """Green's time, where Green plays."""
    Y: NotRequired[Facts]
    """Yellow's time, where Yellow plays."""


class PauseOffer(TypedDict):
    """A proposal to stop both clocks until a given time."""

    by: Color
    """The colour that proposes the pause."""
    by_seat: int
    """The seat that proposes the pause, as in `seats`."""
    until: Moment
    """When the pause would end (UTC)."""
