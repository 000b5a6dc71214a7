"""Find games in which play continues although the server's estimate says that they are decided (C204)."""

from __future__ import annotations

from decimal import Decimal

from django.db import transaction

from foundation.cpu_slots import cpu_slot
from foundation.dispatch import BackgroundTask
from games.models import Game
from games.models.action import rules_actions_with_hidden
from rules import Board, Color, GameState, Phase, Stage, replay_states
from rules.playouts import owner_shares
from rules.position_estimate import komi_for_stones

TASK = BackgroundTask("games.tasks.ask_about_results")
LEAST_LEAD = 30
"""The number of points by which one side must have led after each of the last moves."""
MOVES_IN_A_ROW = 20
FILLED = Decimal("0.6")
"""The share of the board's points that have stones."""
EVERY = 5
"""The number of moves between two checks of a game."""
GAMES = 20
"""The number of random games from each position. Twenty positions on 19x19 take a second."""


def should_estimate_result(game: Game) -> bool:
    """Return whether to estimate the result of this game now: a game of standard Go in play, with enough moves. Reads
    only the game's own columns."""
    points = game.width * game.height
    return (
        game.result_asked is None
        and game.phase == Phase.PLAY.value
        and game.move_number % EVERY == 0
        and game.move_number >= MOVES_IN_A_ROW
        and game.move_number + _count_start_stones(game) >= FILLED * points
        and game.agreed_variant.plain
    )


def _count_start_stones(game: Game) -> int:
    setup = game.agreed_setup
    return sum(len(row) - row.count(".") for row in setup.start) or setup.handicap


def estimate_result_after_commit(game: Game) -> None:
    """Let the worker estimate the result of this game after the commit, if the game is worth estimating. Nothing is
    computed here, so that the move does not wait."""
    if should_estimate_result(game):
        transaction.on_commit(TASK.wake, robust=True)


def find_steady_lead(game: Game) -> tuple[Color, int] | None:
    """Return the colour that has led by more than LEAST_LEAD points, by the rules of the game, after each of the last
    moves, and its lead in points now. Return None if no colour has. Takes up to a second on 19x19, mostly much less.
    Raises TooBusy if the process has no capacity for it."""
    states = _last_states(game)
    if len(states) < MOVES_IN_A_ROW or _filled_share(states[0].board) < FILLED:
        return None
    now, winner = 0.0, None
    with cpu_slot():
        for state in states:
            board, ruleset = state.board, state.setup.ruleset
            komi = komi_for_stones(board, ruleset, state.score_context, by_area=True)
            lead = sum(owner_shares(board, GAMES)) - float(komi)
            side = Color.BLACK if lead > 0 else Color.WHITE
            if abs(lead) <= LEAST_LEAD or winner not in (None, side):
                return None
            now, winner = now or abs(lead), side
    return None if winner is None else (winner, round(now))


def _last_states(game: Game) -> list[GameState]:
    """Return the states after the last moves, the latest position first, without undone moves."""
    by_move: dict[int, GameState] = {}
    for state in replay_states(game.agreed_setup, rules_actions_with_hidden(game)):
        by_move[state.move_number] = state
    last = max(by_move)
    if by_move[last].stage is not Stage.PLAY:
        return []
    return [by_move[number] for number in range(last, max(last - MOVES_IN_A_ROW, 0), -1)]


def _filled_share(board: Board) -> Decimal:
    return Decimal(sum(map(bool, board.cells))) / len(board.cells)
