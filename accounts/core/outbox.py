"""The outbox: e-mails as rows, written in the transaction of what they tell, until a mail server has taken them.

Whichever process takes an e-mail has it to itself for a while (TAKEN_FOR); if that process dies, another one sends it.
An e-mail leaves at least once: anyone who dies between the mail server's answer and the deletion of the row has it sent
again, with the same Message-ID. Sending is accounts.core.mail's business.
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
from foundation.sealing import cipher

logger = logging.getLogger(__name__)

PURPOSE = "accounts.outbox"
MOST_WAITING = 20_000
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
PAUSES = (timedelta(seconds=20), 2 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR)
"""Between one try and the next; after the last one an e-mail is tried once more, and then given up."""
TAKEN_FOR = 2 * MINUTE
"""So long a process has for one try; then another one may take the e-mail. Longer than a mail server's answers take
within EMAIL_TIMEOUT each."""
GOOD_FOR = timedelta(days=1)
"""Later an e-mail is useless, also when a backup brings it back."""
KEPT_FOR = timedelta(days=7)
"""For so long those who administer see what was given up."""
LONGEST_ERROR = 200
LARGEST_PICTURE = 100_000
"""Bytes."""
MOST_NAMED = 100


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG that the HTML of an e-mail shows by `cid:` and this name."""

    name: str
    png: bytes


