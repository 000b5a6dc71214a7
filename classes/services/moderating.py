"""Report classes, and hide their names, descriptions and messages as a moderator (T15). The audit log keeps what was
hidden."""

from __future__ import annotations

from django.db import transaction

from accounts.core.audit import StaffContext, record_staff_action
from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from classes import access
from classes.errors import NoSuchClass
from classes.models import ClassMessage
from games.errors import NotAModerator
from moderation.services import ReportTarget


def report_target(viewer: Player, class_id: int, message_id: int | None = None) -> ReportTarget:
    """Return the report target for a class that the viewer may see: its teacher, with the class's name and description,
    or a message, as evidence. Raises NoSuchClass."""
    seen = access.visible_class(viewer, class_id)
    classroom, text = seen.classroom, seen.classroom.about
    if message_id is not None:
        message = access.visible_messages(viewer, seen).filter(pk=message_id).first()
        if message is None:
            raise NoSuchClass
        text = message.text
    evidence = {"what": "class", "id": classroom.pk, "path": classroom.get_absolute_url(), "name": classroom.name}
    return ReportTarget(classroom.teacher, None, {**evidence, "text": text})


def hide_class_texts(by: StaffContext, class_id: int, message_id: int | None = None) -> None:
    """Hide the name and the description of a class, or one message. The teacher can read the reason.

    Raises NotAModerator, and NoSuchClass also for the moderator's own class.
    """
    if not may(by.staff, StaffPermission.MODERATE):
        raise NotAModerator
    with transaction.atomic():
        classroom = access.lock_class(class_id)
        if classroom.teacher_id == by.staff.pk:
            raise NoSuchClass
        if message_id is None:
            kept = {"class": class_id, "name": classroom.name, "about": classroom.about}
            classroom.name, classroom.about, classroom.hidden_reason = f"#{classroom.pk}", "", by.reason
            classroom.save(update_fields=["name", "about", "hidden_reason"])
        else:
            message = ClassMessage.objects.filter(pk=message_id, classroom=classroom).first()
            if message is None:
                raise NoSuchClass
            kept = {"class": class_id, "text": message.text}
            message.text, message.hidden_reason = "", by.reason
            message.save(update_fields=["text", "hidden_reason"])
        record_staff_action(by, "hide_class_text", classroom.teacher, **kept)
