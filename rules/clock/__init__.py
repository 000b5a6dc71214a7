"""Time controls and clocks as pure functions. All times are arguments with a time zone, in UTC (R50 to R56).

A TimeControl is what the players agreed on. A Clock is the current state, and TimeLeft the time that one side has left.
The function `after_move` updates the clock for a move, `after_other_action` for any other action.
"""

from .control import LONGEST, NO_CAP, TimeControl, TimeSystem, fields_of
from .facts import ClockFacts, clock_facts
from .running import (
    Clock,
    add,
    after_move,
    after_other_action,
    charge,
    clock_after_undo,
    deadline,
    explained_deadline,
    grant,
    pause,
    remaining,
    resume,
    start,
    stop,
    with_at_least,
)
from .time_left import TimeLeft
from .timeout_policy import GRACE, Expiry, TimeoutPolicy, expiry_of

__all__ = [
    "GRACE",
    "LONGEST",
    "NO_CAP",
    "Clock",
    "ClockFacts",
    "Expiry",
    "TimeControl",
    "TimeLeft",
    "TimeSystem",
    "TimeoutPolicy",
    "add",
    "after_move",
    "after_other_action",
    "charge",
    "clock_after_undo",
    "clock_facts",
    "deadline",
    "expiry_of",
    "explained_deadline",
    "fields_of",
    "grant",
    "pause",
    "remaining",
    "resume",
    "start",
    "stop",
    "with_at_least",
]
