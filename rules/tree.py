"""A tree search by random games. Good first moves are tried more often, and the rest of each game is random."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from .playouts import LocalRandomGame

CURIOSITY = 0.3
"""The weight of trying a move again that was seldom tried, compared with the best move so far."""
DEEPEST = 40
"""The number of moves of a game that use the tree; the rest is random."""
PASS = -1


class SearchNode:
    """A position in the search tree: the number of games through it, their total gain for the colour that moved last,
    and the next positions by move."""

    __slots__ = ("after", "gain", "games", "untried")

    def __init__(self, games: int = 0, gain: float = 0.0) -> None:
        self.after: dict[int, SearchNode] = {}
        self.untried: list[int] | None = None
        self.games, self.gain = games, gain

    def best_move(self) -> int:
        """Return the move to try next, which balances good results and few trials. The formula uses only square roots,
        which are the same on every machine."""
        drive = CURIOSITY * math.sqrt(self.games)
        return max(self.after, key=lambda at: self.after[at].gain / self.after[at].games + drive / self.after[at].games)


class SearchTree:
    """The search tree of one position. `share` is a function that returns Black's share of a game's result, from 0 to
    1. Its argument is the owner of each point at the end (1 Black, -1 White, 0 neither).

    In `root`, a caller may set the moves to try, and results that count as if the games had been played.
    """

    def __init__(
        self, start: LocalRandomGame, first: int, dice: random.Random, share: Callable[[list[int]], float]
    ) -> None:
        self.start, self.first, self.dice, self.share = start, first, dice, share
        self.root = SearchNode()

    def play_random_game(self) -> list[int]:
        """Play one game: follow the best moves of the tree, add one new position, and play the rest at random. Return
        the owner of each point at the end: 1 for Black, -1 for White, 0 for neither."""
        game = self.start.copy()
        node, color, banned, passes = self.root, self.first, PASS, 0
        path = [(node, 3 - color)]
        is_new = False
        while not is_new and passes < 2 and len(path) < DEEPEST:
            at, taken, is_new = self._step(node, game, color, banned)
            node = node.after[at]
            path.append((node, color))
            if at >= 0:
                game.empty.remove(at)
                game.empty += taken
            banned = taken[0] if len(taken) == 1 else PASS
            passes = 0 if at >= 0 else passes + 1
            color = 3 - color
        signs = game.play_on(color, banned, passes, self.dice)
        share = self.share(signs)
        for node, mover in path:
            node.games += 1
            node.gain += share if mover == 1 else 1 - share
        return signs

    def _step(self, node: SearchNode, game: LocalRandomGame, color: int, banned: int) -> tuple[int, list[int], bool]:
        """Play a move that was not tried yet in this position, or else the best move. Return its point (-1 for a pass),
        the captured points, and whether the move was new."""
        if node.untried is None:
            node.untried = [PASS, *(at for at in game.empty if at != banned and not game.is_eye(at, color))]
            self.dice.shuffle(node.untried)
        while node.untried:
            at = node.untried.pop()
            taken = game.place(at, color) if at >= 0 else []
            if taken is not None:
                node.after[at] = SearchNode()
                return at, taken, True
        at = node.best_move()
        return at, (game.place(at, color) or [] if at >= 0 else []), False
