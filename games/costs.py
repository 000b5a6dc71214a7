"""What of games is dear to answer, and how often it may be asked (S23; foundation.rate_limits).

`COSTLY` names every such route; tests/access/test_costs.py asks all routes in front of a long game and finds those that
are missing here.
"""

from __future__ import annotations

from foundation.rate_limits import RateLimit

RECKONS: set[str] = set()
"""Of the verbs of a game, by name and by address, those that are counted: the verbs say so (games.verbs)."""

UPLOADS = RateLimit("uploads", "60/hour", ("POST",))
COUNTS = RateLimit("counts", "120/minute")
RECORDS = RateLimit("records", "20/hour")
EXPORTS = RateLimit("record", "300/minute")
REFERENCE = RateLimit("reference", "120/minute")
END_PHASE = RateLimit("end-phase", "60/minute", ("POST",), RECKONS)

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
"""By route, in the API without its last slash."""


def rate_limits(**_: object) -> dict[str, RateLimit]:
    """Return COSTLY (foundation.rate_limits.rate_limits_requested)."""
    return COSTLY
