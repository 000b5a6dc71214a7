"""The fields of a form that chooses an audience (templates/clubs/_audience.html), and of one that hides what is
shared."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, QueryDict

from accounts.core.audit import StaffContext
from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from clubs.services.audiences import Audience, clubs_of
from foundation.text import clean_text, whole_number

LONGEST_REASON = 500


def values(player: Player, audience: Audience) -> dict[str, Any]:
    """Return the context of the template: the player's clubs, and what is chosen."""
    return {
        "players": ", ".join(audience.players),
        "clubs": [(club, club.pk in audience.clubs) for club in clubs_of(player)],
        "is_shared": audience != Audience(),
    }


def chosen(posted: QueryDict) -> Audience:
    """Return the audience that was chosen in the form. Numbers of clubs that are not numbers are left out."""
    names = tuple(name for text in posted.get("players", "").split(",") if (name := text.strip()))
    numbers = tuple(number for text in posted.getlist("club") if (number := whole_number(text, 18)) is not None)
    return Audience("everyone" in posted, names, numbers, "link" in posted)


def hiding(request: HttpRequest, now: datetime) -> StaffContext:
    """Return the moderator and the reason of a form that hides a text; the reason may be empty. Raises Http404 for
    people who are not moderators."""
    if not (isinstance(request.user, Player) and may(request.user, StaffPermission.MODERATE)):
        raise Http404
    return StaffContext(request.user, now, clean_text(request.POST.get("reason", ""))[:LONGEST_REASON])
