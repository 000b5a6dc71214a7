"""Streaks of the problem of the day: on how many days (UTC) a player solved it, never missing more than one day in
between."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from foundation import timesource
from foundation.compiled_queries import CompiledQuery
from learn.models import DailyStreak
from learn.problems.daily import problem_of_day, utc_day_of
from learn.problems.problem import Problem

LONGEST_GAP = timedelta(days=2)
"""The longest time between two solved days of a streak: one day may be missed."""


def extend_streak_if_todays(player: Player, problem: Problem, now: datetime) -> None:
    """Add today to the player's streak if the solved problem is today's problem of the day. Solving it again on the
    same day changes nothing."""
    today = utc_day_of(now)
    if problem.key != problem_of_day(today).key:
        return
    with transaction.atomic():
        made = {"days": 1, "last_on": today}
        row, is_first = DailyStreak.objects.select_for_update().get_or_create(player=player, defaults=made)
        if not is_first and row.last_on < today:
            row.days = row.days + 1 if today - row.last_on <= LONGEST_GAP else 1
            row.last_on = today
            row.save(update_fields=["days", "last_on"])


def current_streak(player: Player) -> int:
    """Return the number of days in the player's current streak on which they solved the problem of the day. A streak
    ends when two days in a row are missed; then return 0."""
    for days, last_on in _STREAK.rows(player.pk):
        if utc_day_of(timesource.now()) - last_on <= LONGEST_GAP:
            return int(days)
    return 0


_STREAK = CompiledQuery(lambda player: DailyStreak.objects.filter(player=player).values_list("days", "last_on"))


def delete_streak(player: Player, **_: object) -> None:
    """Delete the player's streak, in the transaction that deletes the account."""
    DailyStreak.objects.filter(player=player).delete()
