"""The time that one side has left: what remains after some time has passed, and the time that a move adds (R50)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from .control import TimeControl, TimeSystem
from .durations import NOTHING, from_json, to_json


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time that one side has left.

    `main` is the main time (with Fischer and days per move, all of the time); when it is zero, byo-yomi has begun.
    `period` is the time left of the current period, or before byo-yomi, the length of the first period. `periods` is
    the number of periods including that one, or None if they are not counted. `stones` is the number of stones still to
    be played in the period.
    """

    main: timedelta
    period: timedelta = NOTHING
    periods: int | None = None
    stones: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the time as JSON; durations in seconds."""
        return {
            "main": to_json(self.main),
            "period": to_json(self.period),
            "periods": self.periods,
            "stones": self.stones,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TimeLeft:
        """Return the time from its to_json()."""
        return cls(from_json(data["main"]), from_json(data["period"]), data["periods"], data["stones"])


def starting_time(control: TimeControl) -> TimeLeft:
    """Return each side's time at the beginning of the game."""
    return TimeLeft(control.main_time + control.per_move, control.period_time, control.periods, control.stones)


def total_left(control: TimeControl, left: TimeLeft) -> timedelta:
    """Return how long this side may still think before it loses on time: main time and all byo-yomi periods."""
    more = (left.periods or 0) - 1 if control.system is TimeSystem.BYO_YOMI else 0
    return left.main + left.period + max(0, more) * control.period_time


def spend_time(control: TimeControl, left: TimeLeft, elapsed: timedelta) -> TimeLeft:
    """Return the time left after this side has used `elapsed` of its time.

    A side that uses exactly its main time begins byo-yomi. Using exactly one period loses that period, and using
    exactly all time loses the game: nothing is left.
    """
    if elapsed >= total_left(control, left):
        return replace(left, main=NOTHING, period=NOTHING, periods=None if left.periods is None else 0, stones=0)
    if elapsed < left.main:
        return replace(left, main=left.main - elapsed)
    over = elapsed - left.main
    if over < left.period:
        return replace(left, main=NOTHING, period=left.period - over)
    lost, over = divmod(over - left.period, control.period_time)
    assert left.periods is not None
    return replace(left, main=NOTHING, period=control.period_time - over, periods=left.periods - 1 - lost)


def after_turn(control: TimeControl, left: TimeLeft) -> TimeLeft:
    """Return the time left after a turn. With byo-yomi, a period that has begun is full again; other systems add no
    time."""
    if control.system is TimeSystem.BYO_YOMI and left.periods:
        return replace(left, period=control.period_time)
    return left


def after_move(control: TimeControl, left: TimeLeft) -> TimeLeft:
    """Return the time left after a move (a stone or a pass): with the increment, or with one stone less to play.
    Unchanged if the time has run out."""
    if not total_left(control, left):
        return left
    if control.system is TimeSystem.FISCHER:
        return replace(left, main=max(left.main, min(left.main + control.increment, control.cap)))
    if control.system is TimeSystem.CANADIAN and not left.main:
        return _after_canadian_stone(control, left)
    return left


def smaller_time(control: TimeControl, now: TimeLeft, then: TimeLeft) -> TimeLeft:
    """Return the smaller of the two times. The number of stones to play in the period is never smaller than in
    `then`."""
    if total_left(control, then) <= total_left(control, now):
        return then
    return replace(now, stones=max(now.stones, then.stones))


def _after_canadian_stone(control: TimeControl, left: TimeLeft) -> TimeLeft:
    if left.stones > 1:
        return replace(left, stones=left.stones - 1)
    if left.periods is None:
        return TimeLeft(NOTHING, control.period_time, None, control.stones)
    if left.periods > 1:
        return TimeLeft(NOTHING, control.period_time, left.periods - 1, control.stones)
    return TimeLeft(NOTHING, NOTHING, 0, 0)
