"""Tries at problems: who has tried which problem, how hard each has turned out to be, and spaced repetition.

Only a player's first try counts for a problem's grade. Repetition is optional and separate (C107).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from accounts.models import Player
from foundation import timesource
from foundation.caches import LRUCache
from learn.models import Repeating, Tally, Tried
from learn.problems.collection import server_problems
from learn.problems.problem import GRADES, Problem
from learn.services import streaks

ENOUGH = 20
"""The number of players who must have tried a problem before their results affect its grade."""
EASY, HARD = 0.8, 0.35
"""Shares of correct first tries. With a share of at least EASY, a problem gets an easier grade;
below HARD, it gets a harder grade."""
MOST_DUE = 50
"""The largest number of due problems shown at a time."""
LONGEST_WAIT = 365
"""The longest interval of a repetition, in days."""
_grades: LRUCache[datetime, dict[str, int]] = LRUCache(1)


def record_try(player: Player, problem: Problem, *, right: bool) -> None:
    """Store a player's try at a problem. The first try counts for the grade. If the problem is due for repetition, its
    due date changes."""
    now = timesource.now()
    with transaction.atomic():
        made = {"was_right": right, "at": now}
        row, is_first = Tried.objects.select_for_update().get_or_create(
            player=player, problem=problem.key, defaults=made
        )
        if is_first:
            _count_try(problem.key, right=right)
        if right:
            streaks.extend_streak_if_todays(player, problem, now)
        is_due = row.due is None or row.due <= now
        if is_due and Repeating.objects.filter(player=player).exists():
            row.card, row.due = _repetition_card_after_try(row.card, now, right=right)
            row.save(update_fields=["card", "due"])


def due_problems(player: Player) -> list[Problem]:
    """Return the player's due problems, longest waiting first. Problems that no longer exist are left out."""
    rows = Tried.objects.filter(player=player, due__lte=timesource.now()).order_by("due", "problem")
    keys = rows.values_list("problem", flat=True)[:MOST_DUE]
    return [server_problems()[key] for key in keys if key in server_problems()]


def is_repeating(player: Player) -> bool:
    """Return whether this player uses spaced repetition."""
    return Repeating.objects.filter(player=player).exists()


def set_repetition(player: Player, *, wanted: bool) -> None:
    """Turn spaced repetition on or off for the player. Turning it off deletes all due dates and memory data."""
    with transaction.atomic():
        if wanted:
            Repeating.objects.get_or_create(player=player, defaults={"since": timesource.now()})
            return
        Repeating.objects.filter(player=player).delete()
        Tried.objects.filter(player=player, due__isnull=False).update(card=None, due=None)


def adjusted_grades() -> Mapping[str, int]:
    """Return the grade of every problem by key, adjusted by players' results; cached for an hour."""
    hour = timesource.now().replace(minute=0, second=0, microsecond=0)
    return _grades.get_or_make(hour, _compute_adjusted_grades)


def delete_tries(player: Player, **_: object) -> None:
    """Delete the player's tries, in the transaction that deletes the account. The anonymous counts stay."""
    Tried.objects.filter(player=player).delete()
    Repeating.objects.filter(player=player).delete()


def _compute_adjusted_grades() -> dict[str, int]:
    found = {key: problem.grade for key, problem in server_problems().items()}
    for tally in Tally.objects.filter(tried__gte=ENOUGH, problem__in=found):
        share = tally.right / tally.tried
        moved = found[tally.problem] + (share < HARD) - (share > EASY)
        found[tally.problem] = min(max(moved, GRADES[0]), GRADES[-1])
    return found


def _count_try(key: str, *, right: bool) -> None:
    Tally.objects.get_or_create(problem=key)
    Tally.objects.filter(problem=key).update(tried=F("tried") + 1, right=F("right") + int(right))


def _repetition_card_after_try(card: object, now: datetime, *, right: bool) -> tuple[dict[str, object], datetime]:
    """Return the repetition card after this try, and when the problem is due again. The shortest interval is a day
    (C107): the intervals of minutes with which spaced repetition usually begins are switched off."""
    from fsrs import Card, Rating, Scheduler

    scheduler = Scheduler(learning_steps=(), relearning_steps=(), maximum_interval=LONGEST_WAIT, enable_fuzzing=False)
    old = Card.from_dict(card) if card else Card(card_id=1, due=now - timedelta(seconds=1))  # type: ignore[arg-type]
    new, _log = scheduler.review_card(old, Rating.Good if right else Rating.Again, review_datetime=now)
    return dict(new.to_dict()), new.due
