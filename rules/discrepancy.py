"""Whether a proposal differs so much from the estimate that accepting it needs a second confirmation (R60)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from .actions import score_of
from .board import Point
from .regions import connected_points
from .scoring import Score
from .state import GameState, Proposal

LARGEST_DIFFERENCE = Decimal("0.1")
"""The largest difference between the margins of a proposal and the estimate that needs no second confirmation, as a
share of the board's points."""


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """The reason why accepting a proposal needs a second confirmation: the difference from the server's estimate.

    `stones` are disputed: marked in only one of the proposal and the estimate, or of unknown status. `estimate` is the
    score with the marking of these stones reversed. `points` is the difference between the two margins; `other_winner`
    is whether the winners differ. `unsure` are the stones of unknown status if the winner depends on them, otherwise
    empty.
    """

    stones: frozenset[Point]
    estimate: Score
    points: Decimal
    other_winner: bool
    unsure: frozenset[Point] = frozenset()


def find_discrepancy(
    state: GameState, proposal: Proposal, estimate: Collection[Point], unsure: Iterable[Collection[Point]] = ()
) -> Discrepancy | None:
    """Return why accepting the proposal needs a second confirmation, or None if it does not (R60).

    `estimate` are the stones that are probably dead, and `unsure` the groups of unknown status. The proposal's marking
    of unsure groups is trusted, unless its author wins only because of that marking. The estimate may be wrong, so a
    discrepancy only asks for a confirmation. Points without a stone are ignored.
    """
    if state.setup.ruleset.all_stones_alive:
        return None
    groups = [frozenset(point for point in group if state.board[point] is not None) for group in unsure]
    open_ones = frozenset().union(*groups)
    dead = frozenset(point for point in estimate if state.board[point] is not None)
    likely = (dead - open_ones) | (proposal.dead & open_ones)
    return _difference_from_likely(state, proposal, likely) or _unsure_discrepancy(
        state, proposal, [group for group in groups if group]
    )


def _difference_from_likely(state: GameState, proposal: Proposal, likely: frozenset[Point]) -> Discrepancy | None:
    """Return the discrepancy between the proposal and the probable marking `likely`, or None if there is none. There is
    one if reversing all stones on which the two differ changes the score by many points or changes the winner, or if
    reversing a single group of them changes the winner."""
    differing = likely ^ proposal.dead
    found = _discrepancy_if_reversed(state, proposal, differing)
    if found.other_winner or found.points > LARGEST_DIFFERENCE * state.setup.width * state.setup.height:
        return found
    each = (_discrepancy_if_reversed(state, proposal, group) for group in _split_into_groups(state, differing))
    return next((found for found in each if found.other_winner), None)


def _unsure_discrepancy(state: GameState, proposal: Proposal, unsure: list[frozenset[Point]]) -> Discrepancy | None:
    """Return a discrepancy if unsure groups decide the winner: reversing the marking of one or all of them would change
    it. Return None if they do not decide."""
    if not unsure or proposal.by is None or proposal.score.winner is not proposal.by:
        return None
    turned = [_stones_to_reverse(proposal, group) for group in unsure]
    each = [
        found for found in (_discrepancy_if_reversed(state, proposal, group) for group in turned) if found.other_winner
    ]
    if not each:
        found = _discrepancy_if_reversed(state, proposal, frozenset().union(*turned))
        each = [found] if found.other_winner else []
    if not each:
        return None
    stones = frozenset().union(*(found.stones for found in each))
    return replace(each[0], stones=stones, unsure=stones)


def _stones_to_reverse(proposal: Proposal, group: frozenset[Point]) -> frozenset[Point]:
    """Return the stones whose marking has to be reversed to change the status of a group, which lives or dies as a
    whole: its marked stones if they are the majority, otherwise its unmarked stones."""
    marked = group & proposal.dead
    return marked if len(marked) * 2 > len(group) else group - marked


def _discrepancy_if_reversed(state: GameState, proposal: Proposal, stones: frozenset[Point]) -> Discrepancy:
    """Compare the proposal with the same proposal in which these stones have the other status, dead or alive. Return
    these stones, the other score, and the difference."""
    counted = score_of(state, proposal.dead ^ stones)
    points = abs(counted.margin - proposal.score.margin)
    return Discrepancy(stones, counted, points, counted.winner is not proposal.score.winner)


def _split_into_groups(state: GameState, points: frozenset[Point]) -> Iterator[frozenset[Point]]:
    """Yield these stones in groups. Stones are in the same group if they have the same colour and lie in the same
    region enclosed by enemy stones."""
    board = state.board
    neighbors = board.neighbors
    for color in (1, 2):
        left = {index for index in map(board.index, points) if board.cells[index] == color}
        allowed = [value in (0, color) for value in board.cells]
        while left:
            region = left.intersection(connected_points(neighbors, min(left), allowed))
            left -= region
            yield frozenset(map(board.point, region))
