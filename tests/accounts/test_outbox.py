"""The outbox: no e-mail is lost, none is sent wrongly, no request waits, and no one can read e-mails in transit
(I9)."""

from __future__ import annotations

import threading
import time
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as sent_mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.core import mail, outbox
from accounts.models import QueuedEmail
from accounts.privacy.account_deletion import delete
from accounts.privacy.data_export import export_archive
from games import sweeper
from tests.factories import make_player
from tests.support.servers import SECONDS_TO_START
from tests.support.smtp_server import smtp_server

pytestmark = pytest.mark.django_db

NOW = timezone.now()
SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
LINK = "https://igo.example/accounts/password/reset/key/4-canarykey12345/"


def make_email(to="aino@example.org", subject="Igo: canary", body=f"Open {LINK}"):
    return EmailMessage(subject, body, "igo@igo.example", [to])


@pytest.fixture
def by_smtp(settings):
    """Letters go to the mail server at this port."""

    def use(office):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", office.port, 1

    return use


def give_up(written, now):
    """Let all tries of an e-mail fail; return the pauses between them."""
    pauses = []
    while (taken := outbox.claim_next(now)) is not None:
        assert taken == written
        pause = outbox.record_failure(taken, "SMTPConnectError", now)
        if pause is not None:
            pauses.append(pause)
            assert outbox.claim_next(now + pause - SECOND) is None
            now += pause
    return pauses


# what is sent, and what is not


@pytest.mark.django_db(transaction=True)
def test_an_email_leaves_when_its_cause_is_committed_and_its_row_goes():
    with transaction.atomic():
        mail.queue_email(make_email())
        assert QueuedEmail.objects.count() == 1
        assert sent_mail.outbox == []

    assert [(one.to, one.subject, one.body) for one in sent_mail.outbox] == [
        (["aino@example.org"], "Igo: canary", f"Open {LINK}")
    ]
    assert not QueuedEmail.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_an_email_of_a_transaction_that_is_rolled_back_is_never_sent():
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        mail.queue_email(make_email())
        raise ZeroDivisionError
    mail.start_sending_due()

    assert sent_mail.outbox == []
    assert not QueuedEmail.objects.exists()


def test_an_email_of_a_process_that_wrote_it_and_vanished_is_found_by_a_look():
    mail.queue_email(make_email())  # the test's transaction is never committed, so that no worker is notified

    assert sent_mail.outbox == []
    mail.start_sending_due()

    assert len(sent_mail.outbox) == 1


def test_a_mail_server_gets_the_whole_email(by_smtp):
    with smtp_server() as office:
        by_smtp(office)
        mail.queue_email(make_email(subject="Igo: سلام", body="Päivää\n"))
        mail.send_next()

    (taken,) = office.emails
    assert (taken["To"], taken["From"], taken["Subject"]) == ("aino@example.org", "igo@igo.example", "Igo: سلام")
    assert taken.get_content().split() == ["Päivää"]
    assert taken["Message-ID"].endswith("@igo.example>")


def test_all_tries_of_an_email_have_one_message_id():
    written = outbox.store_email(make_email(), now=NOW)

    ids = {outbox.decrypt_message(written).extra_headers["Message-ID"] for _ in range(2)}

    assert len(ids) == 1


@pytest.mark.parametrize("odd", ["two", "none", "html", "attachment", "hidden"])
def test_only_plain_text_to_one_address_is_kept(odd):
    message = EmailMultiAlternatives("s", "b", "igo@igo.example", ["a@example.org"])
    if odd == "two":
        message.to.append("b@example.org")
    elif odd == "none":
        message.to = []
    elif odd == "hidden":
        message.bcc.append("b@example.org")
    elif odd == "html":
        message.attach_alternative("<p>b</p>", "text/html")
    else:
        message.attach("a.txt", "a", "text/plain")

    with pytest.raises(ValueError, match="plain text"):
        mail.queue_email(message)


def test_so_many_emails_may_wait_and_no_more(monkeypatch, caplog):
    monkeypatch.setattr(outbox, "MOST_WAITING", 3)

    kept = [outbox.store_email(make_email(), now=NOW) is not None for _ in range(5)]

    assert kept == [True, True, True, False, False]
    assert QueuedEmail.objects.count() == 3
    assert "refused" in caplog.text


