"""The outbox: e-mails are stored in the transaction that causes them, and deleted when a mail server has accepted them.

A process locks an e-mail for TAKEN_FOR while sending it. If the process dies, another one sends the e-mail. Each e-mail
is sent at least once: if a process dies after the mail server's reply and before the row is deleted, the e-mail is sent
again with the same Message-ID. accounts.core.mail does the sending.
"""

from __future__ import annotations

import base64
import json
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.mime.image import MIMEImage
from email.utils import formataddr, make_msgid, parseaddr
from typing import Any
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import transaction
from django.db.models import QuerySet

from accounts.core import mail_server, site
from accounts.core.audit import StaffContext, record_staff_action
from accounts.models import Player, QueuedEmail
from foundation.sealing import cipher_for

logger = logging.getLogger(__name__)

PURPOSE = "accounts.outbox"
MOST_WAITING = 20_000
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
PAUSES = (timedelta(seconds=20), 2 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR)
"""The pauses between tries. After the last pause there is one more try, and then the e-mail is given up."""
TAKEN_FOR = 2 * MINUTE
"""The time for one attempt, before another process may lock the e-mail. Longer than a mail server's responses take
within EMAIL_TIMEOUT each."""
GOOD_FOR = timedelta(days=1)
"""How long an e-mail is useful; older ones, such as those in a restored backup, are not sent."""
KEPT_FOR = timedelta(days=7)
"""How long administrators can see e-mails that were given up."""
LONGEST_ERROR = 200
LARGEST_PICTURE = 100_000
"""The largest size of a picture in bytes."""
MOST_NAMED = 100


@dataclass(frozen=True, slots=True)
class EmailPicture:
    """A PNG picture in an e-mail. The HTML refers to it as `cid:` followed by `name`."""

    name: str
    png: bytes


