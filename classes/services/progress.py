"""Pupils' progress in lessons and problems, and in homework (T3, T4, T14, T18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from django.db.models import Count, Q

from classes.models import Classroom, HomeworkGame
from learn.lessons import LESSONS
from learn.models import OwnPage, OwnProblem, Progress, Tried
from learn.problems.goal_words import GOALS
from learn.services.collections import SHOWN, progress_item_at
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
    """A pupil's progress. `lessons` and `problems` count finished lessons and solved problems of the server, `tried`
    all problems that the pupil tried, and `right` those solved at the first try. `done` has the keys of all finished
    items."""

    lessons: int = 0
    problems: int = 0
    tried: int = 0
    right: int = 0
    done: set[str] = field(default_factory=set)


@cache
def page_bits_by_item() -> dict[str, int]:
    """Return the items that can be homework (lessons, and the problems of each goal), each with the bit mask in which
    the bits of all its pages or problems are set."""
    return {key: all_page_bits(key) for key in (*LESSONS, *(goal + PROBLEMS for goal in GOALS)) if all_page_bits(key)}


def item_totals() -> tuple[int, int]:
    """Return the number of lessons, and the number of the server's problems."""
    return len(LESSONS), sum(bits.bit_count() for key, bits in page_bits_by_item().items() if key not in LESSONS)


def progress_of(players: Collection[int]) -> Mapping[int, PupilProgress]:
    """Return the progress of these players, by player id. Two queries."""
    found = {pk: PupilProgress() for pk in players}
    rows = Progress.objects.filter(player__in=found, item__in=page_bits_by_item())
    for pk, key, bits in rows.values_list("player_id", "item", "done"):
        one, done = found[pk], bits & page_bits_by_item()[key]
        is_finished = done == page_bits_by_item()[key]
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
    """Return the progress of these players by player id, including the class's positions and the teacher's own
    materials that they have finished. Four queries, and three more if there are such materials."""
    found = progress_of(players)
    for player, item in _finished_materials(classroom, players):
        found[player].done.add(item)
    rows = HomeworkGame.objects.filter(FINISHES, position__homework__classroom=classroom, player__in=found)
    for player, item in rows.values_list("player_id", "position__homework__item").distinct():
        found[player].done.add(item)
    return found


def _finished_materials(classroom: Classroom, players: Collection[int]) -> Iterator[tuple[int, str]]:
    """Yield the player's id and the homework item for each of the teacher's own lessons and collections that one of
    these players has finished: every page, or every problem that pupils see."""
    items = dict(classroom.homework.filter(material__isnull=False).values_list("material_id", "item"))
    if not items or not players:
        return
    problems = OwnProblem.objects.filter(material__in=items, state__in=SHOWN)
    pages = OwnPage.objects.filter(material__in=items)
    needed: dict[str, Counter[str]] = {item: Counter() for item in items.values()}
    for material, number in (
        *problems.values_list("material_id", "number"), *pages.values_list("material_id", "number"),
    ):  # fmt: skip
        key, at = progress_item_at(material, number)
        needed[items[material]][key] |= 1 << (at - 1)
    keys = [key for masks in needed.values() for key in masks]
    rows = Progress.objects.filter(player__in=players, item__in=keys).values_list("player_id", "item", "done")
    done = {(player, key): bits for player, key, bits in rows}
    for (item, masks), player in product(needed.items(), players):
        if masks and all(done.get((player, key), 0) & bits == bits for key, bits in masks.items()):
            yield player, item
