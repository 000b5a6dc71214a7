"""Time controls, as agreed for a game (R50)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import timedelta
from enum import StrEnum
from typing import Any

from .durations import NOTHING, from_json, to_json


class TimeSystem(StrEnum):
    """The kinds of time control, such as byo-yomi or Fischer."""

    DAYS = "days"
    NONE = "none"
    ABSOLUTE = "absolute"
    BYO_YOMI = "byo_yomi"
    CANADIAN = "canadian"
    FISCHER = "fischer"


LONGEST = timedelta(days=3650)
"""The longest time that a control may give for one turn."""
NO_CAP = timedelta(days=365)
"""The cap of a Fischer time control that is agreed without a cap (R50)."""

_FIELDS: dict[TimeSystem, tuple[str, ...]] = {
    TimeSystem.DAYS: ("per_move",),
    TimeSystem.NONE: (),
    TimeSystem.ABSOLUTE: ("main_time",),
    TimeSystem.BYO_YOMI: ("main_time", "periods", "period_time"),
    TimeSystem.CANADIAN: ("main_time", "stones", "period_time", "periods"),
    TimeSystem.FISCHER: ("main_time", "increment", "cap"),
}
"""The fields that each system uses; the others keep their defaults."""

_COUNTS = ("periods", "stones")


def time_control_fields_of(system: TimeSystem) -> tuple[str, ...]:
    """Return the names of the TimeControl fields that this system uses."""
    return _FIELDS[system]


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control; create one with the method named after its system. A day is 86,400 seconds.

    Raises ValueError if the control gives no time, gives more than LONGEST, or has a field that its system does not
    use. The caller checks whether the server offers the control, and that a game without a clock is unrated.
    """

    system: TimeSystem
    per_move: timedelta = NOTHING
    main_time: timedelta = NOTHING
    period_time: timedelta = NOTHING
    periods: int | None = None
    stones: int = 0
    increment: timedelta = NOTHING
    cap: timedelta = NOTHING

    def __post_init__(self) -> None:
        for field in fields(self)[1:]:
            value = getattr(self, field.name)
            if field.name not in _FIELDS[self.system] and value != field.default:
                raise ValueError(f"{self.system} knows no {field.name}")
            if value is not None and value < type(value)(0):
                raise ValueError(f"negative: {field.name}")
        if not self._has_valid_durations():
            raise ValueError(f"not a time control: {self}")

    def _has_valid_durations(self) -> bool:
        if self.system is TimeSystem.ABSOLUTE:
            enough = self.main_time > NOTHING
        elif self.system is TimeSystem.BYO_YOMI:
            enough = bool(self.period_time) and bool(self.periods)
        elif self.system is TimeSystem.CANADIAN:
            enough = bool(self.period_time) and self.stones > 0 and self.periods != 0
        elif self.system is TimeSystem.FISCHER:
            enough = NOTHING < self.main_time <= self.cap and self.increment > NOTHING
        else:
            enough = True
        return enough and self._longest_turn() <= LONGEST

    def _longest_turn(self) -> timedelta:
        periods = (self.periods or 1) if self.system is TimeSystem.BYO_YOMI else 1
        return max(self.per_move, self.cap, self.increment, self.main_time + periods * self.period_time)

    @classmethod
    def days_per_move(cls, per_move: timedelta) -> TimeControl:
        """Return a control with this much time for every move (also called simple time)."""
        return cls(TimeSystem.DAYS, per_move)

    @classmethod
    def none(cls) -> TimeControl:
        """Return a time control without a clock."""
        return cls(TimeSystem.NONE)

    @classmethod
    def absolute(cls, main_time: timedelta) -> TimeControl:
        """Return a control with this much time for the whole game."""
        return cls(TimeSystem.ABSOLUTE, main_time=main_time)

    @classmethod
    def byo_yomi(cls, main_time: timedelta, periods: int, period_time: timedelta) -> TimeControl:
        """Return a control with main time, then this many periods of this length for one move each."""
        return cls(TimeSystem.BYO_YOMI, main_time=main_time, periods=periods, period_time=period_time)

    @classmethod
    def canadian(
        cls,
        main_time: timedelta,
        stones: int,
        period_time: timedelta,
        periods: int | None = None,
    ) -> TimeControl:
        """Return a control with main time, then this many stones in each period. `periods` is the number of periods, or
        None for no limit.

        A side loses when a period ends before its stones are played and no period is left (the Finnish encyclopaedia's
        section on Canadian byo-yomi).
        """
        return cls(TimeSystem.CANADIAN, main_time=main_time, stones=stones, period_time=period_time, periods=periods)

    @classmethod
    def fischer(cls, main_time: timedelta, increment: timedelta, cap: timedelta | None = None) -> TimeControl:
        """Return a control with main time at the start and `increment` for every move, up to `cap`. The default of
        `cap` is the main time; NO_CAP is more than any game reaches."""
        return cls(TimeSystem.FISCHER, main_time=main_time, increment=increment, cap=main_time if cap is None else cap)

    @property
    def days(self) -> int:
        """Return the time per move in whole days."""
        return self.per_move.days

    def to_json(self) -> dict[str, Any]:
        """Return the control as JSON; durations in seconds."""
        values = {name: getattr(self, name) for name in _FIELDS[self.system]}
        return {"system": self.system.value} | {
            name: to_json(value) if isinstance(value, timedelta) else value for name, value in values.items()
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TimeControl:
        """Return the time control from its to_json()."""
        values: dict[str, Any] = {"system": TimeSystem(data["system"])}
        for name in _FIELDS[values["system"]]:
            if name in data:
                values[name] = data[name] if name in _COUNTS else from_json(data[name])
        return cls(**values)
