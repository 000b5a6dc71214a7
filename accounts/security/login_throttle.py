"""Rate limits against guessing passwords, and for similar attempts.

Wrong passwords are counted per account and network, so that guesses never lock the owner out on other networks. A
device on which the owner has signed in before (recognized by a signed cookie) has its own count, even if the owner
shares a network with an attacker. A successful attempt does not count.

Networks that together guess at one account are also limited. Once an account has had `EVERYWHERE` wrong passwords from
unknown devices, each network has `UNDER_ATTACK` attempts instead of ten. A network's first attempt is checked even
then, so the correct password is accepted from every network without wrong attempts. The price is that an attacker with
many networks has one or two attempts from each. Two-factor authentication or a strong password prevents that.

Codes for two-factor authentication are short, so their attempts have a limit for all networks together
(`CODES_EVERYWHERE`). Only someone who knows the password can make such attempts. Known devices do not count towards it.
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
from foundation.clients import client_ipv6_prefix48, client_network
from foundation.cookies import A_YEAR, set_year_cookie
from foundation.limits import count_hit, uncount_hit

PER_NETWORK = "100/15minute"
"""The limit of one network's attempts at all accounts together."""
PER_ACCOUNT = "10/15minute"
"""The limit of one network's attempts at one account."""
PER_SITE = "50/15minute"
"""The limit of one IPv6 /48's attempts at one account: a /48 contains 65,536 networks."""
PER_DEVICE = "10/15minute"
EVERYWHERE = "50/hour"
UNDER_ATTACK = "2/15minute"
CODES_EVERYWHERE = "40/hour"
_SALT = "accounts.device"


@dataclass(frozen=True, slots=True)
class AttemptCounter:
    """A counter of attempts: the name of its rate limit, the key for which attempts are counted (such as an account and
    a network), and the rate, such as "10/minute"."""

    name: str
    key: str
    rate: str


class SignInAttempt:
    """One attempt to sign in, with the entered name or address."""

    def __init__(self, request: HttpRequest, login: str) -> None:
        account = _account_id_of_login(login)
        owner = login.strip().casefold() if account is None else str(account)
        device = None if account is None else _device_id_from_cookie(request, account)
        self._counts: tuple[AttemptCounter, ...] = (
            AttemptCounter("sign-in-network", client_network(request), PER_NETWORK),
        )
        self._of_strangers: tuple[AttemptCounter, ...] = ()
        if device is not None:
            self._counts += (AttemptCounter("sign-in-device", f"{owner} {device}", PER_DEVICE),)
        else:
            self._counts += _network_counters("sign-in", request, owner)
            here = f"{owner} {client_network(request)}"
            self._of_strangers = (
                AttemptCounter("sign-in-everywhere", owner, EVERYWHERE),
                AttemptCounter("sign-in-attacked", here, UNDER_ATTACK),
            )
        self._counted: tuple[AttemptCounter, ...] = ()

    def count_and_get_wait(self) -> float | None:
        """Count the attempt. Return None if it may continue, else the number of seconds to wait. A refused attempt is
        not counted."""
        wait = count_attempt(*self._counts)
        if wait is not None:
            return wait
        self._counted = self._counts
        for bucket in self._of_strangers:
            wait = count_attempt(bucket)
            if wait is None:
                self._counted += (bucket,)
                return None
        if wait is not None:
            self.uncount()
        return wait

    def uncount(self) -> None:
        """Remove the attempt from the count, because it was successful."""
        uncount_attempt(*self._counted)
        self._counted = ()


def count_attempt(*counts: AttemptCounter) -> float | None:
    """Count an attempt against several limits. Return None if all limits allow it, else the number of seconds to wait
    for the first limit that does not."""
    for done, counted in enumerate(counts):
        wait = count_hit(counted.name, counted.key, counted.rate)
        if wait is not None:
            uncount_attempt(*counts[:done])
            return wait
    return None


def uncount_attempt(*counts: AttemptCounter) -> None:
    """Remove an attempt from counters to which `count_attempt` added it."""
    for counted in counts:
        uncount_hit(counted.name, counted.key, counted.rate)


def code_attempt_counters(request: HttpRequest, player: Player) -> tuple[AttemptCounter, ...]:
    """Return the counters for attempts at the player's two-factor authentication."""
    device = _device_id_from_cookie(request, player.pk)
    if device is not None:
        return (AttemptCounter("code-device", f"{player.pk} {device}", PER_DEVICE),)
    everywhere = AttemptCounter("code-everywhere", str(player.pk), CODES_EVERYWHERE)
    return (*_network_counters("code", request, str(player.pk)), everywhere)


def may_sign_in(player: AbstractBaseUser) -> bool:
    """Return whether a player with the correct password may sign in. If the server requires confirmed addresses, the
    player's must be confirmed."""
    if not settings.IGO_CONFIRM_EMAIL:
        return True
    return bool(EmailAddress.objects.filter(user=player, verified=True).exists())


def remember_device(request: HttpRequest, response: HttpResponse, player: Player) -> None:
    """Set a signed cookie that marks the browser as known to the account, unless it has one."""
    if _device_id_from_cookie(request, player.pk) is not None:
        return
    value = signing.dumps([player.pk, secrets.token_hex(16)], salt=_SALT)
    set_year_cookie(request, response, settings.DEVICE_COOKIE_NAME, value)


def _network_counters(name: str, request: HttpRequest, owner: str) -> tuple[AttemptCounter, ...]:
    """Return the counters for attempts at one account from the request's network."""
    site = client_ipv6_prefix48(request)
    counts = (AttemptCounter(f"{name}-account", f"{owner} {client_network(request)}", PER_ACCOUNT),)
    return counts if site is None else (*counts, AttemptCounter(f"{name}-site", f"{owner} {site}", PER_SITE))


def _account_id_of_login(login: str) -> int | None:
    """Return the id of the account with this name or address, None if there is none. Attempts with the name and with
    the address are then counted together."""
    login = login.strip()
    if not login.isprintable():
        return None
    if "@" in login:
        owners = Player.objects.filter(email=login[:254].lower()).order_by("pk")
        return owners.values_list("pk", flat=True).first()
    named = Player.objects.find_by_name(login)
    return None if named is None else named.pk


def _device_id_from_cookie(request: HttpRequest, account: int) -> str | None:
    """Return the id of this device from its signed cookie for the account; None without a valid cookie."""
    try:
        owner, mark = signing.loads(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=_SALT, max_age=A_YEAR)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return str(mark) if owner == account else None
