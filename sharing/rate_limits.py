"""Rate limits of the sharing app's expensive operations (S23; foundation.rate_limits)."""

from __future__ import annotations

from foundation.rate_limits import RateLimit

PICTURES = RateLimit("pictures", "60/minute")
FILMS = RateLimit("films", "10/minute")

COSTLY: dict[str, RateLimit] = {
    "g/<int:game_id>/<int:move>.png": PICTURES,
    "g/<int:game_id>/<int:move>.svg": PICTURES,
    "g/<int:game_id>/<int:move>/card.svg": PICTURES,
    "g/<int:game_id>.gif": FILMS,
    "g/<int:game_id>/end.gif": FILMS,
}
"""Rate limits by route; API routes are without the last slash."""


def rate_limits_of_sharing(**_: object) -> dict[str, RateLimit]:
    """Return the rate limits of this app by route, as a receiver of the signal
    foundation.rate_limits.rate_limits_requested."""
    return COSTLY
