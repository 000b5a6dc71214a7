"""Records, collections and lessons that the teacher shares with a class (T16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from classes.models import Classroom
from clubs.services.audiences import rows_shared_with_class
from foundation.apps_off import is_on
from learn.models import Material
from library.models import Record

if TYPE_CHECKING:
    from accounts.models import Player

MOST_SHOWN = 20


def materials_of(classroom: Classroom, viewer: Player) -> QuerySet[Material]:
    """Return the teacher's lessons and collections that are shared with the class and that the viewer may see."""
    return rows_shared_with_class(Material.objects.filter(owner=classroom.teacher_id), classroom.pk, viewer)


def shared_with_class(classroom: Classroom, viewer: Player) -> Iterator[Record | Material]:
    """Yield the records and materials that are shared with the class and that the viewer may see, the newest of each
    kind first. Two queries."""
    yield from materials_of(classroom, viewer).order_by("-pk")[:MOST_SHOWN]
    if is_on("library"):
        records = Record.objects.kept().filter(owner=classroom.teacher_id).defer("data")
        yield from rows_shared_with_class(records, classroom.pk, viewer).order_by("-pk")[:MOST_SHOWN]
