"""Template tags that link a game's page to its analysis and to an estimate."""

from __future__ import annotations

from typing import Any

from django import template

from games.access import analysis_allowed
from games.models import Game
from machine_review.services.reviews import has_engine

register = template.Library()


@register.inclusion_tag("machine_review/links.html")
def review_links(game: Game, move: int) -> dict[str, Any]:
    """Return the template context for links from a game's page to its analysis, and to the estimate of the position
    after this many moves. Takes no query."""
    plain = game.agreed_variant.plain
    shown = {"has_engine": plain and has_engine(), "may_estimate": plain and analysis_allowed(game)}
    return {"game": game, "move": move, **shown}
