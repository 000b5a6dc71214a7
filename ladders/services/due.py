"""The background work on ladders, for the signal tournaments.signals.steps_requested."""

from __future__ import annotations

from tournaments.services.due import BackgroundStep, make_background_step

from . import own_ladders
from .climbing import (
    apply_result,
    end_hold_by_server,
    ladders_with_absences_to_check,
    places_to_take_off_hold,
    unprocessed_games,
    update_absences,
)
from .ladders import places_with_games_to_resign, resign_ladder_games

STEPS = (
    make_background_step("resign on a ladder", lambda now: places_with_games_to_resign(), resign_ladder_games),
    make_background_step("book", lambda now: unprocessed_games(), apply_result),
    make_background_step("end a hold", lambda now: places_to_take_off_hold(), end_hold_by_server),
    make_background_step("look at absences", ladders_with_absences_to_check, update_absences),
    BackgroundStep("make a ladder of the server's", own_ladders.missing_ladders, own_ladders.create_ladder_once),
    BackgroundStep("close a ladder", own_ladders.expired_ladders, own_ladders.close_expired),
)


def ladder_steps(**_: object) -> tuple[BackgroundStep, ...]:
    """Return the steps of the background work on ladders, each with its query for due rows and its function."""
    return STEPS
