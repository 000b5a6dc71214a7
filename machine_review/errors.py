"""Refusals about machine reviews."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class NoEngine(GameError):
    """This server has no engine that reviews games."""

    code = "no_engine"
    sentence = _("There is no review engine on this server.")


class OrdinaryGoOnly(GameError):
    """The game is of a variant, which no engine here knows."""

    code = "ordinary_go_only"
    sentence = _("The engine reviews games of ordinary Go only.")


class PositionInPlay(GameError):
    """The game shares a position with one that is being played here, so nothing is said of it while that goes on."""

    code = "position_in_play"
    sentence = _(
        "A game in progress here has reached a position of this game. You can see the review when that game is over."
    )


class ReviewLimit(GameError):
    """Too many reviews: of this person within a day (`most`), or waiting on the whole server."""

    code = "review_limit"
    http_status = 429
    sentence = _("No more reviews can be asked for today.")


class ReviewsWaiting(GameError):
    """So many reviews wait that no more are taken now."""

    code = "reviews_waiting"
    http_status = 429
    sentence = _("Too many reviews are waiting. Try again later.")


class NoReview(GameError):
    """Nobody has asked for a review of this game."""

    code = "no_review"
    http_status = 404
    sentence = _("Nobody has asked for a review of this game.")
