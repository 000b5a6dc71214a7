"""Positions of games as visitors see them, for pictures, embedded boards and the position search.

Signed-in players get the same positions, because the pictures go to other sites and are cached.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from games import access
from games.errors import NoSuchGame
from games.game_view import GameView
from games.models import Game
from games.models.action import rules_actions
from rules import Board, GameState, Move, Pass, Play, RefuseWin, Undo, replay, replay_states

NOBODY = AnonymousUser()
"""A visitor who is not signed in."""


@dataclass(frozen=True, slots=True)
class PublicPosition:
    """The position of a game after a number of moves, as visitors see it. `last` is the last play or pass."""

    number: int
    board: Board
    last: Move | None


def find_public_game(game_id: int, *, people: bool = False) -> Game | None:
    """Return the game with its seats if it is public, otherwise None. `people` also loads the players' ratings."""
    try:
        return access.game_for(NOBODY, game_id, people=people)
    except NoSuchGame:
        return None


def find_position(game: Game, number: int) -> PublicPosition | None:
    """Return the position after this many moves (passes included), or None if the game has fewer moves. Also return
    None for an earlier position while the game has hidden information (V21). Takes one query to read the record, and
    none for the current position. The caller must have checked that the viewer may see the game."""
    if not 0 <= number <= game.move_number or (game.has_hidden_info and number != game.move_number):
        return None
    show = GameView(game, NOBODY)
    state = show.state_without_history if number == game.move_number else _state_after_moves(game, number)
    return PublicPosition(number, show.board(state), show.last_move(state))


def _state_after_moves(game: Game, number: int) -> GameState:
    """Return the last state with this many moves. For 0 moves it is the state before the first move, including
    handicap stones."""
    actions = rules_actions(game)
    if any(isinstance(action, Undo | RefuseWin) for action in actions):
        states = replay_states(game.agreed_setup, actions)
        return next(state for state in reversed(states) if state.move_number == number)
    moves = [index for index, action in enumerate(actions) if isinstance(action, Play | Pass)]
    return replay(game.agreed_setup, actions[: moves[number]])
