"""Fetch replies from a mailbox by IMAP, once a minute on the whole server (C69). This needs no open port."""

from __future__ import annotations

import imaplib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote, urlsplit

from django.conf import settings

from foundation import background, timesource
from foundation.deadlines import deadline
from foundation.dispatch import SECONDS_BETWEEN_LOOKS
from mail_play import reading
from mail_play.models import Mailbox
from mail_play.services import replies

if TYPE_CHECKING:
    from imap_tools import BaseMailBox

logger = logging.getLogger(__name__)

BETWEEN = timedelta(seconds=50)
SECONDS_TO_ANSWER = 20.0
MOST_AT_ONCE = 200
LONGEST_ERROR = 200


def start() -> None:
    """Start a thread that checks the mailbox until the process ends; does nothing without a mailbox."""
    if replies.has_mailbox():
        background.start("replies by e-mail", read_if_due, SECONDS_BETWEEN_LOOKS)


def read_if_due() -> Literal[False]:
    """Read new e-mails, unless a process of the server has done so within BETWEEN. Always return False, which tells the
    caller not to repeat the job immediately. An error of the mailbox is recorded, and the next call tries again."""
    if not replies.has_mailbox() or not _claim_check():
        return False
    from imap_tools.errors import ImapToolsError

    try:
        process_unread_emails()
    except (OSError, imaplib.IMAP4.error, ImapToolsError) as error:
        message = f"{type(error).__name__}: {error}".replace(urlsplit(settings.IGO_IMAP_URL).password or "\n", "…")
        Mailbox.objects.filter(pk=1).update(error=message[:LONGEST_ERROR])
        logger.warning("the mailbox of replies could not be read: %s", message[:LONGEST_ERROR])
    else:
        Mailbox.objects.filter(pk=1).update(error="")
    return False


def _claim_check() -> bool:
    """Return whether a check of the mailbox is due. If so, record that this process does it, so that other processes
    skip it."""
    now = timesource.now()
    Mailbox.objects.get_or_create(pk=1, defaults={"looked_at": now - 2 * BETWEEN})
    return bool(Mailbox.objects.filter(pk=1, looked_at__lte=now - BETWEEN).update(looked_at=now))


def process_unread_emails() -> int:
    """Read unread e-mails, at most MOST_AT_ONCE, and return how many were read. Replies to the server are deleted once
    they are stored; other e-mails are marked as read. Raises OSError, and the errors of imaplib and imap-tools."""
    from imap_tools import AND

    done = 0
    with connected_mailbox() as box:
        with deadline(settings.EMAIL_SECONDS):
            uids = box.uids(AND(seen=False))[:MOST_AT_ONCE]
        for uid in uids:
            if background.stopping.is_set():
                break
            with deadline(settings.EMAIL_SECONDS):
                _process_email(box, uid)
            done += 1
    return done


def _process_email(box: BaseMailBox, uid: str) -> None:
    from imap_tools import MailMessageFlags

    if _try_to_process(replies.IncomingMail(_fetch_beginning(box, uid))):
        box.delete(uid)
    else:
        box.flag(uid, MailMessageFlags.SEEN, True)


def _fetch_beginning(box: BaseMailBox, uid: str) -> bytes:
    """Return the bytes of an e-mail. Of an e-mail that is too large, only the beginning is fetched, which is enough to
    detect its size; imap-tools would fetch and parse all of it."""
    _status, pieces = box.client.uid("FETCH", uid, f"(BODY.PEEK[]<0.{reading.LARGEST + 1}>)")
    return next((bytes(piece[1]) for piece in pieces if isinstance(piece, tuple)), b"")


def _try_to_process(incoming: replies.IncomingMail) -> bool:
    """Process the e-mail, and return whether it was a reply to the server and can be deleted. An e-mail that causes an
    error stays in the mailbox, marked as read. A database error is raised and stops the check."""
    from django.db import DatabaseError

    try:
        return replies.process_reply(incoming, timesource.now())
    except DatabaseError:
        raise
    except Exception:
        logger.exception("an e-mail that came in could not be taken")
        return False


@contextmanager
def connected_mailbox() -> Iterator[BaseMailBox]:
    """Yield the mailbox of IGO_IMAP_URL, signed in and with its folder selected."""
    from mail_play.imap import UrlMailbox

    parts = urlsplit(settings.IGO_IMAP_URL)
    folder = unquote(parts.path.strip("/")) or "INBOX"
    with deadline(settings.EMAIL_SECONDS):
        box = UrlMailbox(parts, SECONDS_TO_ANSWER)
        box.login(unquote(parts.username or ""), unquote(parts.password or ""), folder)
    try:
        yield box
    finally:
        with deadline(settings.EMAIL_SECONDS):
            box.logout()
