"""Errors about computer analyses."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class NoEngine(GameError, code="no_engine", sentence=_("This server has no analysis engine.")):
    """Raised if this server has no engine for analyses."""


class VariantNotSupported(
    GameError, code="ordinary_go_only", sentence=_("The engine can only analyse standard Go, not variants.")
):
    """Raised if the game is a variant of Go, because engines can only analyse standard Go."""


class PositionInPlay(GameError, code="position_in_play"):
    """Raised if the game shares a position with a game in progress on this server. The game can be analysed when the
    game in progress has ended."""

    sentence = _(
        "A position from this game has also come up in a game in progress. You can see the analysis once that game "
        "is over."
    )


class ReviewLimitReached(GameError, code="review_limit", http_status=429):
    """Raised if the player has already requested `most` analyses today."""

    sentence = _("You've reached today's limit for computer analysis. Try again tomorrow.")


class ReviewQueueFull(GameError, code="reviews_waiting", http_status=429):
    """Raised if the queue of analyses is full."""

    sentence = _("Too many games are waiting for analysis. Try again later.")


class NoReview(
    GameError, code="no_review", http_status=404, sentence=_("No one has requested an analysis of this game.")
):
    """Raised if no one has requested an analysis of this game."""
