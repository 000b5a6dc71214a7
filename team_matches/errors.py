"""Errors about team matches."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import FieldRefusal, Refusal


class NoSuchMatch(Refusal, code="no_such_match", http_status=404, sentence=_("Team match not found.")):
    """Raised if the team match does not exist, or has no such board."""


class InvalidMatchField(FieldRefusal):
    """Raised if a field of a team match is not valid. `field` is its name; `errors` also includes fields that it
    conflicts with."""

    code = "bad_match"
    http_status = 400
    sentence = _("This setting conflicts with the match's other settings. Change one of them.")


class NotTeamLeader(Refusal):
    """Raised if the player is not captain, manager or owner of the club, so that they may not act for its team."""

    code = "not_captain"
    http_status = 403
    sentence = _("Only the club's owner, managers and captains can do this.")


class LineupRefused(Refusal, code="match_refuses", sentence=_("You can't do this at this stage of the match.")):
    """Raised if the lineup or a player in it is not allowed. `why` is the reason (E40)."""
