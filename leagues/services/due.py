"""The background work on leagues, for the signal tournaments.signals.steps_requested."""

from __future__ import annotations

from tournaments.services.due import BackgroundStep, make_background_step

from . import seasons

STEPS = (
    # The seasons, in the order in which one step may lead to the next.
    make_background_step("end a group", seasons.free_groups_to_end, seasons.end_free_group),
    make_background_step("review a season", lambda now: seasons.seasons_to_review(), seasons.begin_season_review),
    make_background_step("notify of a season", seasons.overdue_seasons, seasons.notify_overdue_season),
    make_background_step("close a season", seasons.seasons_to_confirm, seasons.confirm_season_if_due),
    make_background_step("ask in a league", seasons.seasons_to_ask_about, seasons.ask_about_next_season),
    make_background_step("follow a season", seasons.seasons_due_for_next, seasons.begin_next_season),
    make_background_step("start a league", seasons.leagues_to_start, seasons.start_first_season_if_due),
)


def league_steps(**_: object) -> tuple[BackgroundStep, ...]:
    """Return the steps of the background work on leagues, such as starting seasons that are due. Receiver of the signal
    `steps_requested`."""
    return STEPS
