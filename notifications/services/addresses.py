"""Stop e-mails to addresses that refuse them.

After five refusals in a row an address gets no more optional e-mails, and a notice on the page says so. Account e-mails
(new password, confirmation) are still sent. If the mail server accepts one of them, the address gets all e-mails again.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Upper
from django.urls import reverse

from accounts.models import Player
from foundation import timesource
from notifications.models import Notice, RefusedAddress

MOST_REFUSALS = 5


def record_email_delivery(address: str, *, taken: bool, **_: object) -> None:
    """Signal receiver: record that a mail server has accepted an e-mail to this address (`taken`), or refused it
    permanently. After the fifth refusal in a row, stop optional e-mails and notify the players. Send the signal once
    per e-mail."""
    address = address.lower()
    if taken:
        RefusedAddress.objects.filter(address=address).delete()
        return
    with transaction.atomic():
        RefusedAddress.objects.get_or_create(address=address)
        row = RefusedAddress.objects.select_for_update(no_key=True).get(address=address)
        row.refusals += 1
        if row.refusals >= MOST_REFUSALS and row.stopped_at is None:
            row.stopped_at = timesource.now()
            _notify_of_stopped_emails(address)
        row.save(update_fields=["refusals", "stopped_at"])


def _notify_of_stopped_emails(address: str) -> None:
    now, path = timesource.now(), reverse("notifications:settings")
    players = Player.objects.annotate(key=Upper("email")).filter(key=address.upper(), is_active=True)
    Notice.objects.bulk_create(
        Notice(player=player, kind="letters_stopped", path=path, created_at=now) for player in players
    )


def are_emails_stopped(address: str) -> bool:
    """Return whether no more optional e-mails are sent to this address."""
    return RefusedAddress.objects.filter(address=address.lower(), stopped_at__isnull=False).exists()


def delete_refusals_of_unused_addresses(*, now: datetime, **_: object) -> int:
    """Delete the refusals of addresses that no account uses any more; return how many were deleted."""
    used = Player.objects.annotate(key=Upper("email")).filter(key=Upper(OuterRef("address")))
    return RefusedAddress.objects.filter(~Exists(used)).delete()[0]


def resume_emails(player: Player) -> None:
    """Allow e-mails to this player's address again, until it has been refused five more times."""
    RefusedAddress.objects.filter(address=player.email.lower()).delete()
