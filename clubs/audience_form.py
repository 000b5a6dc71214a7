"""Form fields that choose who may see a shared object (templates/clubs/_audience.html), and the form with which
moderators hide one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, QueryDict

from accounts.core.audit import StaffContext
from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from clubs.services.audiences import Audience, clubs_of
from clubs.signals import classes_taught_by
from foundation.text import clean_text, whole_numbers

LONGEST_REASON = 500


def audience_form_context(player: Player, audience: Audience) -> dict[str, Any]:
    """Return the template context of the audience fields: the player's clubs and classes, and the current audience."""
    return {
        "players": ", ".join(audience.players),
        "clubs": [(club, club.pk in audience.clubs) for club in clubs_of(player)],
        "classes": [(one, one.pk in audience.classes) for one in classes_taught_by(player)],
        "is_shared": audience != Audience(),
    }


def audience_from_form(posted: QueryDict) -> Audience:
    """Return the audience that was chosen in the form. Numbers of clubs and classes that are not numbers are left
    out."""
    names = tuple(name for text in posted.get("players", "").split(",") if (name := text.strip()))
    clubs, classes = (tuple(whole_numbers(posted.getlist(name), 18)) for name in ("club", "class"))
    return Audience(bool(posted.get("everyone")), names, clubs, "link" in posted, classes)


def staff_context_from_form(request: HttpRequest, now: datetime) -> StaffContext:
    """Return the moderator, with the reason from a form that hides a shared object; the reason may be empty. Raises
    Http404 for people who are not moderators."""
    if not (isinstance(request.user, Player) and may(request.user, StaffPermission.MODERATE)):
        raise Http404
    return StaffContext(request.user, now, clean_text(request.POST.get("reason", ""))[:LONGEST_REASON])
