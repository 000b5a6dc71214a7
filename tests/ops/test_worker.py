"""The worker as in docker-compose.yml, with a real Redis: e-mails and webhooks are sent with it and without it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import redis
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.utils import timezone

from accounts.core import mail, outbox
from accounts.models import QueuedEmail
from foundation import background, dispatch
from foundation.background import WorkerThreads
from games.models import Game
from goserver.celery import app
from notifications.kinds import Channel, EmailTiming, NoticeGroup
from notifications.services import choosing
from programs import webhook_sender
from programs.models import Webhook
from programs.services import cursors, devices, webhooks
from rules import Color
from tests.factories import make_game, play, reload, side
from tests.support.deployment import ROOT, command_of, shipped
from tests.support.dripping import Dripping
from tests.support.push_service import PushService
from tests.support.receiver import Receiver
from tests.support.servers import free_port
from tests.support.servers import redis as redis_server
from tests.support.smtp_server import smtp_server

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("worker")]
SECONDS = 180
"""However slow the machine is: what has not happened by then does not."""


def until(true) -> None:
    """Wait for it."""
    ends = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.05)


@contextmanager
def worker(folder: Path, office_port: int, name: str = "worker", **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """The worker on the database of the test, which listens to its queue; `more` is for its environment."""
    address = os.environ["DATABASE_URL"].rpartition("/")[0]
    environment = {
        **os.environ, "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(folder), "IGO_WEBHOOK_LOOPBACK": "1",
        "DATABASE_URL": f"{address}/{connection.settings_dict['NAME']}", "IGO_SWEEPER": "0",
        "EMAIL_URL": f"smtp://127.0.0.1:{office_port}", "SECRET_KEY": settings.SECRET_KEY,
        **more,
    }  # fmt: skip
    arguments = [*command_of("worker", "--schedule"), f"--schedule={folder}/beat-{name}", f"--hostname={name}@%h"]
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", *arguments], cwd=ROOT, env=environment, stdout=log, stderr=log,
            start_new_session=True,
        )  # fmt: skip
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def handed_over(settings):
    """This process hands its work over, as a server with Redis does."""
    settings.WORKER_EXPECTED = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_TIMEOUT = "127.0.0.1", 1


def make_email(number: int = 0) -> EmailMessage:
    return EmailMessage(f"Igo: {number}", "body", "igo@igo.example", ["aino@example.org"])


def subjects(office) -> list[str]:
    """Of all e-mails but those that say that a webhook or a device was added."""
    return sorted(one["Subject"] for one in office.emails if not one["Subject"].startswith("Igo: New "))


def hooked_game(url: str):
    """A game whose Black has a webhook."""
    game = make_game(now=timezone.now())
    webhooks.add_webhook(player=side(game, Color.BLACK), url=url, now=timezone.now())
    return game


def wants_turns(player) -> None:
    """Let the player get an e-mail for each turn, and no other e-mails."""
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    choosing.store_notice_choices(
        player,
        {
            kind: {Channel.EMAIL: EmailTiming.NOW if kind is NoticeGroup.TURN else EmailTiming.OFF}
            for kind in NoticeGroup
        },
    )


def woken(player, phone: PushService) -> None:
    """Let the player's phone be notified of each turn."""
    devices.add_device(
        player=player, subscription=phone.subscription, origin=devices.PushDeviceOrigin("x"), now=timezone.now()
    )


def test_emails_webhooks_pushes_and_suggestions_go_by_the_worker_also_when_nothing_woke_it(
    handed_over, settings, tmp_path
):
    settings.EMAIL_PORT = free_port()  # no one listens: this process cannot have sent them
    settings.IGO_WEBHOOK_LOOPBACK = True
    with smtp_server() as office, Receiver() as receiver, PushService() as phone, worker(tmp_path, office.port):
        game = hooked_game(receiver.url)
        wants_turns(side(game, Color.WHITE))
        woken(side(game, Color.WHITE), phone)
        mail.queue_email(make_email())
        play(game, "E5", now=timezone.now())
        until(lambda: phone.notified)
        marked = make_game(moves="E5 pass pass")
        until(lambda: office.emails and receiver.got and reload(marked).suggested_dead == [])
        Game.objects.filter(pk=marked.pk).update(suggested_dead=None, suggestion_claimed_at=None)
        outbox.store_email(make_email(1), now=timezone.now())  # no worker is notified: beat finds it
        assert is_healthy()
        until(lambda: len(subjects(office)) == 3)  # no notification of the turn either
        play(game, "D4", now=timezone.now())
        until(lambda: len(receiver.got) == 2)
        until(lambda: not QueuedEmail.objects.exists() and reload(marked).suggested_dead == [])

    assert subjects(office) == ["Igo: 0", "Igo: 1", f"{side(game, Color.BLACK).username}: your move"]
    assert [one["action"]["point"] for one in receiver.events] == ["E5", "D4"]
    assert phone.notified == [{"kind": "turn", "game": game.pk, "number": 1}]
    assert not is_healthy()


