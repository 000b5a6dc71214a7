"""Refusals of leagues."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Misfit, Refusal


class NoSuchLeague(Refusal):
    """The league does not exist, or has no such season."""

    code = "no_such_league"
    http_status = 404
    sentence = _("League or season not found.")


class BadLeague(Misfit):
    """A field of a league does not fit; `field` names it, `errors` also those that it does not fit with."""

    code = "bad_league"
    http_status = 400
    sentence = _("This conflicts with the league's other settings.")


class NotInLeague(Refusal):
    """The player does not play in the league."""

    code = "not_in_league"
    sentence = _("This player is not in this league.")


class AlreadyInLeague(Refusal):
    """The player plays in the league, or will from the next season on."""

    code = "already_in_league"
    sentence = _("You are already in this league.")


class LeagueRefuses(Refusal):
    """This game of a league with free pairing is refused; `why` says why (E73)."""

    code = "league_refuses"
    sentence = _("You cannot challenge this player now.")
