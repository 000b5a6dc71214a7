"""The ways in which replies arrive (C69): a real mailbox by IMAP, e-mails over real SMTP, a service's webhook."""

from __future__ import annotations

import base64
import smtplib
from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from accounts.core import mail
from mail_play import mailbox
from mail_play.models import Mailbox
from tests.factories import reload
from tests.mail_play.test_links import emails_now, reader
from tests.mail_play.test_replies import OURS, turn
from tests.support.games import make_game
from tests.support.mailbox import real_mailbox
from tests.support.servers import SECONDS_TO_START
from tests.support.smtp_server import smtp_server

pytestmark = pytest.mark.django_db


def sent_by(office):
    """Send the waiting e-mails by SMTP, and return them."""
    while mail.send_next() is not None:
        pass
    taken, office.emails[:] = list(office.emails), []
    return taken


def reply(to_office, sent, text, sender):
    """Send a reply as a mail program does, over SMTP, and return the received e-mail."""
    answer = EmailMessage()
    answer["From"], answer["To"], answer["Subject"] = (
        sender,
        sent["Reply-To"],
        f"Re: {sent['Subject']}",
    )
    answer["In-Reply-To"] = sent["Message-ID"]
    answer["Message-ID"] = f"<{abs(hash(text))}@example.org>"
    answer.set_content(f"{text}\n\nOn Monday Igo wrote:\n> D4\n")
    with smtplib.SMTP("127.0.0.1", to_office.port, timeout=SECONDS_TO_START) as connection:
        connection.send_message(answer)
    return to_office.emails.pop().as_bytes()


def look():
    """A look at the mailbox, as a minute later."""
    Mailbox.objects.update(looked_at=timezone.now() - timedelta(minutes=2))
    mailbox.read_if_due()


def test_a_move_goes_out_and_comes_back_by_real_mail(settings):
    """C69, C113: the turn by SMTP, the reply by SMTP into a mailbox, the move by IMAP, the answer by SMTP."""
    with real_mailbox() as box, smtp_server() as out, smtp_server() as back:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", out.port
        settings.IGO_REPLY_ADDRESS, settings.IGO_IMAP_URL = OURS, box.url
        black = reader(play_by_link=False, play_by_reply=True)
        game = make_game(notify=True, black=black, days=3)
        emails_now()
        (result,) = (one for one in sent_by(out) if "your move" in one["Subject"])
        played = reply(back, result, "E5", black.email)
        box.deliver(played)
        box.deliver(b"From: a@example.org\r\nTo: igo@play.example.org\r\nSubject: hello\r\n\r\nto a human\r\n")
        look()
        assert reload(game).move_number == 1
        (answer,) = sent_by(out)
        (opponent,) = (seat.player.username for seat in game.seat_list() if seat.player_id != black.pk)
        assert answer["Subject"] == f"{opponent}: E5 recorded"
        assert answer["Auto-Submitted"] == "auto-replied"
        (left,) = box.left()
        assert b"to a human" in left, "what is not for us stays"

        box.deliver(played)
        box.deliver(answer.as_bytes().replace(black.email.encode(), OURS.encode()))  # a loop that begins
        huge = reply(back, result, "D4\n" + "x" * 70_000, black.email)
        box.deliver(huge)
        look()
        assert reload(game).move_number == 1
        (refused,) = sent_by(out)
        assert refused["Subject"] == f"{opponent}: no move was played"
        assert not Mailbox.objects.get().error


def test_one_process_looks_a_minute_and_a_mailbox_that_is_away_is_noted_without_its_password(settings):
    settings.IGO_REPLY_ADDRESS, settings.IGO_IMAP_URL = OURS, "imap://igo:hidden-word@127.0.0.1:1"
    look()
    row = Mailbox.objects.get()
    assert "refused" in row.error
    assert "hidden-word" not in row.error
    settings.IGO_IMAP_URL = "imap://igo:hidden-word@127.0.0.1:2"
    mailbox.read_if_due()
    assert Mailbox.objects.get().looked_at == row.looked_at, "not again within the minute"


POSTMARK = "anymail.backends.postmark.EmailBackend"
SECRET = "igo:a-password-of-the-service"


def _service(raw, password):
    """Return the request that Postmark sends for an e-mail, with its user and password."""
    parsed = {
        "RawEmail": raw.decode(),
        "Headers": [],
        "From": "x",
        "OriginalRecipient": "",
        "MessageID": "1",
        "Date": "",
    }
    return Client(enforce_csrf_checks=True).post(
        "/mail/inbound/", parsed, "application/json",
        headers={"Authorization": "Basic " + base64.b64encode(password.encode()).decode()},
    )  # fmt: skip


def test_a_mail_service_hands_replies_over_by_webhook(settings):
    settings.IGO_REPLY_ADDRESS, settings.IGO_IMAP_URL = OURS, "imap://igo:secret@127.0.0.1:1"
    one = turn()
    raw = one.raw("E5")
    assert _service(raw, SECRET).status_code == 404, "there is no such door"
    with override_settings(
        IGO_INBOUND_SECRET=SECRET,
        EMAIL_BACKEND=POSTMARK,
        ANYMAIL={"WEBHOOK_SECRET": SECRET, "POSTMARK_SERVER_TOKEN": "x"},
    ):
        assert _service(raw, "igo:wrong").status_code == 400
        assert not one.moves
        assert _service(raw, SECRET).status_code == 200
    assert one.moves == 1