class PictureEmail(EmailMultiAlternatives):
    """Plain text that is complete, and the same as HTML, with a picture in it or without."""

    mixed_subtype = "related"

    def __init__(self, *args: Any, html: str = "", picture: Picture | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.html, self.picture = html, picture
        if html:
            self.attach_alternative(html, "text/html")
        if picture is not None:
            part = MIMEImage(picture.png, "png")
            part.add_header("Content-ID", f"<{picture.name}>")
            part.add_header("Content-Disposition", "inline", filename=f"{picture.name}.png")
            self.attach(part)


def write(message: EmailMessage, *, now: datetime, good_for: timedelta = GOOD_FOR) -> QueuedEmail | None:
    """Keep an e-mail to be sent; None, and a line in the log, when too many wait.

    Plain text, or a PictureEmail, to one address. Raises ValueError for others.
    """
    kept = write_all([message], now=now, good_for=good_for)
    return kept[0] if kept else None


def write_all(messages: Sequence[EmailMessage], *, now: datetime, good_for: timedelta = GOOD_FOR) -> list[QueuedEmail]:
    """The same for many, in one statement more than for none: all of them or, when too many wait, none."""
    for message in messages:
        _check(message)
    waiting = QueuedEmail.objects.waiting().order_by("tries", "due_at").values("pk")[:MOST_WAITING].count()
    if messages and waiting >= MOST_WAITING:
        logger.error("%s e-mails wait: %s more were refused", MOST_WAITING, len(messages))
        return []
    return QueuedEmail.objects.bulk_create(
        QueuedEmail(
            address=message.to[0].lower(), sealed=_sealed(message), made_at=now, due_at=now, expires_at=now + good_for
        )
        for message in messages
    )


def _check(message: EmailMessage) -> None:
    """Raise ValueError for what the outbox does not take."""
    if not len(message.to) == len(message.recipients()) == 1 or not _is_taken(message):
        raise ValueError("An e-mail is plain text, or a PictureEmail, to one address, without other attachments.")
    picture = getattr(message, "picture", None)
    if isinstance(picture, Picture) and len(picture.png) > LARGEST_PICTURE:
        raise ValueError("The picture of an e-mail is too large.")


def _is_taken(message: EmailMessage) -> bool:
    if message.reply_to or message.content_subtype != "plain":
        return False
    if isinstance(message, PictureEmail):
        return len(message.alternatives) <= 1 and len(message.attachments) <= 1
    return not message.attachments and not getattr(message, "alternatives", None)


def _sealed(message: EmailMessage) -> str:
    """The message as text that nobody can read without SECRET_KEY. Tries have one Message-ID, for those who sort out
    what came twice. Every e-mail says that a program sent it (RFC 3834)."""
    sender = _sender() if message.from_email == settings.DEFAULT_FROM_EMAIL else message.from_email
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
    return cipher(PURPOSE).encrypt(json.dumps(parts).encode()).decode()


def _sender() -> str:
    """Return the sender of e-mails: the address with the server's name, unless the setting has a name of its own."""
    name, address = parseaddr(mail_server.sender())
    local, at, domain = address.rpartition("@")
    return formataddr((name or site.name(), f"{local}{at}{domain.encode('idna').decode()}"))


def server_id() -> str:
    """Return this server's name in the identifiers of e-mails and lists, used in place of a domain."""
    netloc = urlsplit(settings.IGO_URL).netloc.encode("idna").decode()
    return re.sub(r"[^a-z0-9.-]+", ".", netloc.lower()).strip(".")


def opened(letter: QueuedEmail) -> EmailMessage:
    """The message. Raises cryptography.fernet.InvalidToken when the key that it was sealed with is gone."""
    parts = json.loads(cipher(PURPOSE).decrypt(letter.sealed.encode()))
    if "html" not in parts:
        return EmailMessage(**parts)
    shown = parts.pop("picture", None)
    picture = None if shown is None else Picture(shown[0], base64.b64decode(shown[1]))
    return PictureEmail(**parts, picture=picture)


def take(now: datetime) -> QueuedEmail | None:
    """An e-mail that is due, which is now this process's for TAKEN_FOR; None when there is none.

    Those that were tried least come first, so that a new one does not wait behind those that fail. What is useless
    any more is given up on the way.
    """
    while True:
        with transaction.atomic():
            due = QueuedEmail.objects.due(now).select_for_update(skip_locked=True, no_key=True)
            letter = due.order_by("tries", "due_at", "pk").first()
            if letter is None:
                return None
            if letter.tries <= len(PAUSES) and letter.expires_at > now:
                letter.tries += 1
                letter.taken_until = now + TAKEN_FOR
                letter.save(update_fields=["tries", "taken_until"])
                return letter
            _give_up(letter, letter.last_error, now)


def sent(letter: QueuedEmail) -> None:
    """The mail server has taken it."""
    QueuedEmail.objects.filter(pk=letter.pk).delete()


def failed(letter: QueuedEmail, error: str, now: datetime) -> timedelta | None:
    """This try came to nothing: try again after a pause, which is returned, or give it up.

    Nothing happens when the e-mail is no longer this process's.
    """
    pause = PAUSES[letter.tries - 1] if letter.tries <= len(PAUSES) else None
    if pause is None or now + pause >= letter.expires_at:
        _give_up(letter, error, now)
        return None
    _mine(letter).update(due_at=now + pause, taken_until=None, last_error=error)
    return pause


def _mine(letter: QueuedEmail) -> QuerySet[QueuedEmail]:
    """The row, if nobody has taken it since."""
    return QueuedEmail.objects.waiting().filter(pk=letter.pk, tries=letter.tries)


def _give_up(letter: QueuedEmail, error: str, now: datetime) -> None:
    """Erase what the e-mail says, and keep the row for those who administer."""
    if _mine(letter).update(due_at=None, taken_until=None, given_up_at=now, sealed="", last_error=error):
        logger.error("e-mail %s was given up after %s tries: %s", letter.pk, letter.tries, error or "too late")


def told(error: Exception, message: EmailMessage | None) -> str:
    """The error in LONGEST_ERROR characters at most, on one line, without a word of the e-mail.

    Mail servers quote: a link that they refuse must not stand in the database or in the log.
    """
    secret = ""
    if message is not None:
        secret = f"{message.subject} {message.body} {getattr(message, 'html', '')} {message.extra_headers}"
    said = re.sub(r"[\w-]{8,}", lambda word: "…" if word[0] in secret else word[0], str(error))
    plain = "".join(c if c.isprintable() else " " for c in f"{type(error).__name__}: {said}")
    return plain[:LONGEST_ERROR]


def forget_given_up(now: datetime) -> int:
    """Delete what was given up longer ago than KEPT_FOR; return how many."""
    return QueuedEmail.objects.filter(given_up_at__lt=now - KEPT_FOR).delete()[0]


def forget_letters_of(player: Player) -> None:
    """Delete all e-mails to the addresses of this player's, in the transaction of the caller."""
    addresses = {player.email, *EmailAddress.objects.filter(user=player).values_list("email", flat=True)} - {""}
    QueuedEmail.objects.filter(address__in=[address.lower() for address in addresses]).delete()


def try_now(letters: QuerySet[QueuedEmail], *, by: Player, now: datetime) -> int:
    """Make those of these e-mails that wait for their next try due now; return how many.

    Those that are being sent stay as they are, and of those that were given up nothing is left to send. It stands in
    the log of staff. Whether `by` may is not checked here.
    """
    waiting = QueuedEmail.objects.free(now).filter(due_at__gt=now, pk__in=letters.order_by().values("pk"))
    with transaction.atomic():
        numbers = list(waiting.order_by("pk").values_list("pk", flat=True)[:MOST_NAMED])
        count = waiting.update(due_at=now)
        if count:
            record_staff_action(StaffContext(by, now), "try_letters", count=count, letters=numbers)
    return count
