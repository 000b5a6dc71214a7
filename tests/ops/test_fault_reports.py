"""Reports to Sentry, and mail services that accept e-mails, tested with the real libraries."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.core import mail, outbox
from accounts.models import QueuedEmail
from goserver.conf import setting_kinds
from tests.support.receiver import Receiver
from tests.support.workers import SERVERS

ROOT = Path(__file__).resolve().parents[2]


def test_a_report_to_sentry_holds_nothing_of_anybody():
    command = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests/ops/fault_reports_apart.py"]
    of_this_run = ("PYTEST_", "DATABASE_URL", "REDIS_URL", SERVERS)  # it would copy the database that is in use here
    environment = {name: value for name, value in os.environ.items() if not name.startswith(of_this_run)}

    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout


def test_without_the_extra_a_start_with_sentry_says_what_to_install(settings, monkeypatch):
    settings.IGO_SENTRY_DSN = "https://key@sentry.example/1"
    monkeypatch.setitem(sys.modules, "goserver.operations.fault_reports", None)

    with pytest.raises(ImproperlyConfigured, match=r"igo-server\[sentry\]"):
        apps.get_app_config("goserver").ready()


@pytest.mark.django_db
def test_a_mail_service_takes_e_mails_from_the_outbox_and_one_that_refuses_is_tried_again(settings):
    with Receiver() as service:
        result = setting_kinds.find_mail_service("anymail+postmark://?server_token=canary")
        settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
        settings.ANYMAIL = {"POSTMARK_SERVER_TOKEN": result["SERVER_TOKEN"], "POSTMARK_API_URL": service.url}
        service.answers = [500]
        outbox.store_email(
            EmailMessage("Hello", "Your move.", "igo@igo.example", ["aino@example.org"]), now=timezone.now()
        )

        assert mail.send_next()
        waiting = QueuedEmail.objects.get()

        assert "canary" not in waiting.last_error
        headers, _ = service.got[0]
        (event,) = service.events
        assert (headers["X-Postmark-Server-Token"], event["To"], event["TextBody"]) == (
            "canary", "aino@example.org", "Your move.",
        )  # fmt: skip
        assert waiting.due_at is not None
