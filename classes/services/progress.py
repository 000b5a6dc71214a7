"""Pupils' progress in lessons and problems, and in homework (T3, T4, T14)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache

from django.db.models import Count, Q

from classes.models import Classroom, HomeworkGame
from learn.lessons import LESSONS
from learn.models import Progress, Tried
from learn.problems.goal_words import GOALS
from learn.services.progress import PROBLEMS, all_page_bits
from rules import Reason

ENOUGH_MOVES = 10
FINISHES = (
    Q(game__finished_at__isnull=False)
    & (Q(game__end_reason=Reason.SCORE) | Q(game__move_number__gte=ENOUGH_MOVES))
    & ~Q(game__end_reason__in=(Reason.CANCELLED, Reason.ANNULLED))
)
"""The filter for games that finish the homework: those that were counted, and those of at least ten moves (T14)."""


@dataclass(slots=True)
class PupilProgress:
    """A pupil's progress: finished lessons, solved problems of the server, problems tried and those solved at the first
    try, and the keys of all finished items."""

    lessons: int = 0
    problems: int = 0
    tried: int = 0
    right: int = 0
    done: set[str] = field(default_factory=set)


@cache
def item_bits() -> dict[str, int]:
    """Return the bit mask of all pages of each item that can be homework: the lessons, and the problems of each
    goal."""
    return {key: all_page_bits(key) for key in (*LESSONS, *(goal + PROBLEMS for goal in GOALS)) if all_page_bits(key)}


def item_totals() -> tuple[int, int]:
    """Return the number of lessons, and the number of the server's problems."""
    return len(LESSONS), sum(bits.bit_count() for key, bits in item_bits().items() if key not in LESSONS)


def progress_of(players: Collection[int]) -> Mapping[int, PupilProgress]:
    """Return the progress of these players, by player id. Two queries."""
    found = {pk: PupilProgress() for pk in players}
    rows = Progress.objects.filter(player__in=found, item__in=item_bits())
    for pk, key, bits in rows.values_list("player_id", "item", "done"):
        one, done = found[pk], bits & item_bits()[key]
        is_finished = done == item_bits()[key]
        if is_finished:
            one.done.add(key)
        if key in LESSONS:
            one.lessons += is_finished
        else:
            one.problems += done.bit_count()
    counted = Tried.objects.filter(player__in=found).order_by().values("player_id")
    for row in counted.annotate(tried=Count("pk"), right=Count("pk", filter=Q(was_right=True))):
        found[row["player_id"]].tried, found[row["player_id"]].right = row["tried"], row["right"]
    return found


def progress_in(classroom: Classroom, players: Collection[int]) -> Mapping[int, PupilProgress]:
    """Return the progress of these players by player id, including the class's positions that they have finished. Three
    queries."""
    found = progress_of(players)
    rows = HomeworkGame.objects.filter(FINISHES, position__homework__classroom=classroom, player__in=found)
    for player, item in rows.values_list("player_id", "position__homework__item").distinct():
        found[player].done.add(item)
    return found
