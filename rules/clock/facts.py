"""The values of a side's clock that a page needs for its text: "period 2 of 5", "5 stones in 3 d 4 h"."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.color import Color

from . import time_left
from .control import TimeControl, TimeSystem
from .durations import NOTHING
from .running import Clock, charge, remaining


@dataclass(frozen=True, slots=True)
class SideClockState:
    """The state of one side's clock at one time.

    `left` is all the time that this side may use before it loses, and `extra` the part of it that is for this turn only
    (R51). `main` is the main time.

    If `in_overtime`, byo-yomi has begun and `period` is the time left of the current period. Before byo-yomi, `period`
    is the length of a full period. `period_number` and `periods` are the number of the period and how many there are,
    or None if periods are not counted. `stones` is the number of stones still to be played in the period, or None if
    the system counts no stones.
    """

    is_running: bool
    is_paused: bool
    is_out: bool
    left: timedelta
    extra: timedelta
    main: timedelta
    in_overtime: bool
    period: timedelta | None
    period_number: int | None
    periods: int | None
    stones: int | None


def side_clock_state(control: TimeControl, clock: Clock, color: Color, at: datetime) -> SideClockState | None:
    """Return the state of this side's clock at `at`, or None without a clock. Off time before `at` must already have
    been taken into account in `clock`."""
    own = remaining(control, clock, color, at)
    if own is None:
        return None
    mine = clock.running is color
    now = charge(control, clock, at) if mine else clock
    has = time_left.total_left(control, own)
    left = now.left if mine and now.left is not None else has
    has_periods = control.system in (TimeSystem.BYO_YOMI, TimeSystem.CANADIAN)
    in_overtime = has_periods and not own.main
    counted = control.periods is not None and own.periods is not None
    return SideClockState(
        is_running=mine and clock.since is not None,
        is_paused=mine and clock.is_paused,
        is_out=not left,
        left=left,
        extra=max(NOTHING, left - has),
        main=own.main,
        in_overtime=in_overtime,
        period=own.period if has_periods else None,
        period_number=_period_number(control, own) if counted and in_overtime else None,
        periods=control.periods,
        stones=own.stones if control.system is TimeSystem.CANADIAN else None,
    )


def _period_number(control: TimeControl, own: time_left.TimeLeft) -> int:
    """Return the number of the current byo-yomi period, counted from 1. If all periods are lost, return the number of
    the last one."""
    periods = control.periods or 0
    return min(periods, periods - (own.periods or 0) + 1)
