"""Refusals of ladders."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import FieldRefusal, Refusal


class NoSuchLadder(Refusal, code="no_such_ladder", http_status=404, sentence=_("Ladder not found.")):
    """Raised if the ladder does not exist."""


class LadderClosed(Refusal, code="ladder_closed", sentence=_("This ladder is closed.")):
    """Raised if the ladder is closed: joining and challenging are no longer possible."""


class BadLadder(FieldRefusal):
    """Raised for a field of a ladder that is not valid; `field` names it, `errors` also the fields that it
    contradicts."""

    code = "bad_ladder"
    http_status = 400
    sentence = _("This conflicts with the ladder's other settings.")


class NotOnLadder(Refusal, code="not_on_ladder", sentence=_("You are not on this ladder.")):
    """Raised if the player is not on the ladder."""


class AlreadyOnLadder(Refusal, code="already_on_ladder", sentence=_("You are already on this ladder.")):
    """Raised if the player is on the ladder, or still leaving it."""


class CannotChallenge(Refusal, code="ladder_refuses", sentence=_("You can't challenge this player right now.")):
    """Raised if this challenge is not possible; `why` is the reason (E61)."""
