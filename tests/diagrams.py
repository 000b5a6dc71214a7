"""Positions as text: drawn, read, and drawn again."""

from __future__ import annotations

from itertools import cycle

from rules import (
    BLACK_AND_WHITE,
    RULE_SETS,
    Action,
    Board,
    Color,
    GameState,
    Pass,
    Play,
    Setup,
    Stage,
    apply,
    new_game,
    parse_vertex,
)


def board(diagram: str) -> Board:
    """The position of a drawing such as

    . X O
    X . .
    . . .
    """
    return Board.from_rows(["".join(line.split()) for line in diagram.strip().splitlines()])


def draw(position: Board) -> str:
    """Return the drawing of a position in the form that board() reads."""
    return "\n".join(" ".join(row) for row in position.rows())


def game(moves: str = "", *, size: int = 9, rules: str = "brainking", handicap: int = 0) -> GameState:
    """Return the state after these moves ("D4 F6 pass"), with alternating colours."""
    ruleset = RULE_SETS[rules]
    komi = ruleset.default_komi(size, size, handicap)
    return play(new_game(Setup(size, size, ruleset, komi, handicap)), moves)


def play(state: GameState, moves: str) -> GameState:
    """Return the state after more moves."""
    for move in moves.split():
        assert state.to_play is not None
        state = apply(state, _action(move, state.to_play, state.setup))
    return state


def stop(state: GameState) -> GameState:
    """Return the state after both players have passed until play stops."""
    while state.stage is Stage.PLAY:
        assert state.to_play is not None
        state = apply(state, Pass(state.to_play))
    return state


def actions(moves: str, *, size: int = 9) -> list[Action]:
    """Return these moves as actions, Black's first."""
    setup = game(size=size).setup
    return [_action(move, color, setup) for move, color in zip(moves.split(), cycle(BLACK_AND_WHITE), strict=False)]


def _action(move: str, color: Color, setup: Setup) -> Action:
    if move == "pass":
        return Pass(color)
    return Play(color, parse_vertex(move, setup.width, setup.height))
