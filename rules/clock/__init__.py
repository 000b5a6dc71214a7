"""Time controls and clocks as pure functions. All times are arguments with a time zone, in UTC (R50 to R56).

A TimeControl is what the players agreed on. A Clock is the current state, and TimeLeft the time that one side has left.
The function `after_move` updates the clock for a move, `after_other_action` for any other action.
"""

from .control import LONGEST, NO_CAP, TimeControl, TimeSystem, time_control_fields_of
from .facts import SideClockState, side_clock_state
from .running import (
    Clock,
    after_move,
    after_other_action,
    charge,
    clock_after_undo,
    deadline,
    explained_deadline,
    give_time_to_side_on_turn,
    give_time_to_waiting_side,
    pause,
    remaining,
    resume,
    start,
    stop,
    with_minimum_time,
)
from .time_left import TimeLeft
from .timeout_policy import GRACE, TimeoutEffect, TimeoutPolicy, timeout_effect_of

__all__ = [
    "GRACE",
    "LONGEST",
    "NO_CAP",
    "Clock",
    "SideClockState",
    "TimeControl",
    "TimeLeft",
    "TimeSystem",
    "TimeoutEffect",
    "TimeoutPolicy",
    "after_move",
    "after_other_action",
    "charge",
    "clock_after_undo",
    "deadline",
    "explained_deadline",
    "give_time_to_side_on_turn",
    "give_time_to_waiting_side",
    "pause",
    "remaining",
    "resume",
    "side_clock_state",
    "start",
    "stop",
    "time_control_fields_of",
    "timeout_effect_of",
    "with_minimum_time",
]
