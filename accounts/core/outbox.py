"""The outbox: letters as rows, written in the transaction of what they tell, until a mail server has taken them.

Whichever process takes a letter has it to itself for a while (TAKEN_FOR); if that process dies, another one sends it.
A letter leaves at least once: whoever dies between the mail server's answer and the deletion of the row has it sent
again, with the same Message-ID. Sending is accounts.core.mail's business.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import datetime, timedelta
from email.utils import make_msgid, parseaddr

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import QuerySet

from accounts.core.audit import StaffContext, record_staff_action
from accounts.models import Player, QueuedEmail
from foundation.sealing import cipher

logger = logging.getLogger(__name__)

PURPOSE = "accounts.outbox"
MOST_WAITING = 20_000
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
PAUSES = (timedelta(seconds=20), 2 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR)
"""Between one try and the next; after the last one a letter is tried once more, and then given up."""
TAKEN_FOR = 2 * MINUTE
"""So long a process has for one try; then another one may take the letter. Longer than a mail server's answers take
within EMAIL_TIMEOUT each."""
GOOD_FOR = timedelta(days=1)
"""Later a letter is of no use to anybody, also when a backup brings it back."""
KEPT_FOR = timedelta(days=7)
"""For so long those who administer see what was given up."""
LONGEST_ERROR = 200
MOST_NAMED = 100


def write(message: EmailMessage, *, now: datetime, good_for: timedelta = GOOD_FOR) -> QueuedEmail | None:
    """Keep a letter to be sent; None, and a line in the log, when too many wait.

    Plain text, to one address. Raises ValueError for others.
    """
    if not len(message.to) == len(message.recipients()) == 1 or not _is_plain(message):
        raise ValueError("A letter is plain text, to one address, without attachments.")
    if QueuedEmail.objects.waiting().order_by("tries", "due_at").values("pk")[:MOST_WAITING].count() >= MOST_WAITING:
        logger.error("%s letters wait: another one was refused", MOST_WAITING)
        return None
    return QueuedEmail.objects.create(
        address=message.to[0].lower(), sealed=_sealed(message), made_at=now, due_at=now, expires_at=now + good_for
    )


def _is_plain(message: EmailMessage) -> bool:
    more = message.attachments or message.reply_to or getattr(message, "alternatives", None)
    return not more and message.content_subtype == "plain"


def _sealed(message: EmailMessage) -> str:
    """The message as text that nobody can read without SECRET_KEY. Tries have one Message-ID, for those who sort out
    what came twice."""
    sender = message.from_email
    domain = parseaddr(sender)[1].rpartition("@")[2] or "localhost"
    parts = {
        "subject": str(message.subject),
        "body": str(message.body),
        "from_email": sender,
        "to": message.to,
        "headers": {"Message-ID": make_msgid(domain=domain), **message.extra_headers},
    }
    return cipher(PURPOSE).encrypt(json.dumps(parts).encode()).decode()


def opened(letter: QueuedEmail) -> EmailMessage:
    """The message. Raises cryptography.fernet.InvalidToken when the key that it was sealed with is gone."""
    return EmailMessage(**json.loads(cipher(PURPOSE).decrypt(letter.sealed.encode())))


def take(now: datetime) -> QueuedEmail | None:
    """A letter that is due, which is now this process's for TAKEN_FOR; None when there is none.

    Those that were tried least come first, so that a new one does not wait behind those that fail. What is of no use
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

    Nothing happens when the letter is no longer this process's.
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
    """Erase what the letter says, and keep the row for those who administer."""
    if _mine(letter).update(due_at=None, taken_until=None, given_up_at=now, sealed="", last_error=error):
        logger.error("letter %s was given up after %s tries: %s", letter.pk, letter.tries, error or "too late")


def told(error: Exception, message: EmailMessage | None) -> str:
    """The error in LONGEST_ERROR characters at most, on one line, without a word of the letter.

    Mail servers quote: a link that they refuse must not stand in the database or in the log.
    """
    secret = "" if message is None else f"{message.subject} {message.body}"
    said = re.sub(r"[\w-]{8,}", lambda word: "…" if word[0] in secret else word[0], str(error))
    plain = "".join(c if c.isprintable() else " " for c in f"{type(error).__name__}: {said}")
    return plain[:LONGEST_ERROR]


def forget_given_up(now: datetime) -> int:
    """Delete what was given up longer ago than KEPT_FOR; return how many."""
    return QueuedEmail.objects.filter(given_up_at__lt=now - KEPT_FOR).delete()[0]


def forget_letters_of(player: Player) -> None:
    """Delete all letters to the addresses of this player's, in the transaction of the caller."""
    addresses = {player.email, *EmailAddress.objects.filter(user=player).values_list("email", flat=True)} - {""}
    QueuedEmail.objects.filter(address__in=[address.lower() for address in addresses]).delete()


def try_now(letters: QuerySet[QueuedEmail], *, by: Player, now: datetime) -> int:
    """Make those of these letters that wait for their next try due now; return how many.

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
