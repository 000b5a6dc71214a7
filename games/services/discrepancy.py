"""The difference between the open proposal of dead stones and the server's own count (R60)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from games.models import Game
from rules import Discrepancy, GameState, Point, Score, Setup, Stage, find_discrepancy, score_of

from .suggestions import dead_stone_suggestion_of


def discrepancy_to_confirm(game: Game, state: GameState) -> Discrepancy | None:
    """Return why accepting the open proposal needs a second confirmation, or None if there is no proposal or no such
    reason (R60).

    Raises NotScoredYet if the server has not computed its own marking yet.
    """
    if state.stage is not Stage.DECIDING or state.proposal is None or not state.setup.variant.two_sided:
        return None
    found = dead_stone_suggestion_of(game)
    return find_discrepancy(state, state.proposal, found.dead, found.unsure)


def _is_estimated(setup: Setup) -> bool:
    """Return whether the server estimates dead stones: with two colours, under rules in which dead stones are
    marked."""
    return setup.variant.two_sided and not setup.ruleset.all_stones_alive


@dataclass(frozen=True, slots=True)
class ProposalDifference:
    """How the open proposal differs from the server's own count. `stones` are marked as dead in only one of the two,
    and `estimate` is the server's count. `points` is the difference of the margins, and `other_winner` is whether the
    winners differ."""

    stones: frozenset[Point]
    estimate: Score
    points: Decimal
    other_winner: bool


def proposal_difference_in(game: Game, state: GameState) -> ProposalDifference | None:
    """Return how the open proposal differs from the server's suggestion, or None if there is no proposal or no
    difference.

    Raises NotScoredYet if the suggestion is not computed yet.
    """
    proposal = state.proposal
    if state.stage is not Stage.DECIDING or proposal is None or not _is_estimated(state.setup):
        return None
    suggested = dead_stone_suggestion_of(game).dead
    stones, counted = suggested ^ proposal.dead, score_of(state, suggested)
    if not stones:
        return None
    apart = abs(counted.margin - proposal.score.margin)
    return ProposalDifference(stones, counted, apart, counted.winner is not proposal.score.winner)
