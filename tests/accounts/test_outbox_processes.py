"""The outbox with several processes: some are killed, and one mail server hangs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from accounts.core import mail
from tests.support.databases import put_migrated
from tests.support.servers import SECONDS_TO_START
from tests.support.smtp_server import smtp_server

ROOT = Path(__file__).resolve().parents[2]


pytestmark = pytest.mark.django_db


# processes


@pytest.fixture(scope="module")
def deployment(tmp_path_factory):
    """A data folder with a database of its own; gives a way to run programs on it, which end with it."""
    folder = tmp_path_factory.mktemp("deployment")
    environment = {**os.environ, "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(folder), "PYTHONPATH": str(ROOT)}
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    environment["DJANGO_SETTINGS_MODULE"] = "goserver.settings"
    put_migrated(folder)

    started = []

    def run(program, port):
        process = subprocess.Popen(
            [sys.executable, "-c", f"import django\ndjango.setup()\n{program}"],
            cwd=ROOT,
            env={**environment, "EMAIL_URL": f"smtp://127.0.0.1:{port}"},
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()


WRITES = """
import os, signal, time
from datetime import timedelta
from django.core.mail import EmailMessage
from django.db import transaction
from accounts.core import mail, outbox
outbox.TAKEN_FOR = timedelta(seconds=1)
with transaction.atomic():
    if {at_once}:
        transaction.on_commit(lambda: os.kill(os.getpid(), signal.SIGKILL))
    mail.queue_email(EmailMessage("Igo: killed {at_once}", "body", "igo@igo.example", ["aino@example.org"]))
time.sleep(60)
"""
SWEEPS = """
import time
from accounts.core import mail
from foundation import background
background.start("emails", mail.start_sending_due, 0.2)
time.sleep(60)
"""
ASKS = """
import time
from django.test import Client
for number in range(6):  # the first imports much; more e-mails than there are threads that could wait for the server
    began = time.monotonic()
    answer = Client().post("/accounts/password/reset/", {"email": f"nobody{number}@example.org"})
print(answer.status_code, time.monotonic() - began, flush=True)
"""


@pytest.mark.parametrize("at_once", [True, False], ids=["before anybody was told", "while it was being sent"])
def test_an_email_of_a_process_that_was_killed_is_sent_by_another_F12(deployment, at_once):
    with smtp_server(hangs=True) as silent:
        writer = deployment(WRITES.format(at_once=at_once), silent.port)
        if not at_once:
            assert silent.called.wait(SECONDS_TO_START)
            os.kill(writer.pid, signal.SIGKILL)
        assert writer.wait(SECONDS_TO_START) == -signal.SIGKILL

    def arrived():
        return [one["Subject"] for one in office.emails if one["Subject"] == f"Igo: killed {at_once}"]

    with smtp_server() as office:
        other = deployment(SWEEPS, office.port)
        until = time.monotonic() + SECONDS_TO_START
        while not arrived() and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(1.5)  # longer than the e-mail was taken for: no one sends it once more
        other.kill()
        other.wait()

    assert len(arrived()) == 1


@pytest.mark.once
def test_a_mail_server_that_hangs_delays_no_page_and_no_end_of_a_process_F37(deployment):
    with smtp_server(hangs=True) as silent:
        asking = deployment(ASKS, silent.port)
        status, seconds = asking.stdout.readline().split()
        answered = time.monotonic()
        code = asking.wait(SECONDS_TO_START)

    assert (status, code) == ("302", 0)
    assert float(seconds) < 2
    assert time.monotonic() - answered < mail.SECONDS_TO_FINISH + 10  # and not 15, in which all tries would end
