"""A finding about one player."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

EvidenceLine = tuple[str, dict[str, int | str]]
"""The code of a sentence in words.SENTENCES, and the values in it: numbers, results and points."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Evidence about a player: the ids of the `player`, of the `others` involved, and of the games.

    `strength` is between 0 and 1, with 0.5 at the detector's threshold. It is only used for sorting findings.
    """

    kind: str
    player: int
    others: tuple[int, ...]
    games: tuple[int, ...]
    strength: float
    evidence: tuple[EvidenceLine, ...]

    @property
    def key(self) -> str:
        """Return a key of at most 100 characters that identifies the finding: it is equal for equal kind, player and
        games."""
        games = hashlib.sha256(",".join(map(str, sorted(self.games))).encode()).hexdigest()[:32]
        return f"{self.kind}:{self.player}:{games}"

    def to_json(self) -> dict[str, Any]:
        """Return the finding as JSON values, for storing as evidence."""
        return {
            "kind": self.kind,
            "player": self.player,
            "others": list(self.others),
            "games": list(self.games),
            "strength": self.strength,
            "evidence": [[code, numbers] for code, numbers in self.evidence],
        }


def finding_strength(value: float, threshold: float) -> float:
    """Return the strength of a value: 0.5 at the threshold, 1 from twice the threshold on."""
    return round(min(1.0, value / (2 * threshold)), 2)
