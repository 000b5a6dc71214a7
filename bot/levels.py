"""The levels of the built-in player: how many random games it plays before each move.

The highest level is the player of bot.player, which also reads out fights. The lower levels only choose among the moves
that it considers. Every level beats the level below in most games: `python -m bot.matches` plays the matches.
"""

from __future__ import annotations

import random

from rules import Color, GameState, Point
from rules.playouts import LocalRandomGame
from rules.tree import SearchTree

from .player import choose_move, stakes_by_point, with_side_to_move
from .view import BotPosition

GAMES = (1, 12, 60, 240)
"""The number of random games before a move of levels 1 to 4, on a 9x9 board."""
HIGHEST = len(GAMES) + 1
"""The highest level, which reads fights out."""
SMALL_BOARD = 81
"""The number of points of the board that GAMES are for. Larger boards get fewer games, so that a move takes the same
time."""
FEWEST = 8
"""The smallest number of random games that estimate the owner of each point."""


def choose_move_at_level(level: int, state: GameState, color: Color, dice: random.Random) -> Point | None:
    """Return the move that the bot chooses for this side at this level, or None to pass. The move is legal in
    `state`."""
    if level >= HIGHEST:
        return choose_move(state, color, dice)
    board = state.board
    points = len(board.cells)
    games = max(1, GAMES[level - 1] * SMALL_BOARD // points)
    moves = sorted(stakes_by_point(BotPosition(with_side_to_move(state, color), games=FEWEST)))
    if not moves:
        return None
    dice.shuffle(moves)
    komi = float(state.setup.komi)
    tree = SearchTree(
        LocalRandomGame.cut_out(board, range(points)), int(color), dice, lambda signs: _black_success(signs, komi)
    )
    tree.root.untried = moves
    for _ in range(games):
        tree.play_random_game()
    after = tree.root.after
    return board.point(max(after, key=lambda at: (after[at].games, after[at].gain, -at)))


def _black_success(signs: list[int], komi: float) -> float:
    """Return how well Black did in a random game, from 0 (lost) to 1 (won). This depends mostly on whether Black won,
    and a little on the margin. `signs` has 1 for each point of Black, -1 for each of White, and 0 for neutral
    points."""
    lead = sum(signs) - komi
    return 0.8 * (lead > 0) + 0.2 * (0.5 + max(-0.5, min(0.5, lead / 2 / len(signs))))
