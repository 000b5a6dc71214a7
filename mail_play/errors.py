"""Errors of playing from an e-mail."""

from __future__ import annotations

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class DeadLinkReason(StrEnum):
    """The reasons why a link or a reply can no longer be used."""

    USED = "used"
    OVER = "over"
    STALE = "stale"
    LATE = "late"
    OFF = "off"


SENTENCES: dict[DeadLinkReason, Promise] = {
    DeadLinkReason.USED: _("Your move from this e-mail has already been played."),
    DeadLinkReason.OVER: _("The game is over."),
    DeadLinkReason.STALE: _("The game has moved on since this e-mail was sent."),
    DeadLinkReason.LATE: _("This e-mail is too old to play from. Play on the game page."),
    DeadLinkReason.OFF: _("You have turned off playing by e-mail."),
}


class EmailUnreadable(Refusal, code="letter_unreadable", http_status=422):
    """Raised if the first line of a reply is neither a point nor one of the words for an action."""

    sentence = _("The first line of your reply is not a move.")


class EmailTooLarge(Refusal, code="letter_too_large", http_status=413):
    """Raised for a reply larger than 64 kB."""

    sentence = _("Your reply is larger than 64 kB. Delete the quoted text and the pictures.")


class TokenVoid(Refusal, code="token_void", http_status=410):
    """Raised if the link or the reply of an e-mail can no longer be used to play; `why` is the reason."""

    sentence = _("You can no longer play from this e-mail.")

    def __init__(self, why: DeadLinkReason) -> None:
        super().__init__(why=str(why))
        self.why = why

    def message(self) -> str:
        """Return the sentence that explains the reason."""
        return str(SENTENCES[self.why])
