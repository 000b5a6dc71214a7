"""Refusals of team matches."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Misfit, Refusal


class NoSuchMatch(Refusal):
    """The team match does not exist, or has no such board."""

    code = "no_such_match"
    http_status = 404
    sentence = _("Team match not found.")


class BadMatch(Misfit):
    """A field of a team match does not fit; `field` names it, `errors` also those that it does not fit with."""

    code = "bad_match"
    http_status = 400
    sentence = _("This conflicts with the match's other settings.")


class NotCaptain(Refusal):
    """Only captains, managers and owners act for the club's team."""

    code = "not_captain"
    http_status = 403
    sentence = _("Only club captains and managers can do this.")


class MatchRefuses(Refusal):
    """This lineup or this player is refused; `why` says why (E40)."""

    code = "match_refuses"
    sentence = _("You can't do this at this stage of the match.")
