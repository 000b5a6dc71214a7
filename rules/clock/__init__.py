"""Time controls and clocks as pure functions: every time is an argument, aware and in UTC (R50 to R56).

A TimeControl is what was agreed, a Clock the current state, TimeLeft what one side has left; `turn` is the effect of a
move, `hand_over` that of any other action.
"""

from .control import LONGEST, NO_CAP, System, TimeControl, fields_of
from .facts import Facts, facts
from .running import (
    Clock,
    add,
    at_least,
    charge,
    deadline,
    explained_deadline,
    grant,
    hand_over,
    pause,
    remaining,
    resume,
    start,
    stop,
    taken_back,
    turn,
)
from .time_left import TimeLeft
from .timeout_policy import GRACE, Expiry, TimeoutPolicy, expiry_of

__all__ = [
    "GRACE",
    "LONGEST",
    "NO_CAP",
    "Clock",
    "Expiry",
    "Facts",
    "System",
    "TimeControl",
    "TimeLeft",
    "TimeoutPolicy",
    "add",
    "at_least",
    "charge",
    "deadline",
    "expiry_of",
    "explained_deadline",
    "facts",
    "fields_of",
    "grant",
    "hand_over",
    "pause",
    "remaining",
    "resume",
    "start",
    "stop",
    "taken_back",
    "turn",
]
