"""Decide which offers the bot accepts, and how it replies to requests."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

import api_types as shapes


@dataclass(frozen=True, slots=True)
class OfferRules:
    """The administrator's rules for which offers and requests the bot accepts. An empty set of sizes, rule sets or
    clocks allows all of them."""

    sizes: Set[int] = frozenset()
    rule_sets: Set[str] = frozenset()
    clocks: Set[str] = frozenset()
    most_handicap: int = 9
    most_games: int = 20
    private: bool = True
    positions: bool = True
    undo: bool = False

    def decline_reason(self, offer: shapes.Challenge, games_in_progress: int) -> str | None:
        """Return the reason why the bot declines this offer, or None if it accepts. `games_in_progress` is how many
        games the bot plays now."""
        reasons = {
            "the board": bool(self.sizes) and {offer["width"], offer["height"]} - set(self.sizes),
            "the rules": bool(self.rule_sets) and offer["rule_set"] not in self.rule_sets,
            "the clock": bool(self.clocks) and offer["time"]["system"] not in self.clocks,
            "the handicap": offer["handicap"] > self.most_handicap,
            "a private game": offer["private"] and not self.private,
            "a game from a position": offer["position"] is not None and not self.positions,
            "too many games": games_in_progress >= self.most_games,
        }
        return next((reason for reason, holds in reasons.items() if holds), None)
