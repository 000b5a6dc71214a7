"""Time controls in SGF. TM is the main time in seconds, and OT describes the overtime in words on which programs agree.

SGF does not define the words of OT. This module reads and writes the words that servers use ("5x30 byo-yomi", "15/300
Canadian", "30 fischer", "86400 simple"). It has its own words for controls that these cannot express ("3 days per
move", ", 4 periods", ", at most 600").
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from .clock import Clock, TimeControl, TimeSystem
from .clock.durations import NOTHING, from_json, to_json
from .color import Color

_SECONDS = r"([0-9]{1,9}(?:\.[0-9]{1,6})?)"
_COUNT = r"([0-9]{1,4})"
_Make = Callable[[timedelta, tuple[str, ...]], TimeControl]


def _parse_byo_yomi(main_time: timedelta, groups: tuple[str, ...]) -> TimeControl:
    return TimeControl.byo_yomi(main_time, int(groups[0]), from_json(groups[1]))


def _parse_canadian(main_time: timedelta, groups: tuple[str, ...]) -> TimeControl:
    stones, seconds, periods = groups
    return TimeControl.canadian(main_time, int(stones), from_json(seconds), int(periods) if periods else None)


def _parse_fischer(main_time: timedelta, groups: tuple[str, ...]) -> TimeControl:
    increment, cap = groups
    main_time = main_time or from_json(increment)
    return TimeControl.fischer(main_time, from_json(increment), from_json(cap) if cap else None)


def _parse_simple(main_time: timedelta, groups: tuple[str, ...]) -> TimeControl:
    return _per_move(from_json(groups[0]))


def _parse_days(main_time: timedelta, groups: tuple[str, ...]) -> TimeControl:
    return _per_move(timedelta(days=int(groups[0])))


def _per_move(time: timedelta) -> TimeControl:
    if not time:
        raise ValueError("no time for a move")
    return TimeControl.days_per_move(time)


_FORMS: tuple[tuple[str, _Make], ...] = (
    (rf"{_COUNT} ?x ?{_SECONDS} byo-?yomi", _parse_byo_yomi),
    (rf"{_COUNT} ?/ ?{_SECONDS} canadian(?:, {_COUNT} periods?)?", _parse_canadian),
    (rf"{_SECONDS} fischer(?:, at most {_SECONDS})?", _parse_fischer),
    (rf"{_SECONDS} simple", _parse_simple),
    (rf"{_COUNT} days? per move", _parse_days),
)


def parse_overtime(text: str, main_time: timedelta = NOTHING) -> TimeControl | None:
    """Return the time control of an OT property, or None if the property is unknown or invalid.

    A Fischer game without main time begins with one increment.
    """
    text = " ".join(text.split())
    for form, make in _FORMS:
        match = re.fullmatch(form, text, re.IGNORECASE | re.ASCII)
        if match:
            try:
                return make(main_time, match.groups())
            except ValueError:
                return None
    return None


def from_sgf(tm: str | None, ot: str | None) -> TimeControl | None:
    """Return the time control of a game's TM and OT, or None if they have no known time control."""
    if tm is not None and re.fullmatch(_SECONDS, tm.strip()) is None:
        return None
    main_time = NOTHING if tm is None else from_json(tm.strip())
    if ot is not None and ot.strip():
        return parse_overtime(ot, main_time)
    try:
        return TimeControl.absolute(main_time)
    except ValueError:
        return None


def time_left_to_sgf(control: TimeControl, clock: Clock, color: Color) -> dict[str, str]:
    """Return this side's remaining time after its move as SGF properties. BL or WL is the time in seconds; in overtime,
    it is the time left in the period. OB or OW is the number of stones left in a Canadian period, or of byo-yomi
    periods left, as KGS writes them. Return {} without a clock, and for days per move, where each move has the same
    time."""
    if (
        control.system in (TimeSystem.NONE, TimeSystem.DAYS)
        or clock.sides is None
        or color not in (Color.BLACK, Color.WHITE)
    ):
        return {}
    own, letter = clock.sides[color], color.letter
    if own.main or control.system not in (TimeSystem.BYO_YOMI, TimeSystem.CANADIAN):
        return {f"{letter}L": f"{to_json(own.main)}"}
    count = own.stones if control.system is TimeSystem.CANADIAN else own.periods
    left = {f"{letter}L": f"{to_json(own.period)}"}
    return left if count is None else {**left, f"O{letter}": str(count)}


def to_sgf(control: TimeControl) -> tuple[str | None, str | None]:
    """Return the values of TM and OT for a time control. Each is None if the property is not needed; both are None
    without a clock. from_sgf() parses them."""
    if control.system is TimeSystem.NONE:
        return None, None
    if control.system is TimeSystem.DAYS:
        return None, _per_move_text(control)
    return f"{to_json(control.main_time)}", _overtime_text(control)


def _per_move_text(control: TimeControl) -> str:
    if control.per_move == timedelta(days=control.days):
        return f"{control.days} days per move"
    return f"{to_json(control.per_move)} simple"


def _overtime_text(control: TimeControl) -> str | None:
    if control.system is TimeSystem.BYO_YOMI:
        return f"{control.periods}x{to_json(control.period_time)} byo-yomi"
    if control.system is TimeSystem.CANADIAN:
        limit = "" if control.periods is None else f", {control.periods} periods"
        return f"{control.stones}/{to_json(control.period_time)} Canadian{limit}"
    if control.system is TimeSystem.FISCHER:
        limit = "" if control.cap == control.main_time else f", at most {to_json(control.cap)}"
        return f"{to_json(control.increment)} fischer{limit}"
    return None
