"""Play matches between the levels of the built-in player, or of each level against an engine, and print the results.

All games are played in one process, on 9x9 by Chinese rules. The colours alternate, but a level that gets handicap
stones from an engine always has Black. The same seed plays the same games again.
"""

from __future__ import annotations

import argparse
import random
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

from gtp.engine import Engine
from rules import (
    RULE_SETS,
    Board,
    Color,
    GameState,
    Pass,
    Phase,
    Play,
    Point,
    Setup,
    apply,
    new_game,
    parse_vertex,
    score_of,
)
from rules import vertex as vertex_of
from rules.estimate import suggest_dead
from rules.handicap import fixed_points

from .levels import HIGHEST, choose_move_at_level

SIZE = 9
RULES = RULE_SETS["chinese"]
MOST_MOVES = 3 * SIZE * SIZE
"""The longest game in moves. A longer game is scored at this position."""

Moves = list[tuple[Color, Point | None]]
Side = Callable[[GameState, Moves, random.Random], Point | None]
"""A player: returns its move after these moves, None to pass. Raises Resigned."""


class Resigned(Exception):
    """Raised by a player who resigns."""


def player_of_level(level: int) -> Side:
    """Return the built-in player of this level."""
    return lambda state, _, dice: choose_move_at_level(level, state, _to_play(state), dice)


def engine_move(engine: Engine, state: GameState, moves: Moves, dice: random.Random) -> Point | None:
    """Set up the game on a GTP engine's board, and return the engine's move (None for a pass). Raises Resigned if the
    engine resigns. `dice` is not used, because the engine has its own random numbers."""
    for command in (f"boardsize {SIZE}", "clear_board", f"komi {state.setup.komi}"):
        engine.send(command)
    for color, point in moves:
        engine.send(f"play {color.name.lower()} {'pass' if point is None else vertex_of(point, SIZE)}")
    answer = engine.send(f"genmove {_to_play(state).name.lower()}").lower()
    if answer == "resign":
        raise Resigned
    return None if answer == "pass" else parse_vertex(answer, SIZE, SIZE)


def play_game(black: Side, white: Side, seed: int, stones: int = 0) -> Color:
    """Play one game between these players, with this many handicap stones (0, or 2 to 5). Return the colour that wins.
    `seed` determines the random numbers."""
    state = new_game(_setup_with_handicap(stones))
    dice = random.Random(seed)  # noqa: S311 - a game, not a secret
    moves: Moves = [(Color.BLACK, point) for point in state.board.points() if state.board[point]]
    for _ in range(MOST_MOVES):
        if state.phase is not Phase.PLAY:
            break
        color = _to_play(state)
        try:
            point = (black if color is Color.BLACK else white)(state, moves, dice)
        except Resigned:
            return color.opponent
        state = apply(state, Pass(color) if point is None else Play(color, point))
        moves.append((color, point))
    return Color.BLACK if score_of(state, suggest_dead(state.board, ruleset=RULES)).margin > 0 else Color.WHITE


def _setup_with_handicap(stones: int) -> Setup:
    komi = RULES.default_komi(SIZE, SIZE, stones)
    if not stones:
        return Setup(SIZE, SIZE, RULES, komi)
    board = Board.empty(SIZE, SIZE).with_stones((Color.BLACK, point) for point in fixed_points(SIZE, SIZE, stones))
    return Setup(SIZE, SIZE, RULES, komi, start=tuple(board.rows()), first=Color.WHITE)


def count_wins(side: Side, other: Side, games: range) -> int:
    """Play a game for each seed in `games`, and return how many games `side` wins. It plays Black with odd seeds."""
    with_black = sum(play_game(side, other, seed) is Color.BLACK for seed in games if seed % 2)
    return with_black + sum(play_game(other, side, seed) is Color.WHITE for seed in games if not seed % 2)


def count_wins_with_handicap(stones: int, side: Side, engine: Side, games: range) -> int:
    """Play a game for each seed in `games`, in which `engine` gives `side` this many handicap stones. Return how many
    games `side` wins."""
    return sum(play_game(side, engine, seed, stones) is Color.BLACK for seed in games)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play each level against the level below, then the highest against the lowest, or each level against an engine.
    Print each match as it ends."""
    parser = argparse.ArgumentParser(prog="python -m bot.matches", description="Play matches between the bot's levels.")
    parser.add_argument("--games", type=int, default=100, help="games of each match (100)")
    parser.add_argument("--seed", type=int, default=0, help="other games")
    parser.add_argument("--engine", type=shlex.split, help="the command of an engine to play against, with GTP")
    parser.add_argument("--handicap", type=int, default=0, help="stones that the engine gives, 2 to 5 (none)")
    asked = parser.parse_args(arguments)
    games, levels = range(asked.seed, asked.seed + asked.games), range(1, HIGHEST + 1)
    if asked.engine:
        with Engine(asked.engine, None) as engine:
            other = partial(engine_move, engine)
            for level in levels:
                side = player_of_level(level)
                play = partial(count_wins_with_handicap, asked.handicap) if asked.handicap else count_wins
                _print_match(f"level {level} beat the engine", games, partial(play, side, other))
        return 0
    for higher, lower in [*((level, level - 1) for level in levels[1:]), (HIGHEST, 1)]:
        _print_match(
            f"level {higher} beat level {lower}",
            games,
            partial(count_wins, player_of_level(higher), player_of_level(lower)),
        )
    return 0


def _print_match(match: str, games: range, play: Callable[[range], int]) -> None:
    start = time.monotonic()
    won = play(games)
    sys.stdout.write(f"{match} in {won} of {len(games)} games ({time.monotonic() - start:.0f} s)\n")
    sys.stdout.flush()


def _to_play(state: GameState) -> Color:
    assert state.to_play is not None
    return state.to_play


if __name__ == "__main__":
    sys.exit(main())
