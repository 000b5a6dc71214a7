"""What takes more than 50 ms of processor time to answer, and how often it may be asked (S23).

`COSTLY` names every such route; tests/access/test_costs.py asks all routes in front of a long game and finds those that
are missing here. Rates count for an account, without one for a network; they count at the door, before anything is
reckoned, and exactly, also for many at once (foundation.limits).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cost:
    """What is counted together, how often it may be asked, and by which methods."""

    name: str
    rate: str
    methods: tuple[str, ...] = ("GET", "HEAD")


UPLOADS = Cost("uploads", "60/hour", ("POST",))
COUNTS = Cost("counts", "120/minute")
RECORDS = Cost("records", "20/hour")
EXPORTS = Cost("record", "300/minute")
REFERENCE = Cost("reference", "120/minute")
END_PHASE = Cost("end-phase", "60/minute", ("POST",))

COSTLY: dict[str, Cost] = {
    "new/sgf/": UPLOADS,
    "g/<int:game_id>/count/": COUNTS,
    "api/v1/games/<int:game_id>/count": COUNTS,
    "games/mine.zip": RECORDS,
    "api/v1/me/games.zip": RECORDS,
    "g/<int:game_id>.sgf": EXPORTS,
    "api/v1/games/<int:game_id>/sgf": EXPORTS,
    "api/docs/": REFERENCE,
    "api/v1/schema": REFERENCE,
    "g/<int:game_id>/<slug:verb>/": END_PHASE,
    "api/v1/games/<int:game_id>/actions": END_PHASE,
}
"""By route, in the API without its last slash."""
RECKONS: set[str] = set()
"""Of the verbs of a game, by name and by address, those that are counted: the verbs say so (games.verbs)."""


def cost_of(route: str, method: str, verb: str | None = None) -> Cost | None:
    """What counts for a request to this route, None when nothing does. `verb` is that of a game."""
    found = COSTLY.get(route) or COSTLY.get(route.rstrip("/"))
    if found is None or method not in found.methods or (found is END_PHASE and verb not in RECKONS):
        return None
    return found
