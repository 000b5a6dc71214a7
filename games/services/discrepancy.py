"""How the open proposal differs from the server's own count (R60)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from games.models import Game
from rules import Discrepancy, GameState, Point, Score, Setup, Stage, discrepancy_of, score_of

from .suggestions import suggestion_of


def discrepancy_in(game: Game, state: GameState) -> Discrepancy | None:
    """What speaks against the open proposal (R60), None when there is none or nothing does.

    Raises StillCounting when the suggestion is still to be made.
    """
    if state.stage is not Stage.DECIDING or state.proposal is None or not state.setup.variant.two_sided:
        return None
    found = suggestion_of(game)
    return discrepancy_of(state, state.proposal, found.dead, found.unsure)


def _is_estimated(setup: Setup) -> bool:
    """Whether there is anything to estimate: dead stones are marked, of two colours."""
    return setup.variant.two_sided and not setup.ruleset.all_stones_alive


@dataclass(frozen=True, slots=True)
class Difference:
    """How the open proposal differs from the server's own count, however little: the stones about which they differ,
    that count, by how many points, and whether the winner is another."""

    stones: frozenset[Point]
    estimate: Score
    points: Decimal
    other_winner: bool


def difference_in(game: Game, state: GameState) -> Difference | None:
    """How the open proposal differs from the server's suggestion, None when there is none or they are the same.

    Raises StillCounting when the suggestion is still to be made.
    """
    proposal = state.proposal
    if state.stage is not Stage.DECIDING or proposal is None or not _is_estimated(state.setup):
        return None
    suggested = suggestion_of(game).dead
    stones, counted = suggested ^ proposal.dead, score_of(state, suggested)
    if not stones:
        return None
    apart = abs(counted.margin - proposal.score.margin)
    return Difference(stones, counted, apart, counted.winner is not proposal.score.winner)
