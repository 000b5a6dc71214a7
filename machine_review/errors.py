"""Refusals about computer analyses."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class NoEngine(GameError, code="no_engine", sentence=_("This server has no analysis engine.")):
    """This server has no review engine."""


class OrdinaryGoOnly(
    GameError, code="ordinary_go_only", sentence=_("The engine can only analyse ordinary Go, not variants.")
):
    """The game is of a variant, which no engine here knows."""


class PositionInPlay(GameError, code="position_in_play"):
    """The game shares a position with one in progress on this server, so it is not analysed until that ends."""

    sentence = _(
        "A position from this game has also come up in a game in progress. You can see the analysis once that game "
        "is over."
    )


class ReviewLimit(GameError, code="review_limit", http_status=429):
    """Too many reviews: of this person within a day (`most`), or waiting on the whole server."""

    sentence = _("You've reached today's limit for computer analysis. Try again tomorrow.")


class ReviewsWaiting(GameError, code="reviews_waiting", http_status=429):
    """The queue of reviews is full."""

    sentence = _("Too many games are waiting for analysis. Try again later.")


class NoReview(
    GameError, code="no_review", http_status=404, sentence=_("No one has requested an analysis of this game.")
):
    """No one has requested an analysis of this game."""
