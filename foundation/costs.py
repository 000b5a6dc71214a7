"""What takes more than 50 ms of processor time to answer, and how often it may be asked (S23).

Apps name their routes (`rate_limits_requested`). Rates count for an account, without one for a network;
they count at the door, before anything is calculated, and exactly, also for many at the same time (foundation.limits).
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from functools import cache

from django.dispatch import Signal

from foundation.hook import merged


@dataclass(frozen=True, slots=True)
class Cost:
    """What is counted together, how often it may be asked, and by which methods. With `verbs` only requests for one of
    them count."""

    name: str
    rate: str
    methods: tuple[str, ...] = ("GET", "HEAD")
    verbs: Container[str] | None = None


rate_limits_requested = Signal()
"""Return what is counted, by route, in the API without the last slash. Sent once."""


@cache
def _by_route() -> dict[str, Cost]:
    return merged(rate_limits_requested)


def cost_of(route: str, method: str, verb: str | None = None) -> Cost | None:
    """What counts for a request to this route, None when nothing does. `verb` is what the request asks to be done."""
    found = _by_route().get(route) or _by_route().get(route.rstrip("/"))
    if found is None or method not in found.methods or (found.verbs is not None and verb not in found.verbs):
        return None
    return found
