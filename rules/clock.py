"""Time controls and clocks as pure functions: every instant is an argument, aware and in UTC (R50 to R53).

Days per move and games without a clock are here; the other systems have the same shape: a TimeControl is what was
agreed, a Clock what is true now, and `turn` the only thing that happens to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from .color import Color


class System(StrEnum):
    """How time is given."""

    DAYS = "days"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What was agreed. `per_move` is the time for each move under System.DAYS; a day is 86,400 seconds."""

    system: System
    per_move: timedelta = timedelta(0)

    @classmethod
    def days_per_move(cls, per_move: timedelta) -> TimeControl:
        """So much time for every move."""
        return cls(System.DAYS, per_move)

    @classmethod
    def none(cls) -> TimeControl:
        """No clock."""
        return cls(System.NONE)

    @property
    def days(self) -> int:
        """The whole days for a move."""
        return self.per_move.days

    def to_json(self) -> dict[str, Any]:
        """A form that JSON can hold; durations in seconds."""
        if self.system is System.NONE:
            return {"system": "none"}
        return {"system": "days", "per_move": int(self.per_move.total_seconds())}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TimeControl:
        """The time control that to_json() wrote."""
        return cls(System(data["system"]), timedelta(seconds=data.get("per_move", 0)))


@dataclass(frozen=True, slots=True)
class Clock:
    """Whose time runs, since when, and how much there was then. `running` None: nobody's."""

    running: Color | None = None
    since: datetime | None = None
    left: timedelta | None = None

    def to_json(self) -> dict[str, Any]:
        """A form that JSON can hold."""
        return {
            "running": None if self.running is None else self.running.letter,
            "since": None if self.since is None else self.since.isoformat(),
            "left": None if self.left is None else int(self.left.total_seconds()),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Clock:
        """The clock that to_json() wrote."""
        running, since, left = data["running"], data["since"], data["left"]
        return cls(
            running=None if running is None else Color.from_letter(running),
            since=None if since is None else datetime.fromisoformat(since),
            left=None if left is None else timedelta(seconds=left),
        )


def start(control: TimeControl, color: Color, at: datetime) -> Clock:
    """The clock of a game that begins now with this colour to act."""
    return turn(control, Clock(), color, at)


def turn(
    control: TimeControl,
    clock: Clock,
    color: Color,
    at: datetime,
    *,
    minimum: timedelta = timedelta(0),
) -> Clock:
    """The clock after a move received at `at`: now `color` has to act, with at least `minimum` (R51)."""
    if control.system is System.NONE:
        return Clock(running=color, since=at)
    return Clock(running=color, since=at, left=max(control.per_move, minimum))


def stop(clock: Clock, at: datetime) -> Clock:
    """Nobody's time runs any more."""
    return Clock()


def deadline(control: TimeControl, clock: Clock) -> datetime | None:
    """The instant at which the side to act is out of time, None when no clock runs (R53)."""
    if clock.since is None or clock.left is None:
        return None
    return clock.since + clock.left
