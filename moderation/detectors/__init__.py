"""Detect suspicious games and players, for moderators to review (docs/administration.md, "Signals").

Findings have no automatic consequences. Each module examines the games and positions that ended or changed between two
times, and returns findings with evidence. The thresholds are settings named IGO_SIGNAL_*.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from . import mass_timeouts, pairs, sandbagging, scores, stalling
from .finding import Finding

_SIGNALS: tuple[Callable[[datetime, datetime], list[Finding]], ...] = (
    stalling.find_stalling,
    scores.find_dubious_scores,
    sandbagging.find_sandbagging,
    mass_timeouts.find_mass_timeouts,
    pairs.find_same_network,
    pairs.find_traded_wins,
)


def find_all_findings(now: datetime, since: datetime) -> list[Finding]:
    """Run all detectors and return their findings about games that ended or changed from `since` to `now`, the
    strongest first.

    The same data always give the same findings with the same keys.
    """
    found = [finding for find in _SIGNALS for finding in find(now, since)]
    return sorted(found, key=lambda finding: (-finding.strength, finding.key))


__all__ = ["Finding", "find_all_findings"]
