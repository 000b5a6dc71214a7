"""Whether a proposal should be looked at twice (R60), and whether a game may be called off for repetition (R8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from .actions import score_of
from .board import Point
from .ruleset import Ko
from .scoring import Score
from .state import GameState, Proposal

LARGEST_DIFFERENCE = Decimal("0.1")
"""Of the points of the board: a proposal whose margin differs by more from the estimate is in doubt."""
OFTEN = 3
"""How often a position must have been on the board for the game to be called off."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why the other side should look twice before it accepts a proposal.

    `stones` are marked in the proposal or in the estimate but not in both; `estimate` is the count with the estimate's
    dead stones; `points` is how far the two margins are apart; `other_winner` whether they name different winners.
    """

    stones: frozenset[Point]
    estimate: Score
    points: Decimal
    other_winner: bool


def doubt_about(state: GameState, proposal: Proposal, estimate: Collection[Point]) -> Doubt | None:
    """What speaks against the proposal when these stones are probably dead; None when nothing does (R60).

    The estimate may err: this is a question, not a verdict. Stones of it that are no longer there are left out.
    """
    if state.setup.ruleset.all_stones_alive:
        return None
    dead = frozenset(point for point in estimate if state.board[point] is not None)
    counted = score_of(state, dead)
    points = abs(counted.margin - proposal.score.margin)
    other_winner = counted.winner is not proposal.score.winner
    if not other_winner and points <= LARGEST_DIFFERENCE * state.setup.width * state.setup.height:
        return None
    return Doubt(dead ^ proposal.dead, counted, points, other_winner)


def repeats_often(state: GameState) -> bool:
    """Whether a position with the same side to move has been on the board three times, under simple ko (R8).

    Triple ko and eternal life do that. Passes, which leave the board as it is, make no new position.
    """
    if state.setup.ruleset.ko is not Ko.SIMPLE:
        return False
    history = state.history
    made = [key for before, key in pairwise(history) if before | 1 != key | 1]
    return max(Counter([history[0], *made]).values()) >= OFTEN
