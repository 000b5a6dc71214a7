"""What of computer analyses is dear to answer, and how often it may be asked (foundation.costs)."""

from __future__ import annotations

from foundation.costs import Cost

REVIEWS = Cost("reviews", "120/minute", ("GET", "HEAD", "POST"))
ESTIMATES = Cost("estimates", "30/minute")

COSTLY: dict[str, Cost] = {
    "g/<int:game_id>/machine-review/": REVIEWS,
    "api/v1/games/<int:game_id>/machine-review": REVIEWS,
    "g/<int:game_id>/estimate/": ESTIMATES,
    "api/v1/games/<int:game_id>/estimate": ESTIMATES,
}


def rate_limits(**_: object) -> dict[str, Cost]:
    """Return COSTLY (foundation.costs.rate_limits_requested)."""
    return COSTLY
