"""Template tags about moderation, used on pages of other apps."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.models import Player
from moderation.detectors.words import FINDING_NAMES, evidence_sentence
from moderation.models import Decision
from moderation.models.decision import Measure

register = template.Library()


@register.filter
def finding_sentences(finding: dict[str, Any] | None) -> list[str]:
    """Return a stored finding as sentences, the first of which names the kind of finding. Return [] for None."""
    if not finding:
        return []
    return [
        str(FINDING_NAMES[finding["kind"]]),
        *(evidence_sentence((code, numbers)) for code, numbers in finding["evidence"]),
    ]


@register.filter
def profile_was_hidden(person: Player) -> bool:
    """Return whether a moderator has hidden the player's profile text. One query."""
    return Decision.objects.filter(player=person, measure=Measure.HIDE_PROFILE, undone_at=None).exists()
