"""Rate limits of the clubs' expensive operations (foundation.rate_limits)."""

from __future__ import annotations

from foundation.rate_limits import RateLimit

IMPORTS = RateLimit("imports", "30/hour", ("POST",))
RECORDS = RateLimit("club-records", "20/hour")

COSTLY: dict[str, RateLimit] = {
    "clubs/<int:club_id>/games/import/": IMPORTS,
    "api/v1/clubs/<int:club_id>/imports": IMPORTS,
    "clubs/<int:club_id>/games.zip": RECORDS,
}


def rate_limits_of_clubs(**_: object) -> dict[str, RateLimit]:
    """Return the rate limits of the app's expensive operations, by route. Receiver of the signal
    `foundation.rate_limits.rate_limits_requested`."""
    return COSTLY
