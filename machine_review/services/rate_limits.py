"""Rate limits for the expensive operations of computer analysis (foundation.rate_limits)."""

from __future__ import annotations

from foundation.rate_limits import RateLimit

REVIEWS = RateLimit("reviews", "120/minute", ("GET", "HEAD", "POST"))
ESTIMATES = RateLimit("estimates", "30/minute")

COSTLY: dict[str, RateLimit] = {
    "g/<int:game_id>/machine-review/": REVIEWS,
    "api/v1/games/<int:game_id>/machine-review": REVIEWS,
    "g/<int:game_id>/estimate/": ESTIMATES,
    "api/v1/games/<int:game_id>/estimate": ESTIMATES,
}


def rate_limits_of_reviews(**_: object) -> dict[str, RateLimit]:
    """Return the rate limits of this app by route. Receiver of the signal
    foundation.rate_limits.rate_limits_requested."""
    return COSTLY
