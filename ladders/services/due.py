"""Tasks that are due on all ladders (tournaments.signals.steps_requested)."""

from __future__ import annotations

from tournaments.services.due import Step, make_step

from . import own_ladders
from .climbing import apply_result, check, release, to_check, to_release, unprocessed_games
from .ladders import leaving, resign_ladder_games

STEPS = (
    make_step("resign on a ladder", lambda now: leaving(), resign_ladder_games),
    make_step("book", lambda now: unprocessed_games(), apply_result),
    make_step("end a hold", lambda now: to_release(), release),
    make_step("look at absences", to_check, check),
    Step("make a ladder of the server's", own_ladders.missing_ladders, own_ladders.create_ladder_once),
    Step("close a ladder", own_ladders.expired_ladders, own_ladders.close_outlived),
)


def steps(**_: object) -> tuple[Step, ...]:
    """Return the steps of ladders for the sweeper."""
    return STEPS
