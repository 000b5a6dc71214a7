"""The teacher's messages to all pupils (T8)."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models.restriction import RestrictionKind as Restricted
from classes import errors
from classes.models import LONGEST_TEXT, ClassMessage, Pupil
from clubs.announcing import send_notice
from foundation import limits
from foundation.text import clean_text
from games.services.idempotency import PlayerRequest
from notifications.models import Notice

from .founding import lock_for_teacher

RATE = "5/day"
BAD_LENGTH = _("Enter a message of up to 2,000 characters.")


def write_message(request: PlayerRequest, class_id: int, text: str) -> ClassMessage:
    """Write a message to all pupils. It is not sent to guests, unless they are children, or to pupils with a block
    between them and the teacher.

    Raises BadClass, NoSuchClass, NotTeacher, TooManyClassMessages, Muted, Suspended.
    """
    cleaned = clean_text(text)
    with transaction.atomic():
        classroom = lock_for_teacher(request, class_id, Restricted.MUTED)
        if not 1 <= len(cleaned) <= LONGEST_TEXT:
            raise errors.BadClass(field="text", why=BAD_LENGTH)
        wait = limits.count_hit("class-messages", str(classroom.pk), RATE)
        if wait is not None:
            raise errors.TooManyClassMessages(seconds=int(wait) + 1)
        made = ClassMessage.objects.create(classroom=classroom, text=cleaned, at=request.now)
        pupils = Pupil.objects.current().filter(classroom=classroom)
        readers = pupils.exclude(player__is_guest=True, player__is_child=False)
        notice = Notice(kind="class_message", by=request.player, created_at=request.now)
        send_notice(classroom, readers.values_list("player_id", flat=True), notice)
        return made
