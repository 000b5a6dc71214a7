"""Refusals of ladders."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Misfit, Refusal


class NoSuchLadder(Refusal):
    "Ladder not found."

    code = "no_such_ladder"
    http_status = 404
    sentence = _("Ladder not found.")


class LadderClosed(Refusal):
    """The ladder is closed: joining and challenging are no longer possible."""

    code = "ladder_closed"
    sentence = _("This ladder is closed.")


class BadLadder(Misfit):
    """A field of a ladder does not fit; `field` names it, `errors` also those that it does not fit with."""

    code = "bad_ladder"
    http_status = 400
    sentence = _("This conflicts with the ladder's other settings.")


class NotOnLadder(Refusal):
    """The player is not on the ladder."""

    code = "not_on_ladder"
    sentence = _("You are not on this ladder.")


class AlreadyOnLadder(Refusal):
    """The player is on the ladder, or still leaving it."""

    code = "already_on_ladder"
    sentence = _("You are already on this ladder.")


class CannotChallenge(Refusal):
    """This challenge is refused; `why` says why (E61)."""

    code = "ladder_refuses"
    sentence = _("You cannot challenge this player now.")
