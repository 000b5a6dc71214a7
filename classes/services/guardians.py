"""Let a guardian take over a child's account (T7).

The link on the card leads to a page that sends an e-mail, and the link in the e-mail leads to a page for a new
password. The account is then a normal player's account, and stays when the class ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core import signing
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.core import site
from accounts.core.audit import log_security_event
from accounts.core.mail import queue_email
from accounts.models import Player, SecurityKind
from accounts.security.sessions import end_sessions
from classes import errors
from classes.models import Child
from foundation import limits

from .children import CONFIRM, card_secret, find_child_by_secret

A_CHILD, AN_ADDRESS = "5/day", "10/day"
_TOO_MANY_TO_ADDRESS = gettext_lazy("We've sent 10 e-mails to this address today. Try again tomorrow.")
ANSWER_WITHIN = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class GuardianTakeover:
    """A guardian's request to take over a child's account: the account and the guardian's address, both from the link
    in the e-mail, and the new password, "" until the guardian enters one."""

    child: Child
    email: str
    password: str = field(default="", repr=False)


def send_guardian_link(child: Child, email: str) -> None:
    """Send the guardian an e-mail with the link that confirms the address, in the language of the page. If another
    account has this address, the e-mail says so, but the page does not. Raises TooManyGuardianEmails."""
    for name, key, rate, sentence in (
        ("guardian-child", str(child.pk), A_CHILD, None),
        ("guardian-address", email.lower(), AN_ADDRESS, _TOO_MANY_TO_ADDRESS),
    ):
        wait = limits.count_hit(name, key, rate)
        if wait is not None:
            raise errors.TooManyGuardianEmails(seconds=int(wait) + 1, sentence=sentence)
    if _is_address_used(email):
        text = _(
            "Someone entered your e-mail address as the guardian's address for the account %(name)s. Another "
            "account already uses your address. Open the guardian's link again and enter a different address."
        )
        values = {"name": child.player.username}
    else:
        text = _(
            "A teacher has created the account %(name)s for your child. To take over the account and choose a "
            "password, open this link within 7 days:\n\n%(link)s\n\nThe account will then have your e-mail "
            "address, and won't be deleted when the class ends. If you are not the child's guardian, ignore this "
            "e-mail."
        )
        secret = signing.dumps([card_secret(child, CONFIRM), email], salt=CONFIRM)
        link = f"{settings.IGO_URL}{reverse('classes:confirm', args=[secret])}"
        values = {"name": child.player.username, "link": link}
    queue_email(EmailMessage(site.subject_with_site_name(_("Your child's account")), text % values, to=[email]))


def read_guardian_link(secret: str) -> GuardianTakeover | None:
    """Return the child's account and the guardian's address from the secret in an e-mail's link. Return None if the
    secret is not valid or has expired."""
    try:
        inner, email = signing.loads(secret, salt=CONFIRM, max_age=ANSWER_WITHIN)
    except (signing.BadSignature, ValueError):
        return None
    child = find_child_by_secret(inner, CONFIRM)
    return None if child is None else GuardianTakeover(child, email)


def convert_child_to_player(answer: GuardianTakeover, now: datetime) -> Player:
    """Turn the child's account into an ordinary account with the guardian's address and password, and return its
    player. All sessions of the account end.

    Does not check the password. Raises AddressTaken, and NoSuchCard if the card was replaced or the account has ended.
    """
    hashed = make_password(answer.password)  # before the transaction, so that nothing waits for it
    try:
        with transaction.atomic():
            player = Player.objects.select_for_update(no_key=True).get(pk=answer.child.pk)
            child = Child.objects.filter(pk=player.pk, card=answer.child.card).first()
            if child is None or not player.is_child or (child.ends_at is not None and child.ends_at <= now):
                raise errors.NoSuchCard
            if _is_address_used(answer.email):
                raise errors.AddressTaken
            player.email, player.password = answer.email, hashed
            player.is_guest = player.is_child = False
            player.save(update_fields=["email", "password", "is_guest", "is_child"])
            EmailAddress.objects.create(user=player, email=answer.email, verified=True, primary=True)
            child.delete()
            end_sessions(player=player)
            log_security_event(SecurityKind.ADDRESS_CHANGED, player)
    except IntegrityError:
        raise errors.AddressTaken from None
    return player


def _is_address_used(email: str) -> bool:
    return (
        Player.objects.filter(email__iexact=email).exists() or EmailAddress.objects.filter(email__iexact=email).exists()
    )