class PictureEmail(EmailMultiAlternatives):
    """An e-mail as plain text and as HTML with the same content, and optionally a picture."""

    mixed_subtype = "related"

    def __init__(self, *args: Any, html: str = "", picture: EmailPicture | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.html, self.picture = html, picture
        if html:
            self.attach_alternative(html, "text/html")
        if picture is not None:
            part = MIMEImage(picture.png, "png")
            part.add_header("Content-ID", f"<{picture.name}>")
            part.add_header("Content-Disposition", "inline", filename=f"{picture.name}.png")
            self.attach(part)


def store_email(message: EmailMessage, *, now: datetime, good_for: timedelta = GOOD_FOR) -> QueuedEmail | None:
    """Store an e-mail to be sent and return its row. If too many are waiting, log this and return None.

    Raises ValueError if the e-mail is neither plain text nor a PictureEmail, or has several recipients.
    """
    kept = store_emails([message], now=now, good_for=good_for)
    return kept[0] if kept else None


def store_emails(
    messages: Sequence[EmailMessage], *, now: datetime, good_for: timedelta = GOOD_FOR
) -> list[QueuedEmail]:
    """Store e-mails to be sent and return their rows. If too many e-mails are waiting, store none of them and return
    []. Uses two SQL statements."""
    for message in messages:
        _check_accepted(message)
    waiting = QueuedEmail.objects.waiting().order_by("tries", "due_at").values("pk")[:MOST_WAITING].count()
    if messages and waiting >= MOST_WAITING:
        logger.error("%s e-mails wait: %s more were refused", MOST_WAITING, len(messages))
        return []
    return QueuedEmail.objects.bulk_create(
        QueuedEmail(
            address=message.to[0].lower(), sealed=_encrypt(message), made_at=now, due_at=now, expires_at=now + good_for
        )
        for message in messages
    )


def _check_accepted(message: EmailMessage) -> None:
    """Raise ValueError for an e-mail that the outbox does not accept."""
    if not len(message.to) == len(message.recipients()) == 1 or not _is_accepted(message):
        raise ValueError("An e-mail is plain text, or a PictureEmail, to one address, without other attachments.")
    picture = getattr(message, "picture", None)
    if isinstance(picture, EmailPicture) and len(picture.png) > LARGEST_PICTURE:
        raise ValueError("The picture of an e-mail is too large.")


def _is_accepted(message: EmailMessage) -> bool:
    if message.reply_to or message.content_subtype != "plain":
        return False
    if isinstance(message, PictureEmail):
        return len(message.alternatives) <= 1 and len(message.attachments) <= 1
    return not message.attachments and not getattr(message, "alternatives", None)


def _encrypt(message: EmailMessage) -> str:
    """Return the message encrypted with SECRET_KEY.

    All tries have the same Message-ID, so that mailboxes can drop duplicates. The headers say that the e-mail was sent
    automatically (RFC 3834).
    """
    sender = _from_header() if message.from_email == settings.DEFAULT_FROM_EMAIL else message.from_email
    domain = parseaddr(sender)[1].rpartition("@")[2] or "localhost"
    headers = {"Message-ID": make_msgid(domain=domain), "Auto-Submitted": "auto-generated"}
    parts: dict[str, Any] = {
        "subject": str(message.subject),
        "body": str(message.body),
        "from_email": sender,
        "to": message.to,
        "headers": headers | message.extra_headers,
    }
    if isinstance(message, PictureEmail) and message.html:
        parts["html"] = message.html
        if message.picture is not None:
            parts["picture"] = [message.picture.name, base64.b64encode(message.picture.png).decode()]
    return cipher_for(PURPOSE).encrypt(json.dumps(parts).encode()).decode()


def _from_header() -> str:
    """Return the From header: the sender address with the server's name, or the configured sender if it includes a
    name."""
    name, address = parseaddr(mail_server.sender_address())
    local, at, domain = address.rpartition("@")
    return formataddr((name or site.name(), f"{local}{at}{domain.encode('idna').decode()}"))


def server_domain() -> str:
    """Return this server's domain, for Message-ID and List-Id headers."""
    netloc = urlsplit(settings.IGO_URL).netloc.encode("idna").decode()
    return re.sub(r"[^a-z0-9.-]+", ".", netloc.lower()).strip(".")


def decrypt_message(email: QueuedEmail) -> EmailMessage:
    """Return the decrypted message. Raises cryptography.fernet.InvalidToken if SECRET_KEY has changed."""
    parts = json.loads(cipher_for(PURPOSE).decrypt(email.sealed.encode()))
    if "html" not in parts:
        return EmailMessage(**parts)
    shown = parts.pop("picture", None)
    picture = None if shown is None else EmailPicture(shown[0], base64.b64decode(shown[1]))
    return PictureEmail(**parts, picture=picture)


def claim_next(now: datetime) -> QueuedEmail | None:
    """Lock a due e-mail for TAKEN_FOR and return it. Return None if none is due.

    E-mails with the fewest tries come first, so that new e-mails do not wait behind failing ones. Expired e-mails are
    given up.
    """
    while True:
        with transaction.atomic():
            due = QueuedEmail.objects.due(now).select_for_update(skip_locked=True, no_key=True)
            email = due.order_by("tries", "due_at", "pk").first()
            if email is None:
                return None
            if email.tries <= len(PAUSES) and email.expires_at > now:
                email.tries += 1
                email.taken_until = now + TAKEN_FOR
                email.save(update_fields=["tries", "taken_until"])
                return email
            _give_up(email, email.last_error, now)


def delete_sent(email: QueuedEmail) -> None:
    """Delete an e-mail that the mail server has accepted."""
    QueuedEmail.objects.filter(pk=email.pk).delete()


def record_failure(email: QueuedEmail, error: str, now: datetime) -> timedelta | None:
    """Record a failed try. Return the pause before the next try, or None if the e-mail was given up.

    Does nothing if another process has locked the e-mail since.
    """
    pause = PAUSES[email.tries - 1] if email.tries <= len(PAUSES) else None
    if pause is None or now + pause >= email.expires_at:
        _give_up(email, error, now)
        return None
    _row_still_locked(email).update(due_at=now + pause, taken_until=None, last_error=error)
    return pause


def _row_still_locked(email: QueuedEmail) -> QuerySet[QueuedEmail]:
    """Return a query for the e-mail's row, which is empty if another process has locked the e-mail since."""
    return QueuedEmail.objects.waiting().filter(pk=email.pk, tries=email.tries)


def _give_up(email: QueuedEmail, error: str, now: datetime) -> None:
    """Erase the e-mail's content, but keep its row for administrators."""
    if _row_still_locked(email).update(due_at=None, taken_until=None, given_up_at=now, sealed="", last_error=error):
        logger.error("e-mail %s was given up after %s tries: %s", email.pk, email.tries, error or "too late")


def redact_error(error: Exception, message: EmailMessage | None) -> str:
    """Return the error on one line of at most LONGEST_ERROR characters, without any words from the e-mail.

    Mail servers quote refused text. Secret links in that text must not get into the database or the log.
    """
    secret = ""
    if message is not None:
        secret = f"{message.subject} {message.body} {getattr(message, 'html', '')} {message.extra_headers}"
    text = re.sub(r"[\w-]{8,}", lambda word: "…" if word[0] in secret else word[0], str(error))
    plain = "".join(c if c.isprintable() else " " for c in f"{type(error).__name__}: {text}")
    return plain[:LONGEST_ERROR]


def delete_given_up(now: datetime) -> int:
    """Delete e-mails that were given up more than KEPT_FOR ago. Return the number of deleted e-mails."""
    return QueuedEmail.objects.filter(given_up_at__lt=now - KEPT_FOR).delete()[0]


def delete_emails_of(player: Player) -> None:
    """Delete all e-mails to this player's addresses, in the caller's transaction."""
    addresses = {player.email, *EmailAddress.objects.filter(user=player).values_list("email", flat=True)} - {""}
    QueuedEmail.objects.filter(address__in=[address.lower() for address in addresses]).delete()


def make_due_now(emails: QuerySet[QueuedEmail], *, by: Player, now: datetime) -> int:
    """Make e-mails due now that are waiting for their next try. Return their number.

    E-mails being sent, and e-mails that were given up and have no content left, do not change. Writes to the audit log.
    Does not check the permission of `by`.
    """
    waiting = QueuedEmail.objects.unlocked(now).filter(due_at__gt=now, pk__in=emails.order_by().values("pk"))
    with transaction.atomic():
        numbers = list(waiting.order_by("pk").values_list("pk", flat=True)[:MOST_NAMED])
        count = waiting.update(due_at=now)
        if count:
            record_staff_action(StaffContext(by, now), "resend_emails", count=count, emails=numbers)
    return count
