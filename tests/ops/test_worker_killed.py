"""A whole game by hand, by push and by replies to e-mails, with a real worker that is killed repeatedly: nothing is
lost, and only documented messages are repeated (issue 16; C18, C68 to C70, C113)."""

from __future__ import annotations

import os
import signal
import smtplib
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import QueuedEmail
from games import verbs
from games.models import Game
from goserver.celery import app
from mail_play.models import Mailbox
from notifications.kinds import Channel, EmailTiming, NoticeGroup
from notifications.models import Notice
from notifications.services import choosing
from programs.models import Device
from rules import Color
from tests.factories import act, make_game, play, reload, side
from tests.ops.test_worker import SECONDS, handed_over, until, woken, worker
from tests.support.mailbox import RealMailbox, real_mailbox
from tests.support.push_service import PushService
from tests.support.servers import free_port
from tests.support.smtp_server import SmtpServer, smtp_server

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("worker")]
assert handed_over  # a fixture
OURS = "igo@play.example.org"


@dataclass
class Trial:
    """The game with its worker and the ways to its players."""

    folder: Path
    office: SmtpServer
    box: RealMailbox
    phone: PushService
    game: Game
    running: ExitStack = field(default_factory=ExitStack)
    kills: int = 0
    used: set[str] = field(default_factory=set)

    def live(self) -> None:
        """Start a worker; two minutes later for all that a dead one had claimed."""
        now = timezone.now()
        QueuedEmail.objects.update(taken_until=now)
        Device.objects.update(next_try_at=now)
        where = {"IGO_REPLY_ADDRESS": OURS, "IGO_IMAP_URL": self.box.url}
        self.process = self.running.enter_context(worker(self.folder, self.office.port, f"w{self.kills}", **where))

    def die(self) -> None:
        """Kill it, whatever it does just now."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.kills += 1

    def record(self) -> list[str]:
        """The game so far: points, and the kinds of what else was done."""
        return [row.payload.get("point", row.kind) for row in self.game.actions.order_by("number")]

    def notified(self) -> dict[str, EmailMessage]:
        """The e-mails about what White has to do, by Message-ID."""
        return {one["Message-ID"]: one for one in list(self.office.emails) if "In-Reply-To" not in one}

    def newest_email(self) -> EmailMessage:
        """The next one."""
        until(lambda: self.notified().keys() - self.used)
        (new,) = self.notified().keys() - self.used
        self.used.add(new)
        return self.notified()[new]

    def reply(self, email_message: EmailMessage, text: str) -> None:
        """Send a reply as a mail program does, and twice, because mail is delivered at least once."""
        answer = EmailMessage()
        answer["From"], answer["To"] = side(self.game, Color.WHITE).email, email_message["Reply-To"]
        answer["Subject"], answer["In-Reply-To"] = f"Re: {email_message['Subject']}", email_message["Message-ID"]
        answer["Message-ID"] = f"<reply-{len(self.used)}@example.org>"
        answer.set_content(f"{text}\n\nOn Monday Igo wrote:\n> pass\n")
        with smtp_server() as theirs:
            with smtplib.SMTP("127.0.0.1", theirs.port, timeout=SECONDS) as connection:
                connection.send_message(answer)
            (raw,) = theirs.emails
        for _ in range(2):
            self.box.deliver(raw.as_bytes())

    def fetch(self) -> None:
        """Run the task that beat starts once a minute."""
        Mailbox.objects.update(looked_at=timezone.now() - timedelta(hours=1))
        app.send_task("mail_play.tasks.read_mail")

    def pushed(self) -> list[int]:
        """After which actions the phone was told that Black has something to do."""
        return [one["number"] for one in self.phone.notified if one["kind"] in ("turn", "answer")]


@pytest.fixture
def trial(handed_over, settings, tmp_path):
    settings.IGO_WEBHOOK_LOOPBACK, settings.EMAIL_PORT = True, free_port()  # this process sends nothing
    with ExitStack() as stack:
        box, office, phone = (stack.enter_context(one) for one in (real_mailbox(), smtp_server(), PushService()))
        game = make_game(now=timezone.now(), days=3)
        hana, emre = side(game, Color.BLACK), side(game, Color.WHITE)
        EmailAddress.objects.create(user=emre, email=emre.email, primary=True, verified=True)
        asked = (NoticeGroup.TURN, NoticeGroup.ANSWER)
        channels = {
            kind: {Channel.EMAIL: EmailTiming.NOW if kind in asked else EmailTiming.OFF} for kind in NoticeGroup
        }
        choosing.store_notice_choices(emre, channels, quiet="none", play_by_reply=True)
        choosing.store_notice_choices(hana, {}, quiet="none")
        woken(hana, phone)
        Notice.objects.all().delete()  # an e-mail about more than one game's turn has no address for replies
        made = Trial(tmp_path, office, box, phone, game)
        stack.enter_context(made.running)
        yield made
    for log in tmp_path.glob("*.log"):  # shown when it fails
        print(log.name, log.read_text()[-4000:])


@pytest.mark.nightly
def test_a_whole_game_while_the_worker_is_killed_loses_and_doubles_nothing(trial):
    def hand(move: str) -> None:
        play(reload(trial.game), move, now=timezone.now())

    hand("E5")  # no one there: the e-mail leaves when a worker comes
    trial.live()
    first = trial.newest_email()
    trial.die()
    trial.reply(first, "D4")
    trial.live()
    trial.fetch()
    until(lambda: trial.record() == ["E5", "D4"])
    until(lambda: 2 in trial.pushed())

    trial.office.called.clear()
    trial.office.hangs = True
    hand("C3")
    assert trial.office.called.wait(SECONDS)
    trial.die()  # the mail server has the e-mail, and has not answered
    trial.office.hangs = False
    trial.live()
    trial.reply(trial.newest_email(), "F6")
    trial.fetch()
    trial.die()  # before, while or after it reads
    trial.live()
    trial.fetch()
    until(lambda: trial.record() == ["E5", "D4", "C3", "F6"])
    until(lambda: 4 in trial.pushed())

    hand("pass")
    emails = trial.newest_email()
    trial.die()
    trial.reply(emails, "pass")
    trial.live()
    trial.fetch()
    until(lambda: trial.record()[4:] == ["pass", "pass"])
    until(lambda: reload(trial.game).suggested_dead is not None)
    act(reload(trial.game), verbs.Propose, by=side(trial.game, Color.BLACK), dead=frozenset(), now=timezone.now())
    emails = trial.newest_email()
    trial.die()
    trial.reply(emails, "accept 1")
    trial.live()
    trial.fetch()
    until(lambda: reload(trial.game).is_finished)

    assert trial.record() == ["E5", "D4", "C3", "F6", "pass", "pass", "propose", "accept"]
    until(lambda: len({one["In-Reply-To"] for one in trial.office.emails if "In-Reply-To" in one}) == 4)
    until(lambda: not QueuedEmail.objects.exists())
    assert len(trial.notified()) == 4
    times = Counter(one["Message-ID"] for one in trial.office.emails)
    assert sum(times.values()) - len(times) <= trial.kills
    assert {2, 4} <= set(trial.pushed()) <= {2, 4, 6}, "of the last, Black may have answered first"
    assert len(trial.pushed()) - len(set(trial.pushed())) <= trial.kills
