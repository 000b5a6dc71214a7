"""Replay a record to get the state of the game.

apply() is the reference: it carries out one action and returns a new state. Most actions of a record are stones, and
_FastReplay plays these faster on one board that changes in place. It stops before any action that is not an ordinary
legal stone; apply() carries out that action.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import compress, count, cycle, repeat, takewhile
from operator import is_not
from typing import cast

from .actions import Action, Play, RefuseWin, Undo, apply
from .board import Board, Point, neighbors_of, points_of
from .color import ByColor, Color
from .errors import CannotUndo, NotWonOnTime
from .ko import history_key, history_keys, position_key
from .outcome import Reason
from .ruleset import KoRule
from .state import GameState, Move, Phase, Setup, Stage, new_game
from .variants.leaving import with_values_unchanged_by_undo

FEWEST = 8
"""The number of actions from which _FastReplay is faster."""


_GOES_BACK = frozenset({Undo, RefuseWin})
_ONLY_STONES = frozenset({Play})


def replay(setup: Setup, actions: Iterable[Action]) -> GameState:
    """Return the state after all actions of a record. Raises the errors of apply(), CannotUndo and NotWonOnTime."""
    record = list(actions)
    kinds = set(map(type, record))
    if not kinds.isdisjoint(_GOES_BACK):
        return replay_states(setup, record)[-1]
    state, done, is_plain = new_game(setup), 0, setup.variant.plain
    while done < len(record):
        if is_plain and len(record) - done >= FEWEST and state.stage is Stage.PLAY and state.dispute is None:
            plays = record[done:]
            if kinds != _ONLY_STONES:
                plays = plays[: _first_difference(list(map(type, plays)), repeat(Play))]
            state, done = _play_plain_stones(state, cast("list[Play]", plays), done)
        if done < len(record):
            state, done = apply(state, record[done]), done + 1
    return state


def replay_states(setup: Setup, actions: Iterable[Action]) -> list[GameState]:
    """Return every state of a record in order, from the start to the end. States that were undone are left out."""
    states = [new_game(setup)]
    for action in actions:
        if isinstance(action, Undo):
            _undo(states, action.to_move_number)
        elif isinstance(action, RefuseWin):
            _undo_time_win(states, action.color)
        else:
            states.append(apply(states[-1], action))
    return states


def _undo(states: list[GameState], to: int) -> None:
    """Remove the states after move number `to`. Raises CannotUndo if there is no such move."""
    if states[-1].phase is not Phase.PLAY or not 0 <= to < states[-1].move_number:
        raise CannotUndo
    undone = states[-1]
    while states[-1].move_number > to:
        states.pop()
    if not undone.setup.variant.plain:
        states[-1] = with_values_unchanged_by_undo(states[-1], undone)


def _undo_time_win(states: list[GameState], color: Color) -> None:
    """Remove the state after a win on time by this colour. Raises NotWonOnTime."""
    outcome = states[-1].outcome
    if outcome is None or outcome.reason is not Reason.TIME or outcome.winner is not color:
        raise NotWonOnTime
    states.pop()


def replay_stones(state: GameState, indices: Sequence[int]) -> tuple[int, list[int]]:
    """Play stones of alternating colours on these point indices until one is illegal. Return the number of stones
    played, and the game's history (see ko.py) after them.

    The game must be in play. The rule set decides about ko and superko. Any stone without liberties stops the replay,
    even if the rules allow self-capture.
    """
    runner = _FastReplay(state)
    return runner.run(state, indices), runner.history


def _play_plain_stones(state: GameState, plays: Sequence[Play], done: int) -> tuple[GameState, int]:
    """Play these stones until one is illegal or needs the full rules. Return the state after them, and `done` increased
    by the number of stones played."""
    runner = _FastReplay(state)
    played = runner.run(state, _leading_indices(plays, state))
    if not played:
        return state, done
    last, board = plays[played - 1], state.board
    after = replace(
        state,
        board=Board(board.width, board.height, bytes(runner.cells), position_key(runner.history[-1])),
        to_play=state.setup.order.next_to_act(last.color),
        history=tuple(runner.history),
        move_number=state.move_number + played,
        last_move=Move(last.color, last.point),
        prisoners=ByColor(*runner.prisoners[1:]),
        passes=0,
    )
    return after, done + played


def _leading_indices(plays: Sequence[Play], state: GameState) -> list[int]:
    """Return the point indices of these stones, up to the first stone that has the wrong colour or is not on the
    board."""
    assert state.to_play is not None
    turns, index_of = (
        state.setup.order.turns_from(state.to_play),
        _index_by_point(state.board.width, state.board.height),
    )
    plays = plays[: _first_difference([play.color for play in plays], cycle(turns))]
    try:
        return [index_of[play.point] for play in plays]
    except KeyError:
        return [index_of[play.point] for play in takewhile(lambda play: play.point in index_of, plays)]


def _first_difference(found: Sequence[object], expected: Iterable[object]) -> int:
    """Return the index of the first value in `found` that is not the expected object. Return the number of values if
    all are."""
    return next(compress(count(), map(is_not, found, expected)), len(found))


@lru_cache(maxsize=64)
def _index_by_point(width: int, height: int) -> dict[Point, int]:
    return {point: index for index, point in enumerate(points_of(width, height))}


NONE: list[int] = []
"""The empty list of stones, shared by all callers, so never changed."""
_Four = tuple[int, int, int, int]
_NEVER_FULL = 1 << 60


@lru_cache(maxsize=64)
def _four_neighbors(width: int, height: int) -> tuple[_Four, ...]:
    """Return the four neighbours of each point, as indices. At the edge of the board, a missing neighbour is the index
    after the last point. The number of empty neighbours stored for that index is never 0."""
    outside = (width * height,) * 4
    return tuple(cast(_Four, (*near, *outside)[:4]) for near in neighbors_of(width, height))


@lru_cache(maxsize=64)
def _empty_neighbor_counts(width: int, height: int) -> list[int]:
    """Return a new list with the number of empty neighbours of each point of an empty board."""
    return [*map(len, neighbors_of(width, height)), _NEVER_FULL]


class _FastReplay:
    """A game that changes in place: `cells` as in Board, `history`, and `prisoners` by colour.

    `free` is the number of empty neighbours of each point. Only a stone without empty neighbours can belong to a chain
    without liberties. Such stones are few, so chains are computed only there and not stored. `again` has for every
    point one bit for each colour of which a stone may have been removed there. If the bit of a colour is not set, a new
    stone of that colour cannot repeat a position.
    """

    def __init__(self, state: GameState) -> None:
        board = state.board
        size = board.width, board.height
        self.cells, self.ko, self.order = list(board.cells), state.setup.ruleset.ko, state.setup.order
        self.neighbors, self.neighbors_of_four = neighbors_of(*size), _four_neighbors(*size)
        self.turns, self.leaves = history_keys(*size)
        self.history, self.prisoners = list(state.history), [0, *state.prisoners]
        self.again = [0 if len(self.history) == 1 else -1] * len(self.cells)
        self.free = _empty_neighbor_counts(*size).copy()
        if board.key:
            for stone in (index for index, value in enumerate(self.cells) if value):
                for near in self.neighbors[stone]:
                    self.free[near] -= 1
        self.seen: set[int] = set()

    def run(self, state: GameState, indices: Sequence[int]) -> int:  # noqa: C901 - one tight loop
        """Play stones of alternating colours on these point indices until one is illegal. Return the number of stones
        played. `state` is the current game; its side to move may differ from the history's last entry, because play may
        have been resumed.

        This is one function on purpose: a function call per stone would take as long as the stone itself.
        """
        assert state.to_play is not None
        cells, free, neighbors, again, history = self.cells, self.free, self.neighbors_of_four, self.again, self.history
        number, before = history_key(state.board.key, state.to_play), len(history)
        sides = cycle([(int(color), self.turns[color]) for color in self.order.turns_from(state.to_play)])
        for index, (mine, turn) in zip(indices, sides):  # noqa: B905 - one has no end
            if cells[index]:
                break
            cells[index] = mine
            a, b, c, d = neighbors[index]
            free[a] = left_a = free[a] - 1
            free[b] = left_b = free[b] - 1
            free[c] = left_c = free[c] - 1
            free[d] = left_d = free[d] - 1
            number ^= turn[index]
            dead: list[int] = NONE
            if not (left_a and left_b and left_c and left_d):
                for near in self.neighbors[index]:
                    if not free[near] and cells[near] and cells[near] != mine and near not in dead:
                        dead = dead + self._chain_without_liberty(near)
                for stone in dead:
                    number ^= self.leaves[cells[stone]][stone]
            if not free[index] and not dead and self._chain_without_liberty(index):
                cells[index] = 0
                break
            if again[index] and again[index] >> mine & 1 and self._repeats(number):
                cells[index] = 0
                break
            history.append(number)
            if dead:
                self.prisoners[mine] += len(dead)
                self._remove_stones(dead)
        return len(history) - before

    def _chain_without_liberty(self, start: int) -> list[int]:
        """Return the stones of the chain at `start`, or [] if the chain has a liberty. The stone at `start` must have
        no empty neighbour."""
        cells, free, neighbors = self.cells, self.free, self.neighbors
        color = cells[start]
        for near in neighbors[start]:
            if cells[near] == color and free[near]:
                return NONE
        chain, seen = [start], {start}
        for stone in chain:
            for near in neighbors[stone]:
                if cells[near] == color and near not in seen:
                    if free[near]:
                        return NONE
                    seen.add(near)
                    chain.append(near)
        return chain

    def _repeats(self, number: int) -> bool:
        """Return whether the position with this history key may not be repeated (the same check as ko.check_ko)."""
        history = self.history
        if self.ko is KoRule.SIMPLE:
            return len(history) > 1 and history[-2] | 1 == number | 1
        self.seen.update(history[len(self.seen) :])
        return number in self.seen or (self.ko is KoRule.POSITIONAL and number ^ 1 in self.seen)

    def _remove_stones(self, dead: Iterable[int]) -> None:
        """Remove the stones from these points."""
        for stone in dead:
            self.again[stone] |= 1 << self.cells[stone]
            self.cells[stone] = 0
            for near in self.neighbors[stone]:
                self.free[near] += 1