# tries


def test_the_pauses_between_tries_grow_and_end():
    written = outbox.store_email(make_email(), now=NOW)

    pauses = give_up(written, NOW)

    assert pauses == [20 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR]
    written.refresh_from_db()
    assert (written.sealed, written.due_at, written.tries) == ("", None, 6)
    assert written.given_up_at == NOW + sum(pauses, timedelta())
    assert written.last_error == "SMTPConnectError"


def test_an_email_whose_link_is_no_longer_good_is_given_up():
    written = outbox.store_email(make_email(), now=NOW, good_for=HOUR)

    assert give_up(written, NOW) == [20 * SECOND, 2 * MINUTE, 10 * MINUTE]

    written.refresh_from_db()
    assert written.sealed == ""


def test_an_email_that_a_backup_brought_back_after_its_time_is_not_sent():
    written = outbox.store_email(make_email(), now=NOW - 30 * DAY)

    assert outbox.claim_next(NOW) is None

    written.refresh_from_db()
    assert (written.sealed, written.given_up_at) == ("", NOW)


def test_an_email_for_a_new_password_is_of_use_for_as_long_as_its_link():
    make_player("aino")

    Client().post("/accounts/password/reset/", {"email": "aino@example.org"})

    written = QueuedEmail.objects.get()
    assert written.expires_at - written.made_at == HOUR
    assert written.address == "aino@example.org"


def test_a_new_email_does_not_wait_behind_those_that_fail():
    for _ in range(3):
        outbox.store_email(make_email("old@example.org"), now=NOW)
    for _ in range(3):
        outbox.record_failure(outbox.claim_next(NOW), "OSError", NOW)
    outbox.store_email(make_email("new@example.org"), now=NOW + HOUR)

    assert outbox.claim_next(NOW + HOUR).address == "new@example.org"


def test_an_email_is_claimed_by_one_process_until_its_claim_ends():
    outbox.store_email(make_email(), now=NOW)
    first = outbox.claim_next(NOW)

    assert outbox.claim_next(NOW + outbox.TAKEN_FOR - SECOND) is None
    second = outbox.claim_next(NOW + outbox.TAKEN_FOR)

    assert second == first
    assert second.tries == 2


def test_whoever_comes_too_late_with_a_failure_changes_nothing():
    outbox.store_email(make_email(), now=NOW)
    slow = outbox.claim_next(NOW)
    quick = outbox.claim_next(NOW + outbox.TAKEN_FOR)

    outbox.record_failure(slow, "TimeoutError", NOW + outbox.TAKEN_FOR + SECOND)

    quick.refresh_from_db()
    assert (quick.last_error, quick.taken_until) == ("", NOW + 2 * outbox.TAKEN_FOR)


def test_an_email_that_kills_every_process_that_takes_it_is_given_up():
    written, now = outbox.store_email(make_email(), now=NOW), NOW
    for _ in range(len(outbox.PAUSES) + 1):
        assert outbox.claim_next(now) == written
        now += outbox.TAKEN_FOR

    assert outbox.claim_next(now) is None

    written.refresh_from_db()
    assert written.given_up_at == now


def test_a_mail_server_that_hangs_is_left_after_a_while_and_the_email_waits_F37(by_smtp):
    with smtp_server(hangs=True) as office:
        by_smtp(office)
        mail.queue_email(make_email())
        began = time.monotonic()
        mail.send_next()

    assert time.monotonic() - began < 3
    waiting = QueuedEmail.objects.get()
    assert waiting.last_error == "SMTPServerDisconnected: Connection unexpectedly closed: timed out"
    assert waiting.due_at > timezone.now()
    assert waiting.taken_until is None


# who can read them


def test_the_text_of_an_email_stands_nowhere_in_the_database():
    outbox.store_email(make_email(), now=NOW)

    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM accounts_letter")
        row = str(cursor.fetchall())

    assert "aino@example.org" in row
    assert [word for word in ("canary", "Open", "igo.example") if word in row] == []