def is_healthy() -> bool:
    """Return the result of docker-compose.yml's health check, for the worker's name on this machine."""
    check = shipped("worker")["healthcheck"]["test"][1].replace("celery@$$HOSTNAME", "worker@$(hostname)")
    check = check.replace("celery -A", f"{sys.executable} -m celery -A", 1)
    environment = {**os.environ, "IGO_BOOTSTRAPPED": "1"}
    return subprocess.run(["sh", "-c", check], cwd=ROOT, env=environment, check=False).returncode == 0


def test_an_email_of_a_worker_that_was_killed_while_it_sent_is_sent_by_the_next_look_F12(
    handed_over, settings, tmp_path
):
    with smtp_server(hangs=True) as silent, worker(tmp_path, silent.port) as killed:
        settings.EMAIL_PORT = free_port()
        mail.queue_email(make_email())
        assert silent.called.wait(SECONDS)
        os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
    assert QueuedEmail.objects.get().taken_until > timezone.now()
    mail.start_sending_due()  # the e-mail still belongs to the other thread

    with smtp_server() as office:
        settings.EMAIL_PORT = office.port
        QueuedEmail.objects.update(taken_until=timezone.now())  # two minutes later
        mail.start_sending_due()
        until(lambda: not QueuedEmail.objects.exists())

    assert subjects(office) == ["Igo: 0"]


