"""The input of an engine's analysis (the positions of a game, from first to last) and its output (an evaluation of
each)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules import Board, Color, GameState, Move, ScoreContext, Setup, vertex


@dataclass(frozen=True, slots=True)
class Judgement:
    """An engine's evaluation of a position from Black's view.

    `winrate` is from 0 to 1, and `score` is Black's lead in points; both are None if the engine does not give them.
    `best` is the vertex of the best move ("pass", or "" for none). `line` is the expected continuation, and `visits`
    the search effort.
    """

    winrate: float | None
    score: float | None
    best: str = ""
    visits: int = 0
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GamePositions:
    """The positions of a game in order, without undone moves. `boards[k]` is the position after `moves[k - 1]`, and
    `boards[0]` the position before the first move, including handicap stones. `contexts[k]` is what counts for the
    score besides the board: komi, prisoners, pass stones and the handicap."""

    setup: Setup
    first: Color
    boards: tuple[Board, ...]
    moves: tuple[Move, ...]
    contexts: tuple[ScoreContext, ...]

    @classmethod
    def of(cls, states: Sequence[GameState]) -> GamePositions:
        """Return the positions of a game from its states, as `rules.replay_states` returns them."""
        made: dict[int, GameState] = {}
        for state in states:
            if state.move_number == 0 or state.move_number not in made:
                made[state.move_number] = state
        ordered = [made[number] for number in sorted(made)]
        moves = tuple(state.last_move for state in ordered[1:] if state.last_move is not None)
        first = moves[0].color if moves else ordered[0].to_play or Color.BLACK
        boards, contexts = tuple(state.board for state in ordered), tuple(state.score_context for state in ordered)
        return cls(ordered[0].setup, first, boards, moves, contexts)

    def to_play(self, turn: int) -> Color:
        """Return the colour to play in the position after this many moves, even after the last move."""
        if turn < len(self.moves):
            return self.moves[turn].color
        return self.moves[-1].color.opponent if self.moves else self.first

    def name_of(self, move: Move) -> str:
        """Return the vertex of a move, or "pass"."""
        return "pass" if move.point is None else vertex(move.point, self.setup.height)
