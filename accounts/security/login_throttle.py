"""Guessing passwords, and whatever else should not be tried without end.

Tries to sign in count against the account and against the network that they come from; a try that succeeds counts
against neither. Somebody who guesses at an account from elsewhere would lock its owner out as well: therefore a device
on which the owner has signed in before (a signed cookie says so) has a count of its own.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core import signing
from django.http import HttpRequest, HttpResponse

from accounts.models import Player
from foundation.clients import network_of
from foundation.cookies import A_YEAR, keep
from foundation.limits import give_back, hit

PER_ACCOUNT = "10/15minute"
PER_NETWORK = "100/15minute"
PER_DEVICE = "10/15minute"
_SALT = "accounts.device"


@dataclass(frozen=True, slots=True)
class Bucket:
    """One thing that is counted: which limit, whose, how often."""

    name: str
    key: str
    rate: str


class SignIn:
    """One try to sign in, with what was typed as name or address."""

    def __init__(self, request: HttpRequest, login: str) -> None:
        self.counts = (Bucket("sign-in-network", network_of(request), PER_NETWORK), _account_count(request, login))

    def wait(self) -> float | None:
        """Count the try; None if it may go on, else the seconds to wait. Refused tries count nowhere."""
        return count(*self.counts)

    def succeeded(self) -> None:
        """It was the owner: the try does not count."""
        for counted in self.counts:
            give_back(counted.name, counted.key, counted.rate)


def count(*counts: Bucket) -> float | None:
    """Count a try against several limits; None within all of them, else the seconds to wait for the first refusal."""
    for done, counted in enumerate(counts):
        wait = hit(counted.name, counted.key, counted.rate)
        if wait is not None:
            for earlier in counts[:done]:
                give_back(earlier.name, earlier.key, earlier.rate)
            return wait
    return None


def code_count(request: HttpRequest, player: Player) -> Bucket:
    """What a try of a code of the player's second factor counts against."""
    device = _device(request, player.pk)
    if device is not None:
        return Bucket("code-device", f"{player.pk} {device}", PER_DEVICE)
    return Bucket("code-account", str(player.pk), PER_ACCOUNT)


def may_enter(player: AbstractBaseUser) -> bool:
    """Whether somebody with the right password may come in: where addresses are confirmed, after confirming theirs."""
    if not settings.IGO_CONFIRM_EMAIL:
        return True
    return bool(EmailAddress.objects.filter(user=player, verified=True).exists())


def remember_device(request: HttpRequest, response: HttpResponse, player: Player) -> None:
    """Note on the device that its owner has signed in there."""
    if _device(request, player.pk) is not None:
        return
    value = signing.dumps([player.pk, secrets.token_hex(16)], salt=_SALT)
    keep(request, response, settings.DEVICE_COOKIE_NAME, value)


def _account_count(request: HttpRequest, login: str) -> Bucket:
    account = _account(login)
    device = None if account is None else _device(request, account)
    if device is not None:
        return Bucket("sign-in-device", f"{account} {device}", PER_DEVICE)
    return Bucket("sign-in-account", login.strip().casefold() if account is None else str(account), PER_ACCOUNT)


def _account(login: str) -> int | None:
    """Whose account is meant; its name and its address count together."""
    login = login.strip()
    if not login.isprintable():
        return None
    if "@" in login:
        owners = Player.objects.filter(email=login[:254].lower()).order_by("pk")
        return owners.values_list("pk", flat=True).first()
    named = Player.objects.named(login)
    return None if named is None else named.pk


def _device(request: HttpRequest, account: int) -> str | None:
    """The mark that this device got when the account was used on it; None if there is none, or a forged one."""
    try:
        owner, mark = signing.loads(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=_SALT, max_age=A_YEAR)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return str(mark) if owner == account else None
