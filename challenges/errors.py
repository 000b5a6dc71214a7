"""Refusals about offers."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class NoSuchChallenge(GameError):
    """The challenge does not exist, or this person may not know that it does."""

    code = "no_such_challenge"
    http_status = 404
    sentence = _("There is no such challenge.")


class ChallengeGone(GameError):
    """The challenge was accepted, declined or withdrawn before."""

    code = "challenge_gone"
    sentence = _("This challenge has been answered or withdrawn.")


class OwnChallenge(GameError):
    """Nobody can accept a challenge of their own."""

    code = "own_challenge"
    sentence = _("You cannot play against yourself.")


class CannotChallenge(GameError):
    """One of the two has blocked the other; who is not told."""

    code = "cannot_challenge"
    http_status = 403
    sentence = _("You cannot challenge this player.")


class TermsChanged(GameError):
    """An offer by ranks does not mean what was shown (any more); `handicap` and `color` are what it means now."""

    code = "terms_changed"
    sentence = _("The terms of this offer depend on your ranks, and have changed since you saw them.")


class NotForBots(GameError):
    """Bots are asked to play; they do not look for games."""

    code = "not_for_bots"
    http_status = 403
    sentence = _("Bots do not look for games: they are challenged, or challenge a player by name.")


class BotIsBusy(GameError):
    """The bot plays as many games at the same time as it may."""

    code = "bot_is_busy"
    sentence = _("This bot is playing as many games as it can. Try again later.")
