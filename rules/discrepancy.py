"""Whether a proposal differs so much from the estimate that accepting it takes a second confirmation (R60)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from .actions import score_of
from .board import Point, neighbors_of
from .regions import connected
from .scoring import Score
from .state import GameState, Proposal

LARGEST_DIFFERENCE = Decimal("0.1")
"""Of the points of the board: a proposal whose margin differs by more from the estimate takes a second confirmation."""


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Why accepting a proposal takes a second confirmation: what the estimate says otherwise.

    `stones` are at issue: marked in the proposal or in the estimate but not in both, or of those nobody can tell.
    `estimate` is the count with the proposal put right at these stones; `points` is how far the two margins are apart;
    `other_winner` whether they name different winners. `unsure`: the stones of which the server cannot tell whether
    they are dead, where the winner hangs on them; else none.
    """

    stones: frozenset[Point]
    estimate: Score
    points: Decimal
    other_winner: bool
    unsure: frozenset[Point] = frozenset()


def discrepancy_of(
    state: GameState, proposal: Proposal, estimate: Collection[Point], unsure: Iterable[Collection[Point]] = ()
) -> Discrepancy | None:
    """What speaks against the proposal when these stones are probably dead; None when nothing does (R60).

    `unsure` are groups of which that cannot be told: what the proposal says of them is believed, but when it names its
    own maker as the winner and would not if they were marked otherwise, that is a discrepancy of its own. The estimate
    may err: this is a question, not a verdict. Stones that are no longer there are left out.
    """
    if state.setup.ruleset.all_stones_alive:
        return None
    groups = [frozenset(point for point in group if state.board[point] is not None) for group in unsure]
    open_ones = frozenset().union(*groups)
    dead = frozenset(point for point in estimate if state.board[point] is not None)
    likely = (dead - open_ones) | (proposal.dead & open_ones)
    return _against(state, proposal, likely) or _if_otherwise(state, proposal, [group for group in groups if group])


def _against(state: GameState, proposal: Proposal, likely: frozenset[Point]) -> Discrepancy | None:
    """What is otherwise in the likely marking, if it is much, or if all or one group of it makes another winner."""
    differing = likely ^ proposal.dead
    found = _if_marked_otherwise(state, proposal, differing)
    if found.other_winner or found.points > LARGEST_DIFFERENCE * state.setup.width * state.setup.height:
        return found
    each = (_if_marked_otherwise(state, proposal, group) for group in _parted(state, differing))
    return next((found for found in each if found.other_winner), None)


def _if_otherwise(state: GameState, proposal: Proposal, unsure: list[frozenset[Point]]) -> Discrepancy | None:
    """The unsure groups that make another winner when they are marked otherwise, alone or all of them."""
    if not unsure or proposal.by is None or proposal.score.winner is not proposal.by:
        return None
    turned = [_turned(proposal, group) for group in unsure]
    each = [found for found in (_if_marked_otherwise(state, proposal, group) for group in turned) if found.other_winner]
    if not each:
        found = _if_marked_otherwise(state, proposal, frozenset().union(*turned))
        each = [found] if found.other_winner else []
    if not each:
        return None
    stones = frozenset().union(*(found.stones for found in each))
    return replace(each[0], stones=stones, unsure=stones)


def _turned(proposal: Proposal, group: frozenset[Point]) -> frozenset[Point]:
    """Of a group that lives or dies together, the stones that would be marked otherwise if most of them were."""
    marked = group & proposal.dead
    return marked if len(marked) * 2 > len(group) else group - marked


def _if_marked_otherwise(state: GameState, proposal: Proposal, stones: frozenset[Point]) -> Discrepancy:
    """How the proposal is counted when these stones are marked otherwise."""
    counted = score_of(state, proposal.dead ^ stones)
    points = abs(counted.margin - proposal.score.margin)
    return Discrepancy(stones, counted, points, counted.winner is not proposal.score.winner)


def _parted(state: GameState, points: frozenset[Point]) -> Iterator[frozenset[Point]]:
    """These stones, parted by colour and by the regions that enemy stones enclose."""
    board = state.board
    beside = neighbors_of(board.width, board.height)
    for color in (1, 2):
        left = {index for index in map(board.index, points) if board.cells[index] == color}
        allowed = [value in (0, color) for value in board.cells]
        while left:
            region = left.intersection(connected(beside, min(left), allowed))
            left -= region
            yield frozenset(map(board.point, region))
