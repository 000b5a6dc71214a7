"""From a record to the state of the game.

apply() is the reference: one action, one new value. A record is mostly stones, and for these there is a faster way, one
board that changes in place (_Runner). It stops before whatever is not a plain legal stone and leaves that to apply().
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, cycle, islice
from operator import attrgetter, xor

from .actions import Action, Play, RefuseWin, Undo, apply
from .board import Board, Point, neighbors_of
from .color import ByColor, Color
from .errors import CannotUndo, NotWonOnTime
from .ko import history_key, history_keys, position_key
from .outcome import Reason
from .ruleset import Ko
from .state import GameState, Move, Phase, Setup, Stage, new_game

FEWEST = 8
"""The fast way pays from this many actions on."""

_GOES_BACK = frozenset({Undo, RefuseWin})


def replay(setup: Setup, actions: Iterable[Action]) -> GameState:
    """The state that a record gives. Raises what apply() raises, CannotUndo and NotWonOnTime."""
    record = list(actions)
    if not _GOES_BACK.isdisjoint(map(type, record)):
        return replay_states(setup, record)[-1]
    state, done = new_game(setup), 0
    while done < len(record):
        if len(record) - done >= FEWEST and state.stage is Stage.PLAY and state.settling is None:
            state, done = _fast(state, record, done)
        if done < len(record):
            state, done = apply(state, record[done]), done + 1
    return state


def replay_states(setup: Setup, actions: Iterable[Action]) -> list[GameState]:
    """Every state that a record leads through, the start first; what was taken back is not among them."""
    states = [new_game(setup)]
    for action in actions:
        if isinstance(action, Undo):
            _undo(states, action.to_move_number)
        elif isinstance(action, RefuseWin):
            _refuse(states, action.color)
        else:
            states.append(apply(states[-1], action))
    return states


def _undo(states: list[GameState], to: int) -> None:
    """Drop the states from the action that made move `to` + 1 on."""
    if states[-1].phase is not Phase.PLAY or not 0 <= to < states[-1].move_number:
        raise CannotUndo
    while states[-1].move_number > to:
        states.pop()


def _refuse(states: list[GameState], color: Color) -> None:
    """Drop the end of the game."""
    outcome = states[-1].outcome
    if outcome is None or outcome.reason is not Reason.TIME or outcome.winner is not color:
        raise NotWonOnTime
    states.pop()


def replay_stones(state: GameState, indices: Sequence[int]) -> tuple[int, list[int]]:
    """Play stones of alternating colours by their index, as far as they are legal: how many were, and the history.

    `state` must be at play. Ko and superko are those of its rule set; what self-capture may be allowed ends it.
    """
    assert state.to_play is not None
    runner = _Runner(state)
    return runner.run(indices, state.to_play), runner.history


def _fast(state: GameState, record: Sequence[Action], done: int) -> tuple[GameState, int]:
    """Play what follows `done` as far as it is plain and legal; return the state, and how far the record is done."""
    assert state.to_play is not None
    indices = _stones(record[done:], state)
    runner = _Runner(state)
    played = runner.run(indices, state.to_play)
    if not played:
        return state, done
    last = record[done + played - 1]
    assert isinstance(last, Play)
    after = replace(
        state,
        board=Board(state.board.width, state.board.height, bytes(runner.cells), position_key(runner.history[-1])),
        to_play=state.setup.order.next_to_act(last.color),
        history=tuple(runner.history),
        move_number=state.move_number + played,
        last_move=Move(last.color, last.point),
        prisoners=ByColor(*runner.prisoners[1:]),
        passes=0,
    )
    return after, done + played


def _stones(rest: Sequence[Action], state: GameState) -> list[int]:
    """Where these stones are played, as far as they follow each other in turns on points of the board."""
    assert state.to_play is not None
    kinds = list(map(type, rest))
    if kinds.count(Play) < len(rest):
        rest = rest[: next(at for at, kind in enumerate(kinds) if kind is not Play)]
    colors = list(map(attrgetter("color"), rest))
    turns = list(islice(cycle(state.setup.order.turns_from(state.to_play)), len(rest)))
    if colors != turns:
        rest = rest[: next(at for at, color in enumerate(colors) if color is not turns[at])]
    indices = list(map(_index_of(state.board.width, state.board.height).get, map(attrgetter("point"), rest)))
    return indices[: indices.index(None)] if None in indices else indices  # type: ignore[return-value]


@lru_cache(maxsize=64)
def _index_of(width: int, height: int) -> dict[Point, int]:
    return {Point(index % width, index // width): index for index in range(width * height)}


_Chain = list[int]
"""A chain that grows in place: its pseudo-liberties (every pair of a stone and an empty point beside it counts as
one), its colour, then its stones."""


class _Runner:
    """A game that changes in place: `cells` as Board has them, `history`, and `prisoners` by colour.

    `number` is the history key of the board as it is; after a resumption another side may be to move than the history's
    last entry says.

    `chains` has the chain at every point, None where it is empty. `ahead` is how many stones more than now have been on
    the board at once: only a position with no more stones than that can be one that has been before.
    """

    def __init__(self, state: GameState) -> None:
        board = state.board
        self.cells, self.ko, self.order = bytearray(board.cells), state.setup.ruleset.ko, state.setup.order
        self.beside = neighbors_of(board.width, board.height)
        assert state.to_play is not None
        self.history, self.seen = list(state.history), set[int]()
        self.number = history_key(board.key, state.to_play)
        self.prisoners = [0, *state.prisoners]
        self.turns, self.leaves = history_keys(board.width, board.height)
        self.ahead = 0 if len(self.history) == 1 else len(board.cells)
        self.chains: list[_Chain | None] = [None] * len(board.cells)
        if board.key:
            for index, value in enumerate(board.cells):
                if value and self.chains[index] is None:
                    self._add_chain(index)

    def _add_chain(self, start: int) -> None:
        chain: _Chain = [0, self.cells[start], start]
        self.chains[start] = chain
        for stone in islice(chain, 2, None):
            for near in self.beside[stone]:
                if not self.cells[near]:
                    chain[0] += 1
                elif self.cells[near] == chain[1] and self.chains[near] is None:
                    self.chains[near] = chain
                    chain.append(near)

    def run(self, indices: Sequence[int], first: Color) -> int:  # noqa: C901 - one tight loop
        """Play stones of alternating colours as far as they are legal; return how many were.

        Flat on purpose: a call for each stone would cost as much as the stone.
        """
        chains, cells, beside, ahead = self.chains, self.cells, self.beside, self.ahead
        keys, played, written = self._keys(indices, first), 0, 0
        colors = cycle(map(int, self.order.turns_from(first)))
        for index, mine in zip(indices, colors):  # noqa: B905 - one has no end
            if chains[index] is not None:
                break
            liberties = 0
            own = more = dead = None
            for near in beside[index]:
                chain = chains[near]
                if chain is None:
                    liberties += 1
                    continue
                chain[0] -= 1
                if chain[1] == mine:
                    if own is None:
                        own = chain
                    elif chain is not own:
                        more = [chain] if more is None else [*more, chain]
                elif not chain[0]:
                    dead = [chain] if dead is None else [*dead, chain]
            if dead is not None:
                for chain in dead:
                    ahead += len(chain) - 2
                    for stone in chain[2:]:
                        keys[played] ^= self.leaves[chain[1]][stone]
            elif not liberties and not (own and own[0]) and not any(chain[0] for chain in more or ()):
                break
            if ahead:
                self._write(keys[written : played + 1])
                written = played + 1
                if self._repeats():
                    self.history.pop()
                    break
                ahead -= 1
            if own is None:
                chains[index] = [liberties, mine, index]
            else:
                if more is not None:
                    own = self._joined([own, *more])
                own[0] += liberties
                own.append(index)
                chains[index] = own
            cells[index] = mine
            if dead is not None:
                self.prisoners[mine] += self._take(dead)
            played += 1
        self._write(keys[written:played])
        return played

    def _keys(self, indices: Sequence[int], first: Color) -> list[int]:
        """What each stone changes the history key by, captures aside."""
        keys = [0] * len(indices)
        turns = self.order.turns_from(first)
        for at, color in enumerate(turns):
            keys[at :: len(turns)] = map(self.turns[color].__getitem__, indices[at :: len(turns)])
        return keys

    def _write(self, keys: Sequence[int]) -> None:
        """Extend the history by the positions that these changes make."""
        self.history += islice(accumulate(keys, xor, initial=self.number), 1, None)
        self.number = self.history[-1]

    def _repeats(self) -> bool:
        """Whether the newest position may not come back (ko.check_ko says the same)."""
        history = self.history
        number = history[-1]
        if self.ko is Ko.SIMPLE:
            return len(history) > 2 and history[-3] | 1 == number | 1
        self.seen.update(history[len(self.seen) : -1])
        return number in self.seen or (self.ko is Ko.POSITIONAL and number ^ 1 in self.seen)

    def _joined(self, own: list[_Chain]) -> _Chain:
        """The longest of these chains, which takes in the others. A chain may be named twice."""
        grown = max(own, key=len)
        for chain in own:
            if chain is not grown and self.chains[chain[2]] is chain:
                grown[0] += chain[0]
                grown += chain[2:]
                for stone in chain[2:]:
                    self.chains[stone] = grown
        return grown

    def _take(self, dead: Iterable[_Chain]) -> int:
        """Empty the points of these chains; return how many there were."""
        taken = 0
        for chain in dead:
            taken += len(chain) - 2
            for stone in chain[2:]:
                self.chains[stone] = None
                self.cells[stone] = 0
                for near in self.beside[stone]:
                    other = self.chains[near]
                    if other is not None:
                        other[0] += 1
        return taken
