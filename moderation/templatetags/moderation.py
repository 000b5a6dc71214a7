"""What the pages of games need to know of moderation."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.models import Player
from moderation.detectors.words import FINDING_NAMES, sentence
from moderation.models import Decision
from moderation.models.decision import Measure

register = template.Library()


@register.filter
def signal_lines(finding: dict[str, Any] | None) -> list[str]:
    """What the server noticed, as sentences; the first says what kind of thing it is."""
    if not finding:
        return []
    return [str(FINDING_NAMES[finding["kind"]]), *(sentence((code, numbers)) for code, numbers in finding["evidence"])]


@register.filter
def profile_was_hidden(person: Player) -> bool:
    """Whether the text of the profile is gone because a moderator hid it. One query."""
    return Decision.objects.filter(player=person, measure=Measure.HIDE_PROFILE, undone_at=None).exists()
