"""Play matches between the levels of the built-in player, and print who won how many games.

All games are played in one process, on 9x9 by Chinese rules. The colours alternate, and the same seed plays the same
games again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence

from rules import RULE_SETS, Color, Pass, Phase, Play, Setup, apply, new_game, score_of
from rules.estimate import suggest_dead

from .levels import HIGHEST, choose_at

SIZE = 9
MOST_MOVES = 3 * SIZE * SIZE
"""The longest game in moves; a longer one is scored at this position."""


def winner(black: int, white: int, seed: int) -> Color:
    """Return the colour that wins one game between these levels."""
    rules = RULE_SETS["chinese"]
    state = new_game(Setup(SIZE, SIZE, rules, rules.default_komi(SIZE, SIZE, 0)))
    dice = random.Random(seed)  # noqa: S311 - a game, not a secret
    for _ in range(MOST_MOVES):
        color = state.to_play
        if color is None or state.phase is not Phase.PLAY:
            break
        point = choose_at(black if color is Color.BLACK else white, state, color, dice)
        state = apply(state, Pass(color) if point is None else Play(color, point))
    return Color.BLACK if score_of(state, suggest_dead(state.board, ruleset=rules)).margin > 0 else Color.WHITE


def wins(higher: int, lower: int, games: int, seed: int = 0) -> int:
    """Return how many of these games the higher level wins."""
    won = 0
    for number in range(games):
        if number % 2:
            won += winner(higher, lower, seed + number) is Color.BLACK
        else:
            won += winner(lower, higher, seed + number) is Color.WHITE
    return won


def main(arguments: Sequence[str] | None = None) -> int:
    """Play each level against the one below, then the highest against the lowest; print each match as it ends."""
    parser = argparse.ArgumentParser(prog="python -m bot.matches", description="Play matches between the bot's levels.")
    parser.add_argument("--games", type=int, default=100, help="games of each match (100)")
    parser.add_argument("--seed", type=int, default=0, help="other games")
    asked = parser.parse_args(arguments)
    pairs = [*((level, level - 1) for level in range(2, HIGHEST + 1)), (HIGHEST, 1)]
    for higher, lower in pairs:
        start = time.monotonic()
        won = wins(higher, lower, asked.games, asked.seed)
        seconds = time.monotonic() - start
        sys.stdout.write(f"level {higher} beat level {lower} in {won} of {asked.games} games ({seconds:.0f} s)\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
