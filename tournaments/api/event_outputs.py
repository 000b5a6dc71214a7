"""Parts of responses that all kinds of events share."""

from __future__ import annotations

from typing import Any

from games.api.outputs import time_terms_json
from rules.outcome import format_points
from tournaments.models.terms import EvenTerms


def event_terms_json(shown: EvenTerms) -> dict[str, Any]:
    """Return the JSON of the terms of an event's even games, and of whether these games are rated."""
    unrated: str = shown.unrated_reason
    return {
        "width": shown.width,
        "height": shown.height,
        "rule_set": shown.rule_set,
        "komi": format_points(shown.agreed_komi),
        **time_terms_json(shown),
        "rated": not unrated,
        "unrated_reason": unrated or None,
    }
