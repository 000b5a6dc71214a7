"""Template tags for pages about players."""

from __future__ import annotations

from typing import Any

from django import template
from django.db.models import Q, prefetch_related_objects

from accounts.models import Player
from foundation import timesource
from foundation.compiled_queries import CompiledQuery
from social.models import Bulletin, Follow
from social.models.bulletins import BulletinQuerySet
from social.services import translating

register = template.Library()
MOST_BULLETINS = 3


@register.simple_tag
def translates() -> bool:
    """Return whether there is a translation service."""
    return translating.is_on()


@register.simple_tag
def bulletins_for(viewer: Any) -> list[Bulletin]:
    """Return the published bulletins that the viewer has not dismissed: one statement if there are none, otherwise
    two."""
    now = timesource.now()
    rows = _TO_PLAYER.rows(now, viewer.pk) if isinstance(viewer, Player) else _TO_ALL.rows(now)
    found = [Bulletin.from_db("default", _COLUMNS, row) for row in rows]
    prefetch_related_objects(found, "texts")
    return found


_COLUMNS = tuple(field.attname for field in Bulletin._meta.concrete_fields)
_TO_ALL = CompiledQuery(lambda now: _columns(Bulletin.objects.shown_at(now)))
_TO_PLAYER = CompiledQuery(lambda now, player: _columns(Bulletin.objects.shown_at(now).not_dismissed_by(player)))


def _columns(bulletins: BulletinQuerySet) -> Any:
    return bulletins.values_list(*_COLUMNS)[:MOST_BULLETINS]


@register.simple_tag
def follows_between(viewer: Any, person: Player) -> dict[str, bool]:
    """Return whether the viewer follows this player (`mine`), and is followed back (`theirs`). One statement."""
    either = Q(player=viewer.pk, followed=person) | Q(player=person, followed=viewer.pk)
    rows = set(Follow.objects.filter(either).values_list("player", flat=True))
    return {"mine": viewer.pk in rows, "theirs": person.pk in rows}
