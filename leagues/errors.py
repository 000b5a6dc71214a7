"""Errors about leagues."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import FieldRefusal, Refusal
from tournaments.errors import CannotBePaired


class NoSuchLeague(Refusal, code="no_such_league", http_status=404, sentence=_("League or season not found.")):
    """Raised if the league does not exist, or has no such season."""


class BadLeague(FieldRefusal):
    """Raised if a field of a league's plan is not valid. `field` is its name; `errors` also has the fields with which
    it conflicts."""

    code = "bad_league"
    http_status = 400
    sentence = _("This setting conflicts with the league's other settings. Change one of them.")


class NotInLeague(Refusal, code="not_in_league", sentence=_("This player is not in this league.")):
    """Raised if the player does not play in the league."""


class AlreadyInLeague(Refusal, code="already_in_league", sentence=_("You are already in this league.")):
    """Raised if the player plays in the league, or will from the next season."""


class TooFewInLeague(CannotBePaired, sentence=_("A season needs at least four players.")):
    """Raised if fewer players have joined than a season needs."""


class LeagueGameRefused(Refusal, code="league_refuses", sentence=_("You can't challenge this player right now.")):
    """Raised if two players of a league with free pairing may not start a game now. `why` is the reason (E73)."""
