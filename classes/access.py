"""Access to classes: the only functions that return a class for a viewer, and the viewer's role in it (T2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from accounts.models import Player
from accounts.privacy.blocking import blocked_id_queries, is_blocked_between
from accounts.security.staff_permissions import StaffPermission, may
from classes.errors import NoSuchClass
from classes.models import ClassMessage, Classroom, Pupil, PupilStanding
from clubs.access import is_invite_key_valid
from foundation.apps_off import is_on

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    Viewer = Player | AnonymousUser


class ClassRole(StrEnum):
    """The role of a viewer in a class. A visitor is someone who opened the class's link without being in the class. The
    names are part of the API."""

    TEACHER = "teacher"
    PUPIL = "pupil"
    INVITED = "invited"
    VISITOR = "visitor"
    MODERATOR = "moderator"


@dataclass(frozen=True, slots=True)
class SeenClass:
    """A class and the viewer's role in it."""

    classroom: Classroom
    role: ClassRole

    @property
    def teaches(self) -> bool:
        """Return whether the viewer is the teacher."""
        return self.role == ClassRole.TEACHER

    @property
    def may_see_pupils(self) -> bool:
        """Return whether the viewer may see the pupils, their games and the messages."""
        return self.role in (ClassRole.TEACHER, ClassRole.PUPIL, ClassRole.MODERATOR)


def visible_class(viewer: Viewer, class_id: int, key: str = "") -> SeenClass:
    """Return the class with its teacher and the viewer's role. Raises NoSuchClass for people who are not in the class,
    unless `key` is the secret of its link. Moderators see all classes.

    Takes one query, whether or not the class exists, so that the response time does not reveal its existence (S02).
    """
    mine = Pupil.objects.filter(classroom=OuterRef("pk"), player=viewer.pk)
    rows = Classroom.objects.select_related("teacher").annotate(standing=Subquery(mine.values("standing")[:1]))
    found = rows.filter(pk=class_id).first()
    role = None if found is None else _role(viewer, found, key)
    if found is None or role is None:
        raise NoSuchClass
    return SeenClass(found, role)


def _role(viewer: Viewer, classroom: Classroom, key: str) -> ClassRole | None:
    if classroom.teacher_id == viewer.pk:
        return ClassRole.TEACHER
    standing: str | None = classroom.standing  # type: ignore[attr-defined]
    if standing in (PupilStanding.PUPIL, PupilStanding.INVITED):
        return ClassRole(standing)
    if is_invite_key_valid(classroom.invite_key, key) and standing != PupilStanding.REMOVED:
        return None if viewer.pk and is_blocked_between(viewer.pk, classroom.teacher_id) else ClassRole.VISITOR
    return ClassRole.MODERATOR if may(viewer, StaffPermission.MODERATE) else None


def find_pupil(classroom: Classroom, player: Player) -> Pupil | None:
    """Return the player's row in the class, None if they have never been in it."""
    return Pupil.objects.filter(classroom=classroom, player=player).first()


def lock_class(class_id: int) -> Classroom:
    """Return the class, locked. Raises NoSuchClass."""
    found = Classroom.objects.select_for_update(no_key=True).filter(pk=class_id).first()
    if found is None:
        raise NoSuchClass
    return found


def pupils_of(classroom: Classroom) -> QuerySet[Pupil]:
    """Return the class's pupils with their players loaded, sorted by name. `child_name` of a pupil is the teacher's
    name for a child, None for others."""
    rows = classroom.pupils.current().select_related("player").annotate(child_name=F("player__child__name"))
    return rows.order_by("player__username")


def visible_messages(viewer: Viewer, seen: SeenClass) -> QuerySet[ClassMessage]:
    """Return the teacher's messages that the viewer may read, the latest first. People outside the class, and pupils
    with a block between them and the teacher, may read none (T8)."""
    rows = seen.classroom.messages.order_by("-pk")
    if not seen.teaches:
        rows = rows.filter(hidden_reason="")
    if not seen.may_see_pupils:
        return rows.none()
    if seen.role == ClassRole.PUPIL and isinstance(viewer, Player):
        blocked, blocking = blocked_id_queries(viewer)
        rows = rows.exclude(classroom__teacher__in=blocked).exclude(classroom__teacher__in=blocking)
    return rows


def taught_classes_with_size(player: Player) -> QuerySet[Classroom]:
    """Return the classes that this player teaches, the newest first. `size` is the number of pupils."""
    is_pupil = Q(pupils__standing=PupilStanding.PUPIL)
    return Classroom.objects.filter(teacher=player).annotate(size=Count("pupils", filter=is_pupil)).order_by("-pk")


def classes_joined_by(player: Player) -> QuerySet[Classroom]:
    """Return the classes in which this player is a pupil; none if classes are disabled (T16)."""
    if not is_on("classes"):
        return Classroom.objects.none()
    return Classroom.objects.filter(pk__in=Pupil.objects.current().filter(player=player).values("classroom"))


def classes_taught_by(player: Player) -> QuerySet[Classroom]:
    """Return the classes that this player teaches, sorted by name; none if classes are disabled (T16)."""
    if not is_on("classes"):
        return Classroom.objects.none()
    return Classroom.objects.filter(teacher=player).order_by("name", "pk")


def pupil_rows_of(player: Player) -> QuerySet[Pupil]:
    """Return this player's rows as a pupil or invited player, with `classroom` loaded, the newest first."""
    return Pupil.objects.current_or_invited().filter(player=player).select_related("classroom__teacher").order_by("-pk")
