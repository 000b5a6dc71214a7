"""Guest accounts, with which visitors play before they sign up. They are created by one click, and play bots and by
private links only.

A guest has no password. The browser's session gives access to the account, and on other devices a private link
(`guest_secret`) does.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from allauth.account.models import EmailAddress
from allauth.account.utils import setup_user_email
from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.core import signing
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.core import site
from accounts.core.audit import log_security_event
from accounts.core.mail import queue_email
from accounts.core.renaming import is_name_taken
from accounts.core.theme_cookies import themes_from_cookies
from accounts.models import NAME_TAKEN, Player, SecurityKind
from foundation import timesource
from foundation.paths import path_of

TRIES = 20
SALT = "accounts.guest"


class NameTakenMeanwhile(Exception):
    """Raised if another player took the name after it was checked."""

    sentence = NAME_TAKEN


@dataclass(frozen=True, slots=True)
class AccountDetails:
    """The name, password and e-mail address with which a guest signs up. `email` may be empty."""

    name: str
    password: str = field(repr=False)
    email: str


def sign_in_new_guest(request: HttpRequest) -> Player:
    """Create a guest with the visitor's chosen language and theme, and sign this browser in.

    Does not limit the number of guests per network.
    """
    player = _create_guest(request)
    login(request, player)
    return player


def _create_guest(request: HttpRequest) -> Player:
    """Create a guest with a free name, without signing the browser in. Raises NameTakenMeanwhile."""
    language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    chosen = {"language": language if language in dict(settings.LANGUAGES) else "", **themes_from_cookies(request)}
    for digits in [4] * TRIES + [9]:
        name = f"guest-{secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}"
        if is_name_taken(name, timesource.now()):
            continue
        try:
            with transaction.atomic():
                return Player.objects.create_user(name, is_guest=True, **chosen)
        except IntegrityError:
            continue
    raise NameTakenMeanwhile


def guest_secret(player: Player) -> str:
    """Return the secret of the guest's private link. The link works until the guest signs up or is deleted."""
    return signing.dumps(player.pk, salt=SALT)


def find_player_by_secret(secret: str) -> Player | None:
    """Return the player whose private link as a guest has this secret, who may have signed up since. Return None if the
    secret is unknown or the player has left."""
    try:
        number = signing.loads(secret, salt=SALT)
    except signing.BadSignature:
        return None
    return Player.objects.filter(pk=number, is_child=False, is_active=True).first()


def email_guest_link(player: Player, address: str) -> None:
    """Send the guest's private link to this address. The address is not stored with the guest. Does not limit the
    number of e-mails."""
    link = f"{settings.IGO_URL}{path_of('accounts:guest_return', guest_secret(player))}"
    with translation.override(player.language or settings.LANGUAGE_CODE):
        text = _(
            "Open this link to return to your games on any device:\n\n%(link)s\n\nAnyone who has the link can play "
            "as you. If you did not ask for this e-mail, ignore it."
        )
        queue_email(
            EmailMessage(
                site.subject_with_site_name(_("How to get back to your games")), text % {"link": link}, to=[address]
            )
        )


def convert_guest(request: HttpRequest, details: AccountDetails) -> None:
    """Turn the signed-in guest into a full account with this name, password and address. The player keeps all games.

    Does nothing if the player is not a guest. Raises NameTakenMeanwhile. Does not check name and password.
    """
    assert isinstance(request.user, Player)
    player = Player.objects.get(pk=request.user.pk)
    player.username, player.email, player.is_guest = details.name, details.email, False
    player.set_password(details.password)  # before the transaction: no one else waits for the hash
    try:
        with transaction.atomic():
            locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
            if not locked.can_sign_up:
                return
            player.save(update_fields=["username", "email", "is_guest", "password"])
            log_security_event(SecurityKind.SIGNED_UP, player, request)
            setup_user_email(request, player, [EmailAddress(email=details.email)] if details.email else [])
    except IntegrityError:
        raise NameTakenMeanwhile from None
    update_session_auth_hash(request, player)
    request.user = player
