"""A finding about one player."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

Sentence = tuple[str, dict[str, int | str]]
"""The code of a sentence in words.SENTENCES, and the values in it: numbers, results and points."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Evidence about a player: the `player`, `others` involved, and the games, as primary keys.

    `strength` is from 0 to 1, 0.5 being the threshold; it only orders findings.
    """

    kind: str
    player: int
    others: tuple[int, ...]
    games: tuple[int, ...]
    strength: float
    evidence: tuple[Sentence, ...]

    @property
    def key(self) -> str:
        """Return the same key for the same kind, player and games; at most 100 characters."""
        games = hashlib.sha256(",".join(map(str, sorted(self.games))).encode()).hexdigest()[:32]
        return f"{self.kind}:{self.player}:{games}"

    def to_json(self) -> dict[str, Any]:
        """Return the finding as JSON values, to be kept as evidence."""
        return {
            "kind": self.kind,
            "player": self.player,
            "others": list(self.others),
            "games": list(self.games),
            "strength": self.strength,
            "evidence": [[code, numbers] for code, numbers in self.evidence],
        }


def strength(value: float, threshold: float) -> float:
    """Return 0.5 for a value at the threshold, up to 1 for twice the threshold or more."""
    return round(min(1.0, value / (2 * threshold)), 2)
