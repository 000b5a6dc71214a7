"""Rate limits of the library's expensive operations (S23; foundation.rate_limits)."""

from __future__ import annotations

from foundation.rate_limits import RateLimit

UPLOADS = RateLimit("library-uploads", "60/hour", ("POST",))
DOWNLOADS = RateLimit("library-downloads", "30/hour")
RECORDS = RateLimit("library-records", "300/minute")

COSTLY: dict[str, RateLimit] = {
    "library/": UPLOADS,
    "api/v1/library": UPLOADS,
    "library/download/": DOWNLOADS,
    "api/v1/library/download": DOWNLOADS,
    "library/<int:record_id>/": RECORDS,
    "library/<int:record_id>/positions/": RECORDS,
    "library/positions/": RECORDS,
    "api/v1/library/positions": RECORDS,
    "api/v1/library/<int:record_id>/positions": RECORDS,
}
"""Rate limits by route; API routes are without the last slash."""


def rate_limits_of_library(**_: object) -> dict[str, RateLimit]:
    """Return the rate limits of this app by route, as a receiver of the signal
    foundation.rate_limits.rate_limits_requested."""
    return COSTLY
