"""Password rules in addition to Django's (S13)."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import signals

LONGEST_PASSWORD = 256


class MaximumLengthValidator:
    """Reject passwords that are too long. Nothing is cut off."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError for more than 256 characters."""
        if len(password) > LONGEST_PASSWORD:
            raise ValidationError(self.get_help_text(), code="password_too_long")

    def get_help_text(self) -> Any:
        """Return the rule as a sentence."""
        return _("A password can have at most 256 characters.")

    def password_changed(self, password: str, user: Any = None) -> None:
        """Revoke the tokens issued under the old password (accounts.signals). Django ends the other sessions.

        Django calls this for each validator when a player is saved with a new password. A validator of its own would
        add an empty line to the rules on forms."""
        signals.password_changed.send(type(user), player_id=user.pk)


OWN_WORDS = frozenset(
    [
        "igo",
        "baduk",
        "weiqi",
        "wei",
        "go",
        "goban",
        "goishi",
        "atari",
        "tesuji",
        "joseki",
        "komi",
        "seki",
        "correspondence",
        "server",
        "admin",
        "administrator",
        "moderator",
        "referee",
        "staff",
        "root",
        "support",
        "helper",
        "player",
        "opponent",
        "black",
        "white",
        "password",
        "passphrase",
        "secret",
    ]
)
"""Words of this service and of the game, which guessers try first (docs/accounts.md)."""


class OwnWordsValidator:
    """Reject passwords that consist only of words of this service or the server name, surrounded by digits or
    punctuation."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError for a password of such words only."""
        host = urlsplit(settings.IGO_URL).hostname or ""
        words = OWN_WORDS | set(re.findall(r"[a-z]{2,}", host.lower()))
        parts = re.findall(r"[^\W\d_]+", password.casefold())
        if parts and all(part in words for part in parts):
            raise ValidationError(self.get_help_text(), code="password_of_own_words")

    def get_help_text(self) -> Any:
        """Return the rule as a sentence."""
        return _("Your password can't consist only of Go terms or this server's name.")


class BreachedValidator:
    """Reject passwords from stolen lists: query haveibeenpwned.com with five digits of a hash.

    If there is no answer within two seconds, Django's own list of 20,000 decides.
    """

    def __init__(self) -> None:
        from pwned_passwords_django.validators import PwnedPasswordsValidator  # with httpx, a tenth of a start

        from accounts.security.breached import api_client

        found = _("This password appears in a list of stolen passwords. Choose another one.")
        self._asking = PwnedPasswordsValidator(error_message=found, api_client=api_client())

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError for a password on such a list."""
        self._asking.validate(password, user)

    def get_help_text(self) -> Any:
        """Return the rule as a sentence."""
        return self._asking.get_help_text()
