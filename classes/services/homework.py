"""Homework: lessons, problems and positions with a due date (T4, T13, T18)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from classes import errors
from classes.models import OWN, Classroom, Homework, HomeworkPosition
from games.services.idempotency import PlayerRequest

from .founding import lock_for_teacher
from .progress import page_bits_by_item
from .shared import materials_of
from .waiting import withdraw_offers

MOST_HOMEWORK = 20
NOT_IN_LIST = _("Choose lessons or problems from the list.")
PAST = _("The due date must be today or later.")


def assign_homework(request: PlayerRequest, class_id: int, item: str, due: date | None) -> Homework:
    """Assign a lesson or problems as homework: the server's, or the teacher's own that are shared with the class.

    Raises BadClass, NoSuchClass, NotTeacher, TooMuchHomework, AlreadyHomework, Suspended.
    """
    with transaction.atomic():
        classroom, material = lock_for_teacher(request, class_id), None
        if item.startswith(OWN):
            material = materials_of(classroom, request.player).filter(key=item.removeprefix(OWN)).first()
        if item not in page_bits_by_item() and material is None:
            raise errors.BadClass(field="item", why=NOT_IN_LIST)
        last_day, there = checked_due_date_and_items(request, classroom, due)
        if item in there:
            raise errors.AlreadyHomework
        return Homework.objects.create(classroom=classroom, item=item, material=material, due=last_day)


def checked_due_date_and_items(request: PlayerRequest, classroom: Classroom, due: date | None) -> tuple[date, set[str]]:
    """Return the due date for a new item of homework, and the set of the class's current items. Raises BadClass if the
    date is missing or in the past, and TooMuchHomework if the class can have no further item."""
    if due is None or due < timezone.localdate(request.now):
        raise errors.BadClass(field="due", why=PAST)
    there = set(homework_of_class(classroom).values_list("item", flat=True))
    if len(there) >= MOST_HOMEWORK:
        raise errors.TooMuchHomework
    return due, there


def delete_homework(request: PlayerRequest, class_id: int, item: str) -> None:
    """Delete an item of homework, and withdraw open offers from its position.

    Raises BadClass if the class has no such homework, NoSuchClass, NotTeacher, Suspended.
    """
    with transaction.atomic():
        found = homework_of_class(lock_for_teacher(request, class_id)).filter(item=item).first()
        if found is None:
            raise errors.BadClass(field="item", why=errors.NoSuchHomework.sentence)
        withdraw_offers(HomeworkPosition.objects.filter(homework=found), request.now)
        found.delete()


def homework_of_class(classroom: Classroom) -> QuerySet[Homework]:
    """Return the homework of the class, sorted by due date. Materials that are no longer shared with the class are left
    out."""
    shared = materials_of(classroom, classroom.teacher).values("pk")
    return (
        classroom.homework.filter(_available_homework_filter() | Q(material__in=shared))
        .select_related("position", "material")
        .order_by("due", "pk")
    )


def _available_homework_filter() -> Q:
    """Return the filter for homework that everyone in the class can open: positions, and lessons and problems that the
    server still has. The teacher's own materials do not match it."""
    return Q(item__in=page_bits_by_item()) | Q(position__isnull=False)


def next_homework(classes: Iterable[Classroom]) -> dict[int, Homework]:
    """Return the item of homework that is due next in each of these classes, by class id. The teacher's own materials
    are left out. One query."""
    rows = Homework.objects.filter(_available_homework_filter(), classroom__in=classes, due__gte=timezone.localdate())
    return {one.classroom_id: one for one in rows.select_related("position").order_by("-due", "-pk")}
