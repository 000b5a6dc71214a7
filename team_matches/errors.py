"""Refusals of team matches."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Misfit, Refusal


class NoSuchMatch(Refusal):
    """There is no such team match, or it has no such board."""

    code = "no_such_match"
    http_status = 404
    sentence = _("There is no such team match.")


class BadMatch(Misfit):
    """A field of a team match does not fit; `field` names it, `errors` also those that it does not fit with."""

    code = "bad_match"
    http_status = 400
    sentence = _("This does not fit the rest of the match.")


class NotCaptain(Refusal):
    """Only captains and those who manage the club act for its team."""

    code = "not_captain"
    http_status = 403
    sentence = _("Only captains and managers of the club do this.")


class MatchRefuses(Refusal):
    """This order of a team, or this player, is refused; `why` says why (E40)."""

    code = "match_refuses"
    sentence = _("This cannot be done in the match now.")
