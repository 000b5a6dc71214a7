"""What pages of players ask this room."""

from __future__ import annotations

from typing import Any

from django import template
from django.db.models import Q

from accounts.models import Player
from foundation import timesource
from social.models import Bulletin, Follow
from social.services import bulletins as services
from social.services import translating

register = template.Library()
MOST_BULLETINS = 3


@register.simple_tag
def translates() -> bool:
    """Whether there is a translation service."""
    return translating.is_on()


@register.simple_tag
def bulletins_for(viewer: Any) -> list[Bulletin]:
    """What the administrators tell everybody, but for what the viewer has put away: one statement where there is none,
    else two."""
    rows = services.shown(timesource.now())
    return list((rows.not_dismissed_by(viewer) if isinstance(viewer, Player) else rows)[:MOST_BULLETINS])


@register.simple_tag
def follows_between(viewer: Any, person: Player) -> dict[str, bool]:
    """Whether the viewer follows this person (`mine`), and is followed back (`theirs`): one statement."""
    either = Q(player=viewer.pk, followed=person) | Q(player=person, followed=viewer.pk)
    rows = set(Follow.objects.filter(either).values_list("player", flat=True))
    return {"mine": viewer.pk in rows, "theirs": person.pk in rows}
