"""Rate limits of reading positions from files (S23; foundation.rate_limits)."""

from __future__ import annotations

from foundation.rate_limits import RateLimit
from games.rate_limits import UPLOADS

COSTLY: dict[str, RateLimit] = {
    "classes/<int:class_id>/positions/": UPLOADS,
    "api/v1/classes/<int:class_id>/positions": UPLOADS,
}
"""Rate limits by route; API routes are without the last slash."""


def rate_limits_of_classes(**_: object) -> dict[str, RateLimit]:
    """Return the rate limits of this app by route, as a receiver of the signal
    foundation.rate_limits.rate_limits_requested."""
    return COSTLY
