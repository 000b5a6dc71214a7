"""The clock of a game: whose time runs, and how actions change the clock (R51 to R54).

`since` and `left` determine the deadline. `left` is all the time that the side to act may still use: its own time, and
time added for this turn only. The added time is used first, and what remains of it is lost after the turn.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from rules.calendar import Deadline, deadline_with_reasons, playing_time_between
from rules.color import BLACK_AND_WHITE, ByColor, Color
from rules.off_time import Schedule

from . import time_left
from .control import TimeControl, TimeSystem
from .durations import NOTHING, from_json, to_json
from .time_left import TimeLeft


@dataclass(frozen=True, slots=True)
class Clock:
    """The colour whose time runs, since when, and how much time it had then. `running` is None if no clock runs;
    `since` is None while the clock is paused.

    `sides` is the time of each side at `since`, or None with days per move, where every turn has the same time. `extra`
    is used only with days per move: the time that was added to the next turn of some sides.
    """

    running: Color | None = None
    since: datetime | None = None
    left: timedelta | None = None
    sides: ByColor[TimeLeft] | None = None
    extra: tuple[tuple[Color, timedelta], ...] = ()

    @property
    def is_paused(self) -> bool:
        """Return whether the clock is paused: a side has to act, but no time runs."""
        return self.running is not None and self.since is None

    def to_json(self) -> dict[str, Any]:
        """Return the clock as JSON."""
        data: dict[str, Any] = {
            "running": None if self.running is None else self.running.letter,
            "since": None if self.since is None else self.since.isoformat(),
            "left": None if self.left is None else to_json(self.left),
        }
        if self.extra:
            data["extra"] = {color.letter: to_json(added) for color, added in self.extra}
        if self.sides is None:
            return data
        return data | {"sides": self.sides.by_letter(TimeLeft.to_json)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Clock:
        """Return the clock from its to_json()."""
        running, since, left = data["running"], data["since"], data["left"]
        sides = data.get("sides")
        return cls(
            running=None if running is None else Color.from_letter(running),
            since=None if since is None else datetime.fromisoformat(since),
            left=None if left is None else from_json(left),
            sides=None if sides is None else ByColor.from_letters(sides).map(TimeLeft.from_json),
            extra=tuple((Color.from_letter(key), from_json(value)) for key, value in data.get("extra", {}).items()),
        )

    def extra_of(self, color: Color) -> timedelta:
        """Return the time added to this side's next turn, with days per move."""
        return dict(self.extra).get(color, NOTHING)


def start(control: TimeControl, color: Color, at: datetime, colors: Collection[Color] = BLACK_AND_WHITE) -> Clock:
    """Return the clock of a game of these colours that begins at `at` with `color` to act."""
    sides = None if control.system in (TimeSystem.NONE, TimeSystem.DAYS) else _starting_times(control, colors)
    return after_move(control, Clock(sides=sides), color, at)


def after_move(control: TimeControl, clock: Clock, next_color: Color, at: datetime) -> Clock:
    """Return the clock after a play or a pass received at `at`, with `next_color` to act next (R51).

    The time since the last turn is subtracted from the mover's time. Off time must already have been taken into account
    by `charge`. Then the mover gets the increment, or has one stone less to play in the period. A clock that has run
    out does not change; the caller checks whether the action was in time.
    """
    clock = charge(control, clock, at)
    sides = _own_times(control, clock)
    if clock.running is not None and sides is not None:
        after = time_left.after_move(control, time_left.after_turn(control, sides[clock.running]))
        clock = replace(clock, sides=sides.updated(clock.running, after))
    return _begin_turn(control, clock, next_color, at)


def after_other_action(control: TimeControl, clock: Clock, next_color: Color, at: datetime) -> Clock:
    """Return the clock after an action that is not a move, such as marking or an undo, with `next_color` to act next.

    Such an action gives no increment, because otherwise players could gain time without playing. If the same side
    remains to act, its turn continues.
    """
    clock = charge(control, clock, at)
    sides = _own_times(control, clock)
    if clock.running is not None and clock.running is not next_color and sides is not None:
        after = time_left.after_turn(control, sides[clock.running])
        clock = replace(clock, sides=sides.updated(clock.running, after))
    return _begin_turn(control, clock, next_color, at)


def _begin_turn(control: TimeControl, clock: Clock, color: Color, at: datetime) -> Clock:
    """Return the clock at the start of this colour's turn, with all the time that the colour can use before it loses on
    time."""
    sides = _own_times(control, clock)
    if sides is not None:
        return Clock(color, at, time_left.total_left(control, sides[color]), sides)
    if control.system is not TimeSystem.DAYS:
        return Clock(running=color, since=at)
    others = tuple(pair for pair in clock.extra if pair[0] is not color)
    return Clock(color, at, control.per_move + clock.extra_of(color), extra=others)


def _own_times(control: TimeControl, clock: Clock) -> ByColor[TimeLeft] | None:
    """Return the time of each side, or None if sides have no time of their own (days per move, or no clock)."""
    if control.system in (TimeSystem.NONE, TimeSystem.DAYS):
        return None
    return clock.sides or _starting_times(control, BLACK_AND_WHITE)


def with_minimum_time(clock: Clock, minimum: timedelta) -> Clock:
    """Return the clock of a new turn with at least `minimum` of time. The added time is for this turn only (R51). A
    clock without a time limit is returned unchanged."""
    return clock if clock.left is None else replace(clock, left=max(clock.left, minimum))


