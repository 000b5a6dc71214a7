"""Rate limits of routes that take more than 50 ms of processor time (S23).

Apps register their routes with the signal `rate_limits_requested`. A limit applies to an account, or to a network for
visitors. It is checked before any calculation, and is exact for parallel requests (foundation.limits).
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from functools import cache

from django.dispatch import Signal

from foundation.hook import send_and_merge


@dataclass(frozen=True, slots=True)
class RateLimit:
    """A rate limit shared by several routes: its name, its rate (such as "60/minute") and the HTTP methods that it
    counts. With `verbs`, it counts only requests whose action in a game is one of these."""

    name: str
    rate: str
    methods: tuple[str, ...] = ("GET", "HEAD")
    verbs: Container[str] | None = None


rate_limits_requested = Signal()
"""Receivers return their limits by route; API routes are without the trailing slash. Sent once."""


@cache
def _limits_by_route() -> dict[str, RateLimit]:
    return send_and_merge(rate_limits_requested)


def rate_limit_of(route: str, method: str, verb: str | None = None) -> RateLimit | None:
    """Return the limit of a request to this route, or None if it has none. `verb` is the requested action."""
    found = _limits_by_route().get(route) or _limits_by_route().get(route.rstrip("/"))
    if found is None or method not in found.methods or (found.verbs is not None and verb not in found.verbs):
        return None
    return found
