"""What takes more than 50 ms of processor time to answer, how often it may be asked, and how much of it at once (S23).

`COSTLY` names every such route; tests/access/test_costs.py asks all routes in front of a long game and finds those that
are missing here. Rates count for an account, without one for a network; they count at the door, before anything is
reckoned, and exactly, also for many at once (accounts.limits).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

AT_ONCE = 2
LONGEST_WAIT = 3.0
"""Seconds, so that the request is answered before it is given up."""

_turns = threading.BoundedSemaphore(AT_ONCE)
_places = threading.BoundedSemaphore(AT_ONCE + 1)
"""Of those whose turn it is and of the one that waits: a process has four threads, and whoever waits keeps one."""


class TooMuchAtOnce(Exception):
    """So much is being reckoned that this did not have its turn; a 503 that says when to come back."""


@contextmanager
def turn() -> Iterator[None]:
    """Wait for one of the two turns of this process: more at once would be no sooner done, and all pages would wait.
    One waits; the next is refused at once, so that pages are answered while it is reckoned.

    For reckoning only: nothing is waited for inside, neither the database nor a client. Raises TooMuchAtOnce.
    """
    with _one_of(_places, 0), _one_of(_turns, LONGEST_WAIT):
        yield


@contextmanager
def _one_of(places: threading.BoundedSemaphore, seconds: float) -> Iterator[None]:
    if not places.acquire(timeout=seconds):
        raise TooMuchAtOnce
    try:
        yield
    finally:
        places.release()


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
RECKONS = frozenset(
    {"propose", "withdraw", "accept", "reject", "resume", "settle", "decide", "set-marking", "set_marking"}
    | {"let-resume", "let_resume"}
)
"""Of the verbs of a game those that are about its count: the others only cost what END_PHASE does not ask for."""


def cost_of(route: str, method: str, verb: str | None = None) -> Cost | None:
    """What counts for a request to this route, None when nothing does. `verb` is that of a game."""
    found = COSTLY.get(route) or COSTLY.get(route.rstrip("/"))
    if found is None or method not in found.methods or (found is END_PHASE and verb not in RECKONS):
        return None
    return found
