"""Two-factor authentication: passkeys, codes of an authenticator app, recovery codes.

django-allauth checks them. This module ensures that each code works once across all processes (S15), and limits tries
(S12).
"""

from __future__ import annotations

import unicodedata
from typing import Any

from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.mfa.utils import decrypt
from cryptography.fernet import InvalidToken
from django.db import transaction
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from accounts.core import site
from accounts.models import Player
from accounts.security.login_throttle import code_attempt_counters, count_attempt, uncount_attempt
from foundation.sealing import cipher_for

PURPOSE = "accounts.second_factor"
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""The methods of two-factor authentication. A recovery code replaces one of them. An account that has only recovery
codes does not use two-factor authentication."""


class WrongCode(ValueError):
    """Raised if a code is wrong or was used before."""


class TooManyCodeAttempts(Exception):
    """Raised after too many tries. `wait` is in seconds."""

    def __init__(self, wait: float) -> None:
        super().__init__(wait)
        self.wait = wait


def has_second_factor(player: Player) -> bool:
    """Return whether the account has two-factor authentication."""
    return bool(Authenticator.objects.filter(user_id=player.pk, type__in=FACTORS).exists())


def check_and_use_code(request: HttpRequest, player: Player, code: str) -> Authenticator:
    """Check a code of the player's authenticator app, or a recovery code, and mark the code as used. Return the
    authenticator that accepted the code.

    Raises WrongCode, and TooManyCodeAttempts after too many wrong tries. Correct codes do not count as tries.
    """
    counted = code_attempt_counters(request, player)
    wait = count_attempt(*counted)
    if wait is not None:
        raise TooManyCodeAttempts(wait)
    found = _spend_code(player, to_ascii_digits(code))
    if found is None:
        raise WrongCode
    uncount_attempt(*counted)
    return found


def to_ascii_digits(code: str) -> str:
    """Return the code with digits of any script converted to 0 to 9."""
    return "".join(str(unicodedata.digit(c, c)) for c in code)


def _spend_code(player: Player, code: str) -> Authenticator | None:
    with transaction.atomic():
        rows = Authenticator.objects.select_for_update().filter(user_id=player.pk)
        for row in rows.exclude(type=Authenticator.Type.WEBAUTHN).order_by("-type"):
            right = _use_time_step(row, code) if row.type == Authenticator.Type.TOTP else row.wrap().validate_code(code)
            if right:
                row.user = player
                return row
    return None


def _use_time_step(row: Authenticator, code: str) -> bool:
    """Return whether the code is right and from a later time step than the last one used (RFC 6238, 5.2). If so, mark
    the time step as used."""
    secret = decrypt(row.data["secret"])
    for step in yield_hotp_counters_from_time():
        value = format_hotp_value(hotp_value(secret, step))
        if step > row.data.get("last_step", 0) and compare_user_code(actual=code, expected=value):
            row.data["last_step"] = step
            row.save(update_fields=["data"])
            return True
    return False


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Adapts django-allauth's two-factor authentication to our texts and encryption."""

    error_messages: dict[str, Promise] = {
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": _(
            "Set up two-factor authentication first. Recovery codes are only a backup."
        ),
        "incorrect_code": _("This code is wrong or has already been used. Try a new one."),
    }

    def encrypt(self, text: str) -> str:
        """Encrypt a secret for storage, so that a copy of the database alone is not enough to create codes."""
        return cipher_for(PURPOSE).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret. If the encryption key is gone, return a random secret, so that no code is accepted."""
        try:
            return cipher_for(PURPOSE).decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return str(generate_totp_secret())

    def get_totp_issuer(self) -> str:
        """Return the issuer name that apps show."""
        return site.name()

    def get_totp_label(self, user: Player) -> str:
        """Return the account name that apps show, without the e-mail address."""
        return user.username

    def get_public_key_credential_user_entity(self, user: Player) -> dict[str, Any]:
        """Return the user's data that is stored with a passkey, with the username instead of the e-mail address."""
        return {**super().get_public_key_credential_user_entity(user), "name": user.username}

    def generate_authenticator_name(self, user: Player, type: Authenticator.Type) -> str:
        """Return the default name of a passkey."""
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return pgettext("text", "Passkey %(number)s") % {"number": number}
