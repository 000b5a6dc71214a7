"""A finished game as input of the ratings of its players."""

from __future__ import annotations

from games.models import Game
from ratings import services as ratings
from ratings.services import Result
from rules import Color, Reason
from rules.outcome import DRAWS


def scores_of(game: Game) -> tuple[float, float] | None:
    """Black's and White's: 1 for a win, 0.5 for a draw, 0 for a loss; None for a game without a result."""
    if game.end_reason == Reason.BOTH_LOSE.value:
        return (0.0, 0.0)
    if game.winner is None:
        return (0.5, 0.5) if game.end_reason in DRAWS else None
    return (1.0, 0.0) if game.winner == Color.BLACK else (0.0, 1.0)


def result_of(game: Game) -> Result | None:
    """Return the result for the ratings; None for a game that is unrated or not finished."""
    scores = scores_of(game)
    if not game.rated or scores is None or game.finished_at is None:
        return None
    return Result(
        game_id=game.pk,
        size=game.width,
        handicap=game.handicap,
        at=game.finished_at,
        black=game.seat_of_color(Color.BLACK).player_id,
        white=game.seat_of_color(Color.WHITE).player_id,
        scores=scores,
    )


def rate(game: Game) -> None:
    """Write the rating events of a game that has just ended, in its transaction; nothing for any other game."""
    result = result_of(game)
    if result is not None:
        ratings.rate(result)
