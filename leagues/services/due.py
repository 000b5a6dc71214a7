"""Tasks that are due in all leagues (tournaments.signals.steps_requested)."""

from __future__ import annotations

from tournaments.services.due import Step, make_step

from . import seasons

STEPS = (
    # The seasons, in the order in which one step may lead to the next.
    make_step("end a group", seasons.free_groups_over, seasons.end_free_group),
    make_step("review a season", lambda now: seasons.to_review(), seasons.review),
    make_step("tell of a season", seasons.overdue, seasons.tell_overdue),
    make_step("close a season", seasons.to_close, seasons.close_if_due),
    make_step("ask in a league", seasons.to_ask, seasons.ask),
    make_step("follow a season", seasons.to_follow, seasons.begin_next_season),
    make_step("start a league", seasons.to_start, seasons.start_if_due),
)


def steps(**_: object) -> tuple[Step, ...]:
    """Return the steps of leagues for the sweeper."""
    return STEPS
