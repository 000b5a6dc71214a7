"""Refusals of ladders."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Misfit, Refusal


class NoSuchLadder(Refusal):
    """Raised if the ladder does not exist."""

    code = "no_such_ladder"
    http_status = 404
    sentence = _("Ladder not found.")


class LadderClosed(Refusal):
    """Raised if the ladder is closed: joining and challenging are no longer possible."""

    code = "ladder_closed"
    sentence = _("This ladder is closed.")


class BadLadder(Misfit):
    """Raised for a field of a ladder that is not valid; `field` names it, `errors` also the fields that it
    contradicts."""

    code = "bad_ladder"
    http_status = 400
    sentence = _("This conflicts with the ladder's other settings.")


class NotOnLadder(Refusal):
    """Raised if the player is not on the ladder."""

    code = "not_on_ladder"
    sentence = _("You are not on this ladder.")


class AlreadyOnLadder(Refusal):
    """Raised if the player is on the ladder, or still leaving it."""

    code = "already_on_ladder"
    sentence = _("You are already on this ladder.")


class CannotChallenge(Refusal):
    """Raised if this challenge is not possible; `why` is the reason (E61)."""

    code = "ladder_refuses"
    sentence = _("You cannot challenge this player now.")
