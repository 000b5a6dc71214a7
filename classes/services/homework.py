"""Homework: lessons and problems with a due date (T4)."""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from classes import errors
from classes.models import Classroom, Homework
from games.services.idempotency import PlayerRequest

from .founding import acting_teacher
from .progress import items

MOST_HOMEWORK = 20


def give(request: PlayerRequest, class_id: int, item: str, due: date | None) -> Homework:
    """Give homework. Raises BadClass, NoSuchClass, NotTeacher, TooMuchHomework, Suspended."""
    with transaction.atomic():
        classroom = acting_teacher(request, class_id)
        if item not in items():
            raise errors.BadClass(field="item")
        if due is None or due < timezone.localdate(request.now):
            raise errors.BadClass(field="due")
        there = set(of_class(classroom).values_list("item", flat=True))
        if item in there or len(there) >= MOST_HOMEWORK:
            raise errors.TooMuchHomework
        return Homework.objects.create(classroom=classroom, item=item, due=due)


def take_back(request: PlayerRequest, class_id: int, item: str) -> None:
    """Delete homework. Raises BadClass if the class has no such homework, NoSuchClass, NotTeacher, Suspended."""
    with transaction.atomic():
        deleted, _by_model = of_class(acting_teacher(request, class_id)).filter(item=item).delete()
        if not deleted:
            raise errors.BadClass(field="item")


def of_class(classroom: Classroom) -> QuerySet[Homework]:
    """Return the homework of the class, in the order of its dates."""
    return classroom.homework.filter(item__in=items()).order_by("due", "pk")