@pytest.mark.nightly  # by day several senders in threads: of e-mails in test_outbox.py, of webhooks in test_webhooks.py
def test_two_workers_send_nothing_twice_I9(handed_over, settings, tmp_path):
    settings.IGO_WEBHOOK_LOOPBACK = True
    with (
        smtp_server() as office,
        Receiver() as receiver,
        worker(tmp_path, office.port, "one"),
        worker(tmp_path, office.port, "two"),
    ):
        settings.EMAIL_PORT = office.port
        until(lambda: len(app.control.ping(timeout=1) or []) == 2)
        games = [hooked_game(receiver.url) for _ in range(5)]
        for number in range(40):
            mail.queue_email(make_email(number))
            play(games[number % 5], ["E5", "D4", "C3", "F6", "G7", "B2", "H8", "A1"][number // 5])
        until(lambda: len(receiver.got) == 40 and not QueuedEmail.objects.exists())

    assert subjects(office) == sorted(f"Igo: {number}" for number in range(40))
    assert len({headers["webhook-id"] for headers, _ in receiver.got}) == 40


def test_a_worker_that_is_to_stop_does_so_in_half_a_minute_also_while_addresses_answer_byte_by_byte(
    handed_over, settings, tmp_path
):
    settings.IGO_WEBHOOK_LOOPBACK = True
    with ExitStack() as opened:
        slow, push, office = (opened.enter_context(Dripping(seconds=120)) for _ in range(3))
        phone = opened.enter_context(PushService())
        process = opened.enter_context(worker(tmp_path, office.port))
        settings.EMAIL_PORT = free_port()
        game = hooked_game(slow.url)
        where = replace(phone.subscription, endpoint=push.url)
        devices.add_device(
            player=side(game, Color.WHITE), subscription=where, origin=devices.PushDeviceOrigin("x"), now=timezone.now()
        )
        play(game, "E5", now=timezone.now())
        mail.queue_email(make_email())
        until(lambda: slow.open and push.open and office.open)

        process.terminate()

        assert process.wait(30) == 0


def test_a_worker_whose_database_and_redis_are_away_writes_one_line_about_each_failure(tmp_path):
    nothing, log = f"postgres://igo@127.0.0.1:{free_port()}/igo", tmp_path / "worker.log"
    with ExitStack() as redis_of_its_own:
        address = redis_of_its_own.enter_context(redis_server())
        with worker(tmp_path, free_port(), DATABASE_URL=nothing, REDIS_URL=address) as process:
            until(lambda: log.read_text().count("raised unexpected: OperationalError") > 3)  # so beat is connected
            redis_of_its_own.close()
            until(lambda: "Cannot connect" in log.read_text() and "Message Error" in log.read_text())
            process.terminate()
            process.wait(SECONDS)

    text = log.read_text()
    assert "Traceback" not in text
    lines = text.partition("[queues]")[2].splitlines()[3:]
    lines = [line for line in lines if line.strip() and not line.startswith("worker: ")]
    assert [line for line in lines if not re.match(r"\d{4}-\d\d-\d\dT[\d:.]+Z \[", line)] == []


# without a worker


def hangs(settings):
    """A Redis that takes connections and says nothing."""
    silent = smtp_server(hangs=True)
    office = silent.__enter__()
    settings.REDIS_URL = f"redis://127.0.0.1:{office.port}/0"
    return lambda: silent.__exit__(None, None, None)


def is_away(settings):
    """No one listens."""
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    return lambda: None


def has_no_worker(settings):
    """More tasks wait than a worker would leave."""
    broker = redis.Redis.from_url(settings.REDIS_URL)
    broker.rpush("celery", *["{}"] * dispatch.MOST_QUEUED)
    return lambda: broker.delete("celery")


@pytest.mark.parametrize("broker", [hangs, is_away, has_no_worker])
def test_when_nobody_takes_tasks_the_server_sends_emails_and_webhooks_by_itself(broker, handed_over, settings):
    settings.IGO_WEBHOOK_LOOPBACK = True
    end = broker(settings)
    try:
        with smtp_server() as office, Receiver() as receiver:
            settings.EMAIL_PORT = office.port
            for wanted in webhook_sender.sending.wanted:
                wanted.clear()
            game = hooked_game(receiver.url)
            began = time.monotonic()
            with transaction.atomic():
                mail.queue_email(make_email())
            play(game, "E5")
            assert time.monotonic() - began < 5  # no one waits for a Redis that hangs
            until(lambda: not QueuedEmail.objects.exists())
            until(lambda: sum(wanted.is_set() for wanted in webhook_sender.sending.wanted) == 1)  # a thread is woken
            while webhook_sender.sending.send_next():
                pass
        assert subjects(office) == ["Igo: 0"]
        assert len(receiver.got) == 1
    finally:
        dispatch._dispatcher.flush()
        end()


# claims


def test_of_a_claim_that_has_run_out_nothing_more_is_written():
    game = hooked_game("https://example.org/")
    play(game, "E5")
    play(game, "D4")
    slow = webhooks.claim_due(timezone.now())
    assert webhooks.claim_due(timezone.now()) is None

    later = timezone.now() + cursors.CLAIMED_FOR
    other = webhooks.claim_due(later)
    numbers = [event.number for event in cursors.next_events(other)]

    assert cursors.record_delivery(other, numbers[1], "200", later)
    assert not cursors.record_delivery(slow, numbers[0], "200", later)
    webhooks.record_failure(slow, "500", later)
    cursors.release_row(slow, later)
    left = Webhook.objects.get()
    assert (left.sent, left.failures, left.next_try_at) == (numbers[1], 0, later + cursors.CLAIMED_FOR)


def test_a_webhook_that_takes_long_lets_others_have_a_turn_and_goes_on_where_it_was(settings, monkeypatch):
    settings.IGO_WEBHOOK_LOOPBACK = True
    with Receiver() as receiver:
        game = hooked_game(receiver.url)
        for move in ("E5", "D4", "C3"):
            play(game, move)
        monkeypatch.setattr(webhook_sender, "SECONDS_OF_A_TURN", -1.0)
        assert webhook_sender.sending.send_next()
        assert receiver.got == []
        monkeypatch.setattr(webhook_sender, "SECONDS_OF_A_TURN", timedelta(minutes=1).total_seconds())
        assert webhook_sender.sending.send_next()

    assert [one["action"]["point"] for one in receiver.events] == ["E5", "D4", "C3"]


@pytest.mark.django_db(transaction=False)
def test_who_comes_when_all_are_busy_leaves_and_is_not_forgotten():
    left: list[int] = []
    begun, goes_on = threading.Event(), threading.Event()

    def step() -> bool:
        found = bool(left and left.pop())
        begun.set()
        goes_on.wait(SECONDS)
        return found

    crew = WorkerThreads(step, 1)
    first = threading.Thread(target=crew.work)
    first.start()
    assert begun.wait(SECONDS)
    left.append(1)  # too late for the current pass
    crew.work()  # returns at once
    goes_on.set()
    first.join(SECONDS)

    assert left == []
    assert crew._busy == 0


@pytest.mark.django_db(transaction=False)
def test_background_work_lets_the_first_requests_pass_unless_it_is_woken(monkeypatch):
    monkeypatch.setattr(background, "SECONDS_TO_THE_FIRST_LOOK", 3600)
    first_look, wanted, looked = background.delay_before_first_step(), threading.Event(), threading.Event()

    def step() -> bool:
        looked.set()
        return False

    background.start("a test", step, 3600, woken_by=wanted)

    assert 3600 <= first_look < background.delay_before_first_step()
    assert not looked.wait(0.1)
    wanted.set()
    assert looked.wait(SECONDS)
