"""Errors about ladders."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import FieldRefusal, Refusal


class NoSuchLadder(Refusal, code="no_such_ladder", http_status=404, sentence=_("Ladder not found.")):
    """Raised if the ladder does not exist."""


class LadderClosed(Refusal, code="ladder_closed", sentence=_("This ladder is closed.")):
    """Raised if the ladder is closed, so that joining and challenging are no longer possible."""


class BadLadder(FieldRefusal):
    """Raised if a field of a ladder is not valid. `field` is its name; `errors` also includes fields that it conflicts
    with."""

    code = "bad_ladder"
    http_status = 400
    sentence = _("This setting conflicts with the ladder's other settings. Change one of them.")


class NotOnLadder(Refusal, code="not_on_ladder", sentence=_("You are not on this ladder.")):
    """Raised if the player is not on the ladder."""


class AlreadyOnLadder(Refusal, code="already_on_ladder", sentence=_("You are already on this ladder.")):
    """Raised if the player is already on the ladder, or has not finished leaving."""


class CannotChallengePlace(Refusal, code="ladder_refuses", sentence=_("You can't challenge this player right now.")):
    """Raised if the player may not challenge the player at this place. `why` is the reason (E61)."""
