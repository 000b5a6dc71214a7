"""Tasks that are due in all leagues (tournaments.signals.steps_requested)."""

from __future__ import annotations

from tournaments.services.due import Step, step_of

from . import seasons

STEPS = (
    # The seasons, in the order in which one step may lead to the next.
    step_of("end a group", seasons.free_groups_over, seasons.end_free_group),
    step_of("review a season", lambda now: seasons.to_review(), seasons.review),
    step_of("tell of a season", seasons.overdue, seasons.tell_overdue),
    step_of("close a season", seasons.to_close, seasons.close_if_due),
    step_of("ask in a league", seasons.to_ask, seasons.ask),
    step_of("follow a season", seasons.to_follow, seasons.begin_next_season),
    step_of("start a league", seasons.to_start, seasons.start_if_due),
)


def steps(**_: object) -> tuple[Step, ...]:
    """Return the steps of leagues for the sweeper."""
    return STEPS
