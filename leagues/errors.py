"""Refusals of leagues."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Misfit, Refusal


class NoSuchLeague(Refusal):
    """There is no such league, or it has no such season."""

    code = "no_such_league"
    http_status = 404
    sentence = _("There is no such league or season.")


class BadLeague(Misfit):
    """A field of a league does not fit; `field` names it, `errors` also those that it does not fit with."""

    code = "bad_league"
    http_status = 400
    sentence = _("This does not fit the rest of the league.")


class NotInLeague(Refusal):
    """The player does not play in the league."""

    code = "not_in_league"
    sentence = _("Not a player of this league.")


class AlreadyInLeague(Refusal):
    """The player plays in the league, or will from the next season on."""

    code = "already_in_league"
    sentence = _("You play in this league already.")


class LeagueRefuses(Refusal):
    """This game of a league with free pairing is refused; `why` says why (E73)."""

    code = "league_refuses"
    sentence = _("You cannot challenge this player now.")
