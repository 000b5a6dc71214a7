"""What an engine is asked about, a game from its first position to its last, and what it says of one position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules import BesideBoard, Board, Color, GameState, Move, Setup, vertex


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an engine says of a position, seen by Black.

    `winrate` is from 0 to 1, `score` the points by which Black leads; None where the engine does not say it. `best` is
    the vertex of what the side to move should play ("pass", "" for nothing said), `line` how it would go on from there,
    `visits` how long it was looked at.
    """

    winrate: float | None
    score: float | None
    best: str = ""
    visits: int = 0
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """The positions of a game in order, without what was undone: `boards[k]` is the one after `moves[k - 1]`, and
    `boards[0]` the one that the first move was made in, handicap stones included. `beside[k]` is what counts then and
    is not on the board: komi, prisoners, pass stones and the handicap."""

    setup: Setup
    first: Color
    boards: tuple[Board, ...]
    moves: tuple[Move, ...]
    beside: tuple[BesideBoard, ...]

    @classmethod
    def of(cls, states: Sequence[GameState]) -> Course:
        """The course that these states went through, as `rules.replay_states` gives them."""
        made: dict[int, GameState] = {}
        for state in states:
            if state.move_number == 0 or state.move_number not in made:
                made[state.move_number] = state
        ordered = [made[number] for number in sorted(made)]
        moves = tuple(state.last_move for state in ordered[1:] if state.last_move is not None)
        first = moves[0].color if moves else ordered[0].to_play or Color.BLACK
        boards, beside = tuple(state.board for state in ordered), tuple(state.beside_board for state in ordered)
        return cls(ordered[0].setup, first, boards, moves, beside)

    def to_play(self, turn: int) -> Color:
        """Who plays in the position after so many moves, also where nobody did."""
        if turn < len(self.moves):
            return self.moves[turn].color
        return self.moves[-1].color.opponent if self.moves else self.first

    def name_of(self, move: Move) -> str:
        """The vertex of a move, or "pass"."""
        return "pass" if move.point is None else vertex(move.point, self.setup.height)
