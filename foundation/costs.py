"""What takes more than 50 ms of processor time to answer, and how often it may be asked (S23).

The rooms name their routes when the server starts (`bound`). Rates count for an account, without one for a network;
they count at the door, before anything is calculated, and exactly, also for many at the same time (foundation.limits).
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cost:
    """What is counted together, how often it may be asked, and by which methods. With `verbs` only requests for one of
    them count."""

    name: str
    rate: str
    methods: tuple[str, ...] = ("GET", "HEAD")
    verbs: Container[str] | None = None


_BY_ROUTE: dict[str, Cost] = {}


def bound(routes: Mapping[str, Cost]) -> None:
    """From now on requests to these routes are counted; in the API without the last slash."""
    _BY_ROUTE.update(routes)


def cost_of(route: str, method: str, verb: str | None = None) -> Cost | None:
    """What counts for a request to this route, None when nothing does. `verb` is what the request asks to be done."""
    found = _BY_ROUTE.get(route) or _BY_ROUTE.get(route.rstrip("/"))
    if found is None or method not in found.methods or (found.verbs is not None and verb not in found.verbs):
        return None
    return found
