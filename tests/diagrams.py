"""Positions as text: drawn, read, and drawn again."""

from __future__ import annotations

from rules import RULE_SETS, Board, GameState, Pass, Play, Setup, apply, new_game, parse_vertex


def board(diagram: str) -> Board:
    """The position of a drawing such as

    . X O
    X . .
    . . .
    """
    return Board.from_rows(["".join(line.split()) for line in diagram.strip().splitlines()])


def draw(position: Board) -> str:
    """The drawing of a position, as board() reads it."""
    return "\n".join(" ".join(row) for row in position.rows())


def game(moves: str = "", *, size: int = 9, rules: str = "brainking", handicap: int = 0) -> GameState:
    """The state after these moves ("D4 F6 pass"), the colours in turn."""
    ruleset = RULE_SETS[rules]
    komi = ruleset.default_komi(size, size, handicap)
    return play(new_game(Setup(size, size, ruleset, komi, handicap)), moves)


def play(state: GameState, moves: str) -> GameState:
    """The state after more moves."""
    for move in moves.split():
        color = state.to_play
        assert color is not None
        if move == "pass":
            state = apply(state, Pass(color))
        else:
            point = parse_vertex(move, state.setup.width, state.setup.height)
            state = apply(state, Play(color, point))
    return state
