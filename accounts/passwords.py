"""What a password must be, beside what Django checks (S13)."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from pwned_passwords_django.validators import PwnedPasswordsValidator

LONGEST_PASSWORD = 256


class LengthValidator:
    """Refuses what is too long, clearly: nothing is cut off."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError for more than 256 characters."""
        if len(password) > LONGEST_PASSWORD:
            raise ValidationError(self.get_help_text(), code="password_too_long")

    def get_help_text(self) -> Any:
        """What is said of it."""
        return _("A password has at most 256 characters.")


class BreachedValidator(PwnedPasswordsValidator):  # type: ignore[misc]
    """Refuses passwords that were found in stolen lists: asks haveibeenpwned.com with five digits of a hash.

    When that does not answer within two seconds, Django's own list of 20,000 decides.
    """

    def __init__(self) -> None:
        super().__init__(error_message=_("This password was found in a list of stolen passwords. Choose another one."))