def test_what_a_mail_server_quotes_of_an_email_is_not_kept(by_smtp, caplog):
    with smtp_server(refusal="554 We do not like this: {}") as office:
        by_smtp(office)
        mail.queue_email(make_email())
        mail.send_next()

    error = QueuedEmail.objects.get().last_error
    assert error.startswith("SMTPDataError: (554, b'We do not like this: ")
    assert len(error) <= 200
    assert "canarykey12345" not in error + caplog.text


def test_an_email_that_was_sealed_with_an_older_key_is_sent_and_one_whose_key_is_gone_is_not(settings):
    mail.queue_email(make_email())
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key"
    mail.start_sending_due()
    assert (QueuedEmail.objects.get().last_error, sent_mail.outbox) == ("InvalidToken: ", [])

    settings.SECRET_KEY_FALLBACKS = [old]
    QueuedEmail.objects.update(due_at=NOW)
    mail.start_sending_due()

    assert len(sent_mail.outbox) == 1


# how long


def test_what_was_given_up_is_kept_for_a_week():
    give_up(outbox.store_email(make_email(), now=NOW), NOW)
    waiting = outbox.store_email(make_email(), now=NOW)
    given_up_at = QueuedEmail.objects.get(given_up_at__isnull=False).given_up_at

    assert outbox.delete_given_up(given_up_at + 7 * DAY) == 0
    sweeper._delete_expired_rows(given_up_at + 7 * DAY + SECOND)

    assert list(QueuedEmail.objects.all()) == [waiting]


def test_with_an_account_go_the_emails_to_it_but_for_the_farewell():
    aino = make_player("aino")
    EmailAddress.objects.create(user=aino, email="new@example.org")
    for to in ("Aino@example.org", "new@example.org", "babak@example.org"):
        outbox.store_email(make_email(to), now=NOW)
    given_up = outbox.claim_next(NOW)
    outbox._give_up(given_up, "OSError", NOW)

    delete(player=aino, now=NOW)

    left = QueuedEmail.objects.order_by("pk")
    assert [one.address for one in left] == ["babak@example.org", "aino@example.org"]
    assert "deleted" in outbox.decrypt_message(left[1]).body


def test_emails_are_not_among_the_data_that_a_player_takes_along():
    aino = make_player("aino")
    outbox.store_email(make_email(), now=NOW)
    sealed = QueuedEmail.objects.get().sealed.encode()

    archive = b"".join(export_archive(aino))

    assert b"QueuedEmail" not in archive
    assert sealed not in archive


def test_a_stranger_learns_nothing_from_the_outbox_of_who_has_an_account():
    make_player("aino")
    inserts = []
    for address in ("aino@example.org", "nobody@example.org"):
        with CaptureQueriesContext(connection) as asked:
            Client().post("/accounts/password/reset/", {"email": address})
        inserts.append([one["sql"][:40] for one in asked if "accounts_letter" in one["sql"]])

    assert inserts[0] == inserts[1]
    assert len(inserts[0]) == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_several_senders_send_every_email_exactly_once_I9(by_smtp):
    def work():
        try:
            while mail.send_next() is not None:
                pass
        finally:
            connection.close()

    for number in range(100):
        outbox.store_email(make_email(subject=f"Igo: {number}"), now=timezone.now())
    with smtp_server() as office:
        by_smtp(office)
        threads = [threading.Thread(target=work) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(SECONDS_TO_START)

    assert sorted(one["Subject"] for one in office.emails) == sorted(f"Igo: {number}" for number in range(100))
    assert not QueuedEmail.objects.exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_mail_worker_tries_again_by_itself_after_the_pause(by_smtp, monkeypatch):
    monkeypatch.setattr(outbox, "PAUSES", (0.3 * SECOND,) * 5)
    monkeypatch.setattr(mail, "_workers", mail.MailWorkers())
    with smtp_server(refusal="451 later") as office:
        by_smtp(office)
        mail.queue_email(make_email())
        until = time.monotonic() + SECONDS_TO_START
        while not QueuedEmail.objects.exclude(last_error="").exists() and time.monotonic() < until:
            time.sleep(0.02)
        office.refusal = ""
        while QueuedEmail.objects.exists() and time.monotonic() < until:
            time.sleep(0.02)
        mail._workers.close()

    assert [one["Subject"] for one in office.emails] == ["Igo: canary"]
