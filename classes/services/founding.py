"""Create, change and delete a class (T1)."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models.restriction import RestrictionKind as Restricted
from classes import access, errors
from classes.models import Child, Classroom, HomeworkPosition
from clubs.errors import AddressNotConfirmed
from clubs.services.founding import NEEDED_GAMES, count_finished_games, has_confirmed_address, needs_finished_games
from clubs.services.rows import lock_player
from foundation.text import clean_text
from games.services.idempotency import PlayerRequest

from .waiting import end_child_accounts, withdraw_offers

MOST_CLASSES = 10


@dataclass(frozen=True, slots=True)
class ClassDetails:
    """The name and the description of a class. None leaves a text unchanged."""

    name: str | None = None
    about: str | None = None

    def apply_to(self, classroom: Classroom) -> None:
        """Copy the name and the description into the class, without saving. Raises BadClass."""
        if self.name is not None:
            classroom.name = " ".join(clean_text(self.name).split())
        if self.about is not None:
            classroom.about = clean_text(self.about)
        try:
            classroom.clean_fields(exclude={"teacher", "invite_key", "hidden_reason", "created_at"})
        except ValidationError as error:
            raise errors.BadClass.from_validation(error) from error


def create_class(request: PlayerRequest, details: ClassDetails) -> Classroom:
    """Create a class with the player as its teacher.

    Raises BadClass, CannotTeach, AddressNotConfirmed, TooManyClasses, NotForGuests, Muted, Suspended.
    """
    player = request.player
    made = Classroom(teacher=player, created_at=request.now)
    details.apply_to(made)
    with transaction.atomic():
        if lock_player(player.pk).deleted_at is not None:
            raise errors.CannotTeach
        check_allowed(player, request.now, Restricted.MUTED)
        check_not_guest(player)
        if Classroom.objects.filter(teacher=player).count() >= MOST_CLASSES:
            raise errors.TooManyClasses
        has_too_few = needs_finished_games(player) and count_finished_games(player, NEEDED_GAMES) < NEEDED_GAMES
        if player.is_bot or has_too_few:
            raise errors.CannotTeach
        if settings.IGO_CONFIRM_EMAIL and not has_confirmed_address(player):
            raise AddressNotConfirmed
        made.save()
    return made


def lock_for_teacher(request: PlayerRequest, class_id: int, *more: Restricted) -> Classroom:
    """Return the acting teacher's class, locked. Raises NoSuchClass, NotTeacher, Suspended, and the errors for the
    restrictions in `more`. Needs a transaction."""
    check_allowed(request.player, request.now, *more)
    classroom = access.lock_class(class_id)
    if classroom.teacher_id != request.player.pk:
        access.visible_class(request.player, class_id)
        raise errors.NotTeacher
    return classroom


def change_class(request: PlayerRequest, class_id: int, details: ClassDetails) -> Classroom:
    """Change the name or the description of a class. Raises BadClass, NoSuchClass, NotTeacher, Muted, Suspended."""
    with transaction.atomic():
        classroom = lock_for_teacher(request, class_id, Restricted.MUTED)
        details.apply_to(classroom)
        classroom.hidden_reason = ""
        classroom.save(update_fields=["name", "about", "hidden_reason"])
        return classroom


def delete_class(request: PlayerRequest, class_id: int) -> None:
    """End a class: delete it with all its data, withdraw its homework offers, and end its children's accounts (T6).

    Raises NoSuchClass, NotTeacher, Suspended.
    """
    with transaction.atomic():
        classroom = lock_for_teacher(request, class_id)
        end_child_accounts(Child.objects.filter(classroom=classroom), request.now)
        withdraw_offers(HomeworkPosition.objects.filter(homework__classroom=classroom), request.now)
        classroom.delete()
