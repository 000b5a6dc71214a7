"""What of sharing is dear to answer, and how often it may be asked (S23; foundation.costs)."""

from __future__ import annotations

from foundation.costs import Cost

PICTURES = Cost("pictures", "60/minute")
FILMS = Cost("films", "10/minute")

COSTLY: dict[str, Cost] = {
    "g/<int:game_id>/<int:move>.png": PICTURES,
    "g/<int:game_id>/<int:move>.svg": PICTURES,
    "g/<int:game_id>.gif": FILMS,
}
"""By route, in the API without its last slash."""


def rate_limits(**_: object) -> dict[str, Cost]:
    """Return COSTLY (foundation.costs.rate_limits_requested)."""
    return COSTLY
