"""Rate limits of the games app's expensive operations (S23; foundation.rate_limits).

`COSTLY` lists the route of every such operation; tests/access/test_costs.py calls all routes with a long game and finds
missing ones.
"""

from __future__ import annotations

from foundation.rate_limits import RateLimit

COMPUTES: set[str] = set()
"""The verbs, by name and by URL, that are rate limited because they compute a lot (games.verbs)."""

UPLOADS = RateLimit("uploads", "60/hour", ("POST",))
COUNTS = RateLimit("counts", "120/minute")
RECORDS = RateLimit("records", "20/hour")
EXPORTS = RateLimit("record", "300/minute")
REFERENCE = RateLimit("reference", "120/minute")
END_PHASE = RateLimit("end-phase", "60/minute", ("POST",), COMPUTES)

COSTLY: dict[str, RateLimit] = {
    "new/sgf/": UPLOADS,
    "g/<int:game_id>/analysis/sgf/": UPLOADS,
    "api/v1/games/<int:game_id>/tree/sgf": UPLOADS,
    "g/<int:game_id>/count/": COUNTS,
    "api/v1/games/<int:game_id>/count": COUNTS,
    "games/mine.zip": RECORDS,
    "api/v1/me/games.zip": RECORDS,
    "tournaments/<int:tournament_id>/games.zip": RECORDS,
    "api/v1/tournaments/<int:tournament_id>/games.zip": RECORDS,
    "g/<int:game_id>.sgf": EXPORTS,
    "api/v1/games/<int:game_id>/sgf": EXPORTS,
    "api/docs/": REFERENCE,
    "api/v1/schema": REFERENCE,
    "g/<int:game_id>/<verb:verb>/": END_PHASE,
    "api/v1/games/<int:game_id>/actions": END_PHASE,
}
"""The rate limits by route, for API routes without the final slash."""


def rate_limits_of_games(**_: object) -> dict[str, RateLimit]:
    """Return the rate limits of the app's expensive operations, by route
    (foundation.rate_limits.rate_limits_requested)."""
    return COSTLY
