"""Convert a finished game to input for the ratings."""

from __future__ import annotations

from games.models import Game
from ratings import services as ratings
from ratings.services import GameToRate
from rules import Color, Reason
from rules.outcome import DRAWS


def find_rating_scores(game: Game) -> tuple[float, float] | None:
    """Return the scores of Black and White for the ratings: 1 for a win, 0.5 for a draw, 0 for a loss. Both can be 0,
    if a moderator decided that both lose. Return None for a game without a result."""
    if game.end_reason == Reason.BOTH_LOSE.value:
        return (0.0, 0.0)
    if game.winner is None:
        return (0.5, 0.5) if game.end_reason in DRAWS else None
    return (1.0, 0.0) if game.winner == Color.BLACK else (0.0, 1.0)


def find_rated_result(game: Game) -> GameToRate | None:
    """Return the game's result for the ratings. Return None if the game is unrated, not finished, or without a
    result."""
    scores = find_rating_scores(game)
    if not game.rated or scores is None or game.finished_at is None:
        return None
    return GameToRate(
        game_id=game.pk,
        size=game.width,
        handicap=game.handicap,
        at=game.finished_at,
        black=game.seat_of_color(Color.BLACK).player_id,
        white=game.seat_of_color(Color.WHITE).player_id,
        scores=scores,
    )


def rate_game(game: Game) -> None:
    """Store the rating events of a game that has just ended, in its transaction; do nothing for any other game."""
    result = find_rated_result(game)
    if result is not None:
        ratings.rate_game_once(result)
