"""Legal points, and the reasons why other points are illegal (R9).

illegality() makes the checks of apply() for one point. illegal_points() examines the whole board at once, and reads
chains only where stones may be captured. A test checks that both functions agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from operator import xor

from .actions import check_turn
from .board import Point, find_dead_chain
from .errors import GameOver, KoViolation, RulesError, SelfCapture, SuperkoViolation
from .ko import history_key, history_keys
from .placing import placement
from .ruleset import KoRule, SelfCaptureRule
from .state import GameState, Stage


def illegality_code(state: GameState, point: Point) -> str | None:
    """Return the code of the error if the side to play may not play on this point, or None if the move is legal
    (R9)."""
    error = illegality(state, point)
    return None if error is None else error.code


def illegality(state: GameState, point: Point) -> RulesError | None:
    """Return the error for a move on this point, or None if the move is legal. A superko error includes the number of
    the move whose position would be repeated."""
    if state.to_play is None:
        return GameOver()
    try:
        check_turn(state, state.to_play, Stage.PLAY)
        placement(state, state.to_play, point)
    except RulesError as error:
        return error
    return None


def illegal_points(state: GameState) -> dict[Point, str]:
    """Return each empty point where the side to play may not play, with the code of the error."""
    empty = [index for index, value in enumerate(state.board.cells) if not value]
    if state.stage is not Stage.PLAY or not state.setup.variant.plain:
        points = map(state.board.point, empty)
        return {point: code for point in points if (code := illegality_code(state, point)) is not None}
    return {state.board.point(index): code for index, code in _LegalitySurvey(state).illegal(empty)}


def legal_points(state: GameState) -> list[Point]:
    """Return the points where the side to play may play, in board order."""
    illegal = illegal_points(state)
    return [point for point in state.board.points() if point not in illegal and state.board[point] is None]


class _LegalitySurvey:
    """The data for checking every empty point of a position for the side to play."""

    def __init__(self, state: GameState) -> None:
        board, ruleset, color = state.board, state.setup.ruleset, state.to_play
        assert color is not None
        self.cells, self.mine = board.cells, int(color)
        self.neighbors = board.neighbors
        turns, leaves = history_keys(board.width, board.height)
        self.own_turns, self.own_leave, self.leaves = turns[color], leaves[color], leaves
        self.self_capture, self.ko, self.history = ruleset.self_capture, state.ko, state.history
        self.number, self.seen = history_key(board.key, color), set[int]()
        if self.ko is not KoRule.SIMPLE:
            self.seen.update(state.history)
        if self.ko is KoRule.POSITIONAL:
            self.seen.update(map(xor, state.history, repeat(1)))

    def illegal(self, empty: Iterable[int]) -> Iterator[tuple[int, str]]:  # noqa: C901 - one tight loop
        """Yield the index of each illegal empty point, with the code of the error."""
        cells, neighbors, mine = self.cells, self.neighbors, self.mine
        number, turns, seen = self.number, self.own_turns, self.seen
        for index in empty:
            free, captured = False, None
            for near in neighbors[index]:
                value = cells[near]
                if not value:
                    free = True
                elif value != mine and near not in (captured or ()):
                    for beyond in neighbors[near]:
                        if not cells[beyond] and beyond != index:
                            break
                    else:
                        captured = [*(captured or ()), *self._captured_chain(index, near)]
            if captured or not free:
                code = self._error_code(index, captured or ())
                if code is not None:
                    yield index, code
            elif number ^ turns[index] in seen:
                yield index, SuperkoViolation.code

    def _captured_chain(self, index: int, near: int) -> Sequence[int]:
        """Return the indices of the chain at the point `near` if a stone of the side to play at the point `index` takes
        the chain's last liberty. Otherwise return an empty sequence."""
        after = bytearray(self.cells)
        after[index] = self.mine
        return find_dead_chain(self.neighbors, after, near) or ()

    def _error_code(self, index: int, captured: Sequence[int]) -> str | None:
        """Return the error code for a stone on this point, or None if the move is legal. Use it only for a stone that
        captures the indices `captured` or has no empty neighbour."""
        lost = () if captured else self._captured_chain(index, index)
        if lost and self._forbids_self_capture(len(lost)):
            return SelfCapture.code
        number = self.number ^ self.own_turns[index]
        for stone in captured:
            number ^= self.leaves[self.cells[stone]][stone]
        for stone in lost:
            number ^= self.own_leave[stone]
        if number in self.seen:
            return SuperkoViolation.code
        if self.ko is KoRule.SIMPLE and len(self.history) > 1 and self.history[-2] | 1 == number | 1:
            return KoViolation.code
        return None

    def _forbids_self_capture(self, stones: int) -> bool:
        rule = self.self_capture
        return rule is SelfCaptureRule.FORBIDDEN or (rule is SelfCaptureRule.MULTI_STONE and stones == 1)
