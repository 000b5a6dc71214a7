"""Refusals about machine reviews."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class NoEngine(GameError, code="no_engine", sentence=_("There is no review engine on this server.")):
    """This server has no engine that reviews games."""


class OrdinaryGoOnly(GameError, code="ordinary_go_only", sentence=_("The engine reviews games of ordinary Go only.")):
    """The game is of a variant, which no engine here knows."""


class PositionInPlay(GameError, code="position_in_play"):
    """The game shares a position with one that is being played here, so nothing is said of it while that goes on."""

    sentence = _(
        "A game in progress here has reached a position of this game. You can see the review when that game is over."
    )


class ReviewLimit(GameError, code="review_limit", http_status=429):
    """Too many reviews: of this person within a day (`most`), or waiting on the whole server."""

    sentence = _("No more reviews can be asked for today.")


class ReviewsWaiting(GameError, code="reviews_waiting", http_status=429):
    """So many reviews wait that no more are taken now."""

    sentence = _("Too many reviews are waiting. Try again later.")


class NoReview(GameError, code="no_review", http_status=404, sentence=_("Nobody has asked for a review of this game.")):
    """Nobody has asked for a review of this game."""
