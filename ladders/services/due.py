"""Tasks that are due on all ladders (tournaments.signals.steps_requested)."""

from __future__ import annotations

from tournaments.services.due import Step, step_of

from . import own_ladders
from .climbing import book, check, release, to_book, to_check, to_release
from .ladders import leaving, resign_ladder_games

STEPS = (
    step_of("resign on a ladder", lambda now: leaving(), resign_ladder_games),
    step_of("book", lambda now: to_book(), book),
    step_of("end a hold", lambda now: to_release(), release),
    step_of("look at absences", to_check, check),
    Step("make a ladder of the server's", own_ladders.wanted, own_ladders.make),
    Step("close a ladder", own_ladders.outlived, own_ladders.close_outlived),
)


def steps(**_: object) -> tuple[Step, ...]:
    """Return the steps of ladders for the sweeper."""
    return STEPS
