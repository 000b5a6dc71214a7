"""Join a class by a link or an invitation, leave it, invite and remove pupils (T2)."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import transaction

from accounts.core.guests import NotForChildren, check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.privacy.blocking import is_blocked_between
from classes import access, errors
from classes.models import Child, Classroom, Pupil, PupilStanding
from clubs.announcing import send_notice
from clubs.services.rows import lock_player
from foundation import limits
from games.services.idempotency import PlayerRequest
from notifications.models import Notice

from .children import MOST_PUPILS
from .founding import lock_for_teacher
from .waiting import end_child_accounts

MOST_JOINED = 20
INVITE_AGAIN = timedelta(days=30)
"""The time after a declined invitation until the player can be invited again."""


def join_class(request: PlayerRequest, class_id: int, key: str = "") -> Pupil:
    """Join a class as a pupil, by invitation or with the secret of the link.

    Raises NoSuchClass, AlreadyInClass, TooManyClasses, ClassFull, NoBotsInClasses, NotForGuests, Suspended.
    """
    player = request.player
    check_allowed(player, request.now)
    check_not_guest(player)
    if player.is_bot:
        raise errors.NoBotsInClasses
    with transaction.atomic():
        if lock_player(player.pk).deleted_at is not None:
            raise errors.NoSuchClass
        classroom = access.lock_class(class_id)
        role = access.visible_class(player, class_id, key).role
        if role in (access.ClassRole.TEACHER, access.ClassRole.PUPIL):
            raise errors.AlreadyInClass
        if role == access.ClassRole.MODERATOR or is_blocked_between(player.pk, classroom.teacher_id):
            raise errors.NoSuchClass
        if Pupil.objects.current().filter(player=player).count() >= MOST_JOINED:
            raise errors.TooManyClasses
        return _store_standing(request, classroom, player, PupilStanding.PUPIL)


def leave_class(request: PlayerRequest, class_id: int) -> Pupil:
    """Leave the class, or decline the invitation. Raises NoSuchClass, NotPupil for the teacher, and NotForChildren."""
    player = request.player
    if player.is_child:
        raise NotForChildren
    with transaction.atomic():
        classroom = access.lock_class(class_id)
        role = access.visible_class(player, class_id).role
        if role not in (access.ClassRole.PUPIL, access.ClassRole.INVITED):
            raise errors.NotPupil
        standing = PupilStanding.LEFT if role == access.ClassRole.PUPIL else PupilStanding.DECLINED
        return _store_standing(request, classroom, player, standing)


def invite_pupil(request: PlayerRequest, class_id: int, player: Player) -> Pupil:
    """Invite a player. Raises NoSuchClass, NotTeacher, AlreadyInClass, CannotInvitePupil, ClassFull, Muted,
    Suspended."""
    with transaction.atomic():
        classroom = lock_for_teacher(request, class_id, Restricted.MUTED)
        row = access.find_pupil(classroom, player)
        standing = None if row is None else row.standing
        if player.pk == classroom.teacher_id or standing in (PupilStanding.PUPIL, PupilStanding.INVITED):
            raise errors.AlreadyInClass
        lately = row is not None and standing == PupilStanding.DECLINED and row.at > request.now - INVITE_AGAIN
        apart = player.is_bot or player.is_guest or is_blocked_between(player.pk, classroom.teacher_id)
        if (
            lately
            or apart
            or limits.count_hit("class-invitations", str(request.player.pk), settings.IGO_OFFERS) is not None
        ):
            raise errors.CannotInvitePupil
        made = _store_standing(request, classroom, player, PupilStanding.INVITED)
        send_notice(classroom, [player.pk], Notice(kind="class_invited", by=request.player, created_at=request.now))
        return made


def remove_pupil(request: PlayerRequest, class_id: int, player: Player) -> None:
    """Remove a pupil, who can then only return by invitation, or delete an invitation. A child's account ends (T6).

    Raises NoSuchClass, NotTeacher, NotPupil, Suspended.
    """
    with transaction.atomic():
        classroom = lock_for_teacher(request, class_id)
        row = access.find_pupil(classroom, player)
        if row is None or row.standing not in (PupilStanding.PUPIL, PupilStanding.INVITED):
            raise errors.NotPupil
        if row.standing == PupilStanding.INVITED:
            row.delete()
            return
        send_notice(classroom, [player.pk], Notice(kind="class_removed", created_at=request.now))
        end_child_accounts(Child.objects.filter(classroom=classroom, player=player), request.now)
        _store_standing(request, classroom, player, PupilStanding.REMOVED)


def _store_standing(request: PlayerRequest, classroom: Classroom, player: Player, standing: PupilStanding) -> Pupil:
    """Store the player's relation to the class, which must be locked. Raises ClassFull."""
    if standing in (PupilStanding.PUPIL, PupilStanding.INVITED):
        others = Pupil.objects.current_or_invited().filter(classroom=classroom).exclude(player=player)
        if others.count() >= MOST_PUPILS:
            raise errors.ClassFull
    values = {"standing": standing, "at": request.now}
    return Pupil.objects.update_or_create(classroom=classroom, player=player, defaults=values)[0]


def create_invite_link(request: PlayerRequest, class_id: int) -> Classroom:
    """Create a link with which anyone can join. The previous link stops working. Raises NoSuchClass, NotTeacher,
    Suspended."""
    return _set_link(request, class_id, secrets.token_urlsafe(32))


def remove_invite_link(request: PlayerRequest, class_id: int) -> Classroom:
    """Remove the class's link. Raises NoSuchClass, NotTeacher, Suspended."""
    return _set_link(request, class_id, "")


def _set_link(request: PlayerRequest, class_id: int, key: str) -> Classroom:
    with transaction.atomic():
        classroom = lock_for_teacher(request, class_id)
        classroom.invite_key = key
        classroom.save(update_fields=["invite_key"])
        return classroom
