"""Every outgoing request of the server ends, also if the answer comes byte by byte (S36)."""

from __future__ import annotations

import pytest
import requests
from django.core.mail import EmailMessage

from accounts.core import mail
from accounts.models import QueuedEmail
from accounts.security.passwords import BreachedValidator
from foundation import safe_http
from mail_play import mailbox
from mail_play.models import Mailbox
from social.errors import TranslatorUnavailable
from social.services import translating
from tests.factories import make_player
from tests.support.dripping import Dripping

BODY = b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"


@pytest.fixture
def hurried(settings):
    settings.OUTSIDE_SECONDS = settings.EMAIL_SECONDS = 0.3
    return settings


@pytest.mark.django_db
@pytest.mark.parametrize("first", [b"", b"220", b"220 igo.test\r\n250"])
def test_a_mail_server_holds_no_sender(hurried, first):
    with Dripping(first, b" ") as slow:
        mail.queue_email(EmailMessage("Igo: x", "body", "igo@igo.example", ["aino@example.org"]))
        hurried.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        hurried.EMAIL_HOST, hurried.EMAIL_PORT = "127.0.0.1", slow.port

        assert mail.send_next()

        slow.until(open=0)
        assert "TimeoutError" in QueuedEmail.objects.get().last_error


def test_nor_does_a_service_that_takes_e_mails(hurried):
    with Dripping() as slow:
        hurried.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
        hurried.ANYMAIL = {"POSTMARK_SERVER_TOKEN": "x", "POSTMARK_API_URL": slow.url}
        message = EmailMessage("Igo: x", "body", "igo@igo.example", ["aino@example.org"])
        message.connection = mail.mail_server.connection()

        with pytest.raises(requests.Timeout):
            message.send()

        slow.until(open=0)


@pytest.mark.django_db
@pytest.mark.parametrize("first", [b"", b"* OK igo\r\n* CAPABILITY"])
def test_a_mailbox_holds_no_thread(hurried, first):
    with Dripping(first, b" ") as slow:
        hurried.IGO_REPLY_ADDRESS = "igo@play.example.org"
        hurried.IGO_IMAP_URL = f"imap://a:b@127.0.0.1:{slow.port}"

        assert not mailbox.read_if_due()

        slow.until(open=0)
        assert "TimeoutError" in Mailbox.objects.get().error


@pytest.mark.django_db
@pytest.mark.parametrize("first", [b"HTTP/1.1 200", BODY])
def test_a_translation_service_holds_no_thread(hurried, first):
    with Dripping(first, b" ") as slow:
        hurried.IGO_TRANSLATE_URL = slow.url.rstrip("/")

        with pytest.raises(TranslatorUnavailable):
            translating.translate_text(make_player(), "hyvää", "en")

        slow.until(open=0)


@pytest.mark.parametrize("first", [b"HTTP/1.1 200", BODY])
def test_a_session_of_a_library_as_for_the_provider_of_a_club_holds_no_thread(hurried, first):
    with Dripping(first, b" ") as slow, safe_http.with_deadline(requests.Session()) as session:
        with pytest.raises(requests.Timeout):
            session.get(slow.url)

        slow.until(open=0)


@pytest.mark.parametrize("first", [b"HTTP/1.1 200", BODY])
def test_the_list_of_stolen_passwords_holds_no_thread_and_djangos_own_decides(hurried, first):
    hurried.PWNED_PASSWORDS = {"API_TIMEOUT": 0.3}
    with Dripping(first, b" ") as slow:
        validator = BreachedValidator()
        validator._asking.api_client.api_endpoint = slow.url

        validator.validate("correct horse")

        slow.until(open=0)


def test_a_proxy_of_the_environment_holds_no_thread(hurried, monkeypatch):
    with Dripping() as slow:
        monkeypatch.setenv("HTTP_PROXY", slow.url)
        monkeypatch.delenv("NO_PROXY", raising=False)
        with safe_http.with_deadline(requests.Session()) as session, pytest.raises(requests.Timeout):
            session.get("http://example.org/")

        slow.until(open=0)
