"""What proves, beside the password, that somebody is who they say: passkeys, codes of an app, recovery codes.

The proofs themselves are django-allauth's; here is what it leaves open: a code works once, in every process (S15), and
codes are not tried without end (S12).
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
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.core import site
from accounts.models import Player
from accounts.security.login_throttle import code_counts, count, give_all_back
from foundation.sealing import cipher

PURPOSE = "accounts.second_factor"
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""Recovery codes stand in for one of these; alone they are none."""


class WrongCode(ValueError):
    """No code of this player's, or one that has been used."""


class TooManyCodes(Exception):
    """Too many codes were tried; `wait` is in seconds."""

    def __init__(self, wait: float) -> None:
        super().__init__(wait)
        self.wait = wait


def has_second_factor(player: Player) -> bool:
    """Whether a password alone does not open the account."""
    return bool(Authenticator.objects.filter(user_id=player.pk, type__in=FACTORS).exists())


def spend_code(request: HttpRequest, player: Player, code: str) -> Authenticator:
    """Use a code of the player's app, or a recovery code, up; return what it is of.

    Raises WrongCode, and TooManyCodes when others were tried before. Right ones do not count.
    """
    counted = code_counts(request, player)
    wait = count(*counted)
    if wait is not None:
        raise TooManyCodes(wait)
    found = _spent(player, plain_digits(code))
    if found is None:
        raise WrongCode
    give_all_back(*counted)
    return found


def plain_digits(code: str) -> str:
    """The code in the digits 0 to 9, whichever script's it was typed in."""
    return "".join(str(unicodedata.digit(c, c)) for c in code)


def _spent(player: Player, code: str) -> Authenticator | None:
    with transaction.atomic():
        rows = Authenticator.objects.select_for_update().filter(user_id=player.pk)
        for row in rows.exclude(type=Authenticator.Type.WEBAUTHN).order_by("-type"):
            right = _spend_step(row, code) if row.type == Authenticator.Type.TOTP else row.wrap().validate_code(code)
            if right:
                row.user = player
                return row
    return None


def _spend_step(row: Authenticator, code: str) -> bool:
    """Whether it is the app's code of a step that is later than the last one used (RFC 6238, 5.2)."""
    secret = decrypt(row.data["secret"])
    for step in yield_hotp_counters_from_time():
        value = format_hotp_value(hotp_value(secret, step))
        if step > row.data.get("last_step", 0) and compare_user_code(actual=code, expected=value):
            row.data["last_step"] = step
            row.save(update_fields=["data"])
            return True
    return False


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]
    """What the library says to people, in our words."""

    error_messages: dict[str, Promise] = {
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": _(
            "Recovery codes are a backup for two-factor authentication. Set that up first."
        ),
        "incorrect_code": _("This code is wrong or has been used already."),
    }

    def encrypt(self, text: str) -> str:
        """What is stored of a secret: anyone who has a copy of the database alone cannot make codes of it."""
        return cipher(PURPOSE).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret; when the key that it was stored with is gone, one that nobody has, so that no code is right."""
        try:
            return cipher(PURPOSE).decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return str(generate_totp_secret())

    def get_totp_issuer(self) -> str:
        """Under which name apps list the code."""
        return site.name()

    def get_totp_label(self, user: Player) -> str:
        """Whose code it is, in the app that makes it: no address."""
        return user.username

    def get_public_key_credential_user_entity(self, user: Player) -> dict[str, Any]:
        """Whose passkey it is, where it is kept: no address."""
        return {**super().get_public_key_credential_user_entity(user), "name": user.username}

    def generate_authenticator_name(self, user: Player, type: Authenticator.Type) -> str:
        """What a passkey is called until its owner calls it something else."""
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return gettext("Passkey %(number)s") % {"number": number}