def charge(control: TimeControl, clock: Clock, at: datetime, schedule: Schedule | None = None) -> Clock:
    """Return the clock of the same turn with the time used until `at` subtracted, so that the turn now counts from
    `at`. Off time in the schedule is not subtracted.

    Call it before the schedule of the side to act changes, so that the new schedule does not apply to the past.
    """
    if clock.running is None or clock.since is None:
        return clock
    since = max(at, clock.since)
    if clock.left is None:
        return replace(clock, since=since)
    left = clock.left - min(clock.left, playing_time_between(clock.since, at, schedule))
    sides = clock.sides
    if sides is not None:
        own = sides[clock.running]
        had = time_left.total_left(control, own)
        sides = sides.updated(clock.running, time_left.spend_time(control, own, had - min(had, left)))
    return replace(clock, since=since, left=left, sides=sides)


def clock_after_undo(control: TimeControl, clock: Clock, then: Clock) -> Clock:
    """Return the clock after moves were undone. `clock` is the current clock, and `then` the clock after the last
    remaining move.

    Each side gets the smaller of its two times, so that an undo gains no time. The number of stones to play in a period
    is at least the number in `then`. Call this function after `charge` and before `after_move`.
    """
    if clock.sides is None:
        return clock
    before = then.sides or _starting_times(control, clock.sides.values)
    sides = (time_left.smaller_time(control, now, had) for now, had in zip(clock.sides, before, strict=True))
    return replace(clock, sides=ByColor(*sides))


def stop(clock: Clock, at: datetime, *, control: TimeControl | None = None, schedule: Schedule | None = None) -> Clock:
    """Return the clock, stopped. With `control`, each side has the time that it had left at `at`. Without it, each side
    has the time that it had at the beginning of the turn."""
    if control is not None:
        clock = charge(control, clock, at, schedule)
    return Clock(sides=clock.sides, extra=clock.extra)


def pause(control: TimeControl, clock: Clock, at: datetime, schedule: Schedule | None = None) -> Clock:
    """Return the clock, paused until `resume` is called. For a pause with a known end, change the schedule instead, so
    that the game has a deadline."""
    return replace(charge(control, clock, at, schedule), since=None)


def resume(clock: Clock, at: datetime) -> Clock:
    """Return a paused clock running again, or any other clock unchanged."""
    return replace(clock, since=at) if clock.is_paused else clock


def give_time_to_side_on_turn(control: TimeControl, clock: Clock, extra: timedelta, at: datetime) -> Clock:
    """Return the clock with more time for the side to act, given by its opponent or as a grace period at `at` (R52).
    The extra time becomes main time.

    Off time before `at` must already have been taken into account by `charge`. A side whose time had run out then has
    only the extra time. Raises ValueError for a negative time.
    """
    if extra < NOTHING:
        raise ValueError(f"a negative time: {extra}")
    clock = charge(control, clock, at)
    if clock.running is None or clock.left is None:
        return clock
    sides = clock.sides
    if sides is not None:
        own = sides[clock.running]
        sides = sides.updated(clock.running, replace(own, main=own.main + extra))
    return replace(clock, left=clock.left + extra, sides=sides)


def give_time_to_waiting_side(clock: Clock, color: Color, extra: timedelta) -> Clock:
    """Return the clock with more time for a side that is not on turn. The time is added to the side's own time or, with
    days per move, to its next turn."""
    assert color is not clock.running
    if clock.sides is None:
        return replace(clock, extra=tuple((dict(clock.extra) | {color: clock.extra_of(color) + extra}).items()))
    own = clock.sides[color]
    return replace(clock, sides=clock.sides.updated(color, replace(own, main=own.main + extra)))


def deadline(control: TimeControl, clock: Clock, schedule: Schedule | None = None) -> datetime | None:
    """Return the time at which the side to act runs out of time, or None if no clock runs (R53).

    `schedule` is the off time of the side to act.
    """
    due = explained_deadline(control, clock, schedule)
    return None if due is None else due.instant


def explained_deadline(control: TimeControl, clock: Clock, schedule: Schedule | None = None) -> Deadline | None:
    """Return the deadline of the side to act, with the off time that was added to it (R55). Return None if no clock
    runs."""
    if clock.since is None or clock.left is None:
        return None
    return deadline_with_reasons(clock.since, clock.left, schedule)


def remaining(control: TimeControl, clock: Clock, color: Color, at: datetime) -> TimeLeft | None:
    """Return the time that this side has left at `at`, or None without a clock. Off time before `at` must already have
    been taken into account by `charge`.

    With days per move, the result for a side that is not on turn is the time of its next turn.
    """
    if control.system is TimeSystem.NONE:
        return None
    now = charge(control, clock, at) if clock.running is color else clock
    if control.system is TimeSystem.DAYS:
        mine = clock.running is color and now.left is not None
        return TimeLeft(now.left if mine and now.left is not None else control.per_move + clock.extra_of(color))
    return time_left.starting_time(control) if now.sides is None else now.sides[color]


def _starting_times(control: TimeControl, sides: Collection[object]) -> ByColor[TimeLeft]:
    """Return each side's time at the beginning of the game."""
    return ByColor(*(time_left.starting_time(control) for _ in sides))
