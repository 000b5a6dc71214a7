"""How much a piece of code does, as the number of functions that are called: the same on a busy machine as on an idle
one. Compare two counts of one run; a count by itself changes with every release of a library."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable


def calls_of(do: Callable[[], object], within: str = "") -> int:
    """How many calls of functions, Python's and those written in C, this thread makes to do it once more; `within`:
    only of those whose file has this in its path."""
    do()
    profile = cProfile.Profile()
    profile.runcall(do)
    found = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    return sum(calls for (path, _, _), (_, calls, *_) in found.items() if within in path)
