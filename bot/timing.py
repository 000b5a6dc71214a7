"""Send the clock to an engine before it moves, with time_settings and time_left, as GTP 2 defines them.

GTP has main time and Canadian overtime, in seconds. Byo-yomi is sent as overtime of one stone a period, Fischer as the
remaining time. A side with a day or more left gets a fixed number of seconds for one move: an engine that used a share
of several days would delay all other games.
"""

from __future__ import annotations

import api_types as shapes

DAY = 86_400
LONGEST = 3600
"""The largest main time in seconds that is sent to an engine, because engines use a share of it for each move."""


def time_commands(game: shapes.Game, color: str, seconds: float) -> list[str]:
    """Return the GTP commands for this side's clock, or [] if the game has no clock. `seconds` is the time per move in
    games with days per move."""
    control = game.get("time")
    if control is None:
        return []
    clock = game.get("clock")
    facts: shapes.Facts | None = clock[color] if clock else None  # type: ignore[literal-required]
    if control["system"] == "none" or facts is None:
        return ["time_settings 0 1 0"]  # no limit
    left = facts["period_left"] if facts["in_overtime"] and facts["period_left"] is not None else facts["left"]
    if control["system"] == "days" or facts["left"] >= DAY:
        most = max(1, round(min(seconds, left)))
        return [f"time_settings 0 {max(1, round(seconds))} 1", f"time_left {color} {most} 1"]
    main, period = min(LONGEST, control.get("main_time", 0)), control.get("period_time", 0)
    settings = f"time_settings {main} {period} {control.get('stones', 1 if period else 0)}"
    if facts["in_overtime"]:
        return [settings, f"time_left {color} {left} {facts['stones'] or 1}"]
    return [settings, f"time_left {color} {min(LONGEST, facts['main_time'])} 0"]
