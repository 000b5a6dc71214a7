"""What the pages of games need to know of how order is kept."""

from __future__ import annotations

from django import template

from accounts.models import Player
from moderation.models import Decision
from moderation.models.decision import Measure

register = template.Library()


@register.filter
def profile_was_hidden(person: Player) -> bool:
    """Whether the text of the profile is gone because somebody who keeps order hid it. One query."""
    return Decision.objects.filter(player=person, measure=Measure.HIDE_PROFILE, undone_at=None).exists()
