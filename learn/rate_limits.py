"""Rate limits for reading problem files and checking lessons that players upload (S23; foundation.rate_limits)."""

from __future__ import annotations

from foundation.rate_limits import RateLimit

UPLOADS = RateLimit("problem-uploads", "200/hour", ("POST",))
CHECKS = RateLimit("lesson-checks", "200/hour", ("POST", "PUT"))

COSTLY: dict[str, RateLimit] = {
    "collections/<slug:collection>/edit/": UPLOADS,
    "api/v1/collections/<slug:collection>/problems": UPLOADS,
    "lessons/<slug:lesson_key>/edit/": CHECKS,
    "lessons/<slug:lesson_key>/pages/new/": CHECKS,
    "lessons/<slug:lesson_key>/<int:number>/edit/": CHECKS,
    "api/v1/player-lessons/<slug:lesson_key>/pages": CHECKS,
    "api/v1/player-lessons/<slug:lesson_key>/pages/<int:number>/source": CHECKS,
}
"""Rate limits by route; API routes are without the last slash."""


def rate_limits_of_learning(**_: object) -> dict[str, RateLimit]:
    """Return the rate limits of this app by route, as a receiver of the signal
    foundation.rate_limits.rate_limits_requested."""
    return COSTLY
