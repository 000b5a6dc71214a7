"""Guess the question of a problem from a file. The author says which moves are correct, but not what they achieve.

A closed area, which no stone can leave, is preferred, because a proof there holds on the whole board. Otherwise the
area is a rectangle around the moves of the file, and stones outside are assumed to be alive, as in problems made by
players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules import Board, Color

from .making import chains, walls_are_safe
from .problem import Goal
from .solver import SolverInput

MOST_EMPTY, MOST_POINTS = 10, 60
"""The largest number of empty points in an area, and of all its points."""
MOST_CHAINS = 2


@dataclass(frozen=True, slots=True)
class GuessedQuestion:
    """A possible question about a position. `is_closed` says that no stone can leave the area, so that a proof holds on
    the whole board."""

    goal: Goal
    question: SolverInput
    is_closed: bool


def guess_questions(board: Board, first: Color, moves: frozenset[int]) -> Iterator[GuessedQuestion]:
    """Yield possible questions about a position, the most likely first: the first player captures an opponent's chain,
    or saves an own chain. The area of each question contains `moves`, the points of all moves in the file."""
    goals: tuple[tuple[Goal, Color], ...] = (("kill", first.opponent), ("live", first))
    whole = frozenset(range(len(board.cells)))
    for within in (whole, _bounding_rectangle(board, moves, 1), _bounding_rectangle(board, moves, 0)):
        for goal, color in goals:
            found = 0
            for target in sorted(chains(board, color), key=lambda chain: (-len(chain), min(chain))):
                region = _reachable_region(board, target, within)
                area = region - target
                if found == MOST_CHAINS or not moves <= region or not walls_are_safe(board, area):
                    continue
                found += 1
                yield GuessedQuestion(goal, SolverInput(board, color.opponent, (min(target),), area), within is whole)


def _reachable_region(board: Board, target: frozenset[int], within: frozenset[int]) -> frozenset[int]:
    """Return the points that the chain `target` can reach, with the chain itself. Empty points and own stones are
    reached only within `within`. An opposing chain is reached as a whole, once all its liberties have been reached.
    Return an empty set if there are more than MOST_EMPTY empty points or MOST_POINTS points."""
    color = Color(board.cells[min(target)])
    around, other = board.neighbors, chains(board, color.opponent)
    region, waiting = set(target), list(target)
    while waiting:
        while waiting:
            for near in around[waiting.pop()]:
                if near in within and near not in region and board.cells[near] != color.opponent:
                    region.add(near)
                    waiting.append(near)
        if sum(not board.cells[at] for at in region) > MOST_EMPTY:
            return frozenset()
        for chain in other:
            liberties = {at for stone in chain for at in around[stone] if not board.cells[at]}
            if not chain & region and liberties <= region:
                region |= chain
                waiting += chain
    return frozenset(region) if len(region) <= MOST_POINTS else frozenset()


def _bounding_rectangle(board: Board, moves: frozenset[int], more: int) -> frozenset[int]:
    """Return the points of the smallest rectangle around these moves, extended by `more` lines on each side."""
    rows, columns = ([at // board.width for at in moves], [at % board.width for at in moves])
    return frozenset(
        at
        for at in range(len(board.cells))
        if min(rows) - more <= at // board.width <= max(rows) + more
        and min(columns) - more <= at % board.width <= max(columns) + more
    )
