"""The spectators of games, and the viewers of other apps' boards. The processes that serve sockets report them, and
pages show them.

Reports are stored only in the cache and are not exact. Someone who has left is shown for up to GOOD_FOR seconds. If two
processes report at the same time, one report may be missing until the next.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.cache import cache

SECONDS_BETWEEN = 15.0
GOOD_FOR = 40.0
MOST_NAMES = 20


@dataclass(frozen=True, slots=True)
class Spectators:
    """The number of spectators, and the names of the spectators who allow showing them."""

    count: int = 0
    names: tuple[str, ...] = ()


def store_watchers(process: str, watched: Mapping[int | str, Spectators]) -> None:
    """Store the spectators that are connected to this process, for all processes. The keys of `watched` are game
    numbers, or names of other pages such as a board. Two cache calls."""
    now = time.time()
    keys = {name: _cache_key(name) for name in watched}
    known = cache.get_many(list(keys.values()))
    stored = {}
    for name, watchers in watched.items():
        others = _recent_rows(known.get(keys[name], {}), now) | {process: (now, watchers.count, watchers.names)}
        stored[keys[name]] = others
    cache.set_many(stored, timeout=GOOD_FOR)


def watchers_of(name: int | str) -> Spectators:
    """Return the spectators of the game with this number, or of another page with this name, from all processes. One
    cache call."""
    rows = _recent_rows(cache.get(_cache_key(name)) or {}, time.time()).values()
    names = sorted({name for _, _, some in rows for name in some})
    return Spectators(sum(count for _, count, _ in rows), tuple(names[:MOST_NAMES]))


def _cache_key(name: int | str) -> str:
    return f"watching:{name}"


def _recent_rows(
    rows: Mapping[str, tuple[float, int, tuple[str, ...]]], now: float
) -> dict[str, tuple[float, int, tuple[str, ...]]]:
    return {process: row for process, row in rows.items() if now - row[0] < GOOD_FOR}
