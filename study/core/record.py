"""The record of a game as the trunk of a tree: its moves by node name, with undone moves as branches.

This module checks whether a move after any node is legal, by replaying the moves that lead to the node.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rules import (
    Action,
    Color,
    GameState,
    Pass,
    Phase,
    Play,
    RefuseWin,
    Setup,
    Undo,
    apply,
    new_game,
    parse_vertex,
    vertex,
)

from .nodes import PASS, ROOT, TreeNode, node_name


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move or pass of the record. `number` is its move number, and `played` is False if the move was undone."""

    parent: str
    color: str
    move: str
    number: int
    played: bool = True


class RecordMoves:
    """A game's moves by node name, including undone moves.

    `line` are the node names from the root to the current position, and `states` has the positions after nodes that
    were already computed.
    """

    def __init__(self, setup: Setup, actions: Iterable[Action]) -> None:
        self.setup = setup
        self.stones: dict[str, RecordedMove] = {}
        self.states: dict[str, GameState] = {ROOT: new_game(setup)}
        self._course = [(ROOT, self.states[ROOT])]
        for action in actions:
            self._add_action(action)
        self.line = list(dict.fromkeys(name for name, _ in self._course))

    @property
    def head(self) -> str:
        """Return the node of the current position."""
        return self.line[-1]

    @property
    def awaits_handicap(self) -> bool:
        """Return whether the handicap stones are not placed yet, so that there is no position to analyse."""
        return self.states[ROOT].handicap_to_place

    def _add_action(self, action: Action) -> None:
        """Apply an action of the game. A play or a pass adds a node with the position after it, and an undo goes back
        to an earlier node. Undone moves become branches in the same way as in rules.sgf.writing."""
        name, state = self._course[-1]
        if isinstance(action, Undo):
            while self._course[-1][1].move_number > action.to_move_number:
                self._mark_as_undone(self._course.pop()[0])
            return
        if isinstance(action, RefuseWin):
            self._course.pop()
            return
        after = apply(state, action)
        if isinstance(action, Play | Pass):
            name = self._add_move(name, action, after)
        if after.phase is not Phase.FINISHED:
            self.states[name] = after
        self._course.append((name, after))

    def _mark_as_undone(self, name: str) -> None:
        self.stones[name] = replace(self.stones[name], played=False)

    def _add_move(self, parent: str, action: Play | Pass, after: GameState) -> str:
        move = vertex(action.point, self.setup.height) if isinstance(action, Play) else PASS
        name = node_name(parent, action.color.letter, move)
        self.stones[name] = RecordedMove(parent, action.color.letter, move, after.move_number)
        self.states[name] = after
        return name

    def is_root(self, name: str) -> bool:
        """Return whether this is the node before the first move."""
        return name == ROOT

    def knows_move(self, name: str) -> bool:
        """Return whether this is a move of the record, including undone moves."""
        return name in self.stones

    def state_at(self, name: str, nodes: Mapping[str, TreeNode]) -> GameState:
        """Return the position after this node, ready for further moves. Raises KeyError if the path to the node is not
        known, and the errors of `apply`."""
        way = []
        while name not in self.states:
            way.append(name)
            name = nodes[name].parent
        state = self.states[name]
        for step in reversed(way):
            node = nodes[step]
            state = self.states[step] = self.state_after(state, Color.from_letter(node.color), node.move)
        return state

    def state_after(self, state: GameState, color: Color, move: str) -> GameState:
        """Return the position after this move, even if play has stopped or the game is finished. Passes never stop
        play. Raises a RulesError if the move is illegal, including `not_your_turn` if the other colour is to move."""
        return apply(with_side_to_move(state), _parse_action(color, move, self.setup))


def with_side_to_move(state: GameState) -> GameState:
    """Return the position with a side to move, even after the end of play, where analysis can continue."""
    turn = state.to_play if state.phase is Phase.PLAY else None
    if turn is None:
        turn = (
            state.setup.first_to_act()
            if state.last_move is None
            else state.setup.order.next_to_act(state.last_move.color)
        )
    return replace(state, phase=Phase.PLAY, to_play=turn, passes=0, stops=0, proposal=None, dispute=None, outcome=None)


def _parse_action(color: Color, move: str, setup: Setup) -> Play | Pass:
    """Return the move as an action. Raises BadVertex or OffBoard."""
    if move == PASS:
        return Pass(color)
    return Play(color, parse_vertex(move, setup.width, setup.height))
