"""A computer and a phone against another computer: a whole game on the page, by push, by reply and by link, while the
process that does all the work is killed repeatedly (issue 16; C18, C44, C67 to C71, C113)."""

from __future__ import annotations

import json
import re
import smtplib
import sqlite3
import time
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from email.message import EmailMessage

import pytest
from playwright.sync_api import expect

from tests.support.databases import put_migrated
from tests.support.mailbox import RealMailbox, real_mailbox
from tests.support.push_service import PushService
from tests.support.smtp_server import SmtpServer, smtp_server

from .conftest import Site, visits
from .test_whole_game import bar, confirm, submit

pytestmark = [pytest.mark.browser, pytest.mark.nightly]
OURS, EMRE = "igo@play.example.org", "emre@example.org"
SECONDS = 180
"""However slow the machine is: what has not happened by then does not."""

PEOPLE = """
from allauth.account.models import EmailAddress
from django.utils import timezone
from notifications.kinds import Channel, NoticeGroup, EmailTiming
from notifications.services import choosing
from programs.models.device import PushSubscription
from programs.services import devices
from tests import factories

hana, emre = factories.make_player("hana"), factories.make_player("emre")
EmailAddress.objects.create(user=emre, email=emre.email, primary=True, verified=True)
channels = {kind: {Channel.EMAIL: EmailTiming.NOW} for kind in (NoticeGroup.TURN, NoticeGroup.ANSWER)}
channels[NoticeGroup.GAME] = {Channel.EMAIL: EmailTiming.OFF}
choosing.store_notice_choices(hana, {}, quiet="none")
choosing.store_notice_choices(emre, channels, quiet="none", play_by_link=True, play_by_reply=True)
now = timezone.now()
devices.add_device(player=hana, subscription=PushSubscription(*%r), origin=devices.PushDeviceOrigin("phone"), now=now)
print(factories.make_game(black=hana, white=emre, now=now, days=3).pk)
"""


def until(true) -> None:
    """Wait for it."""
    ends = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < ends, true
        time.sleep(0.1)


@dataclass
class Trial:
    """The game with its server and the ways to its players."""

    site: Site
    office: SmtpServer
    box: RealMailbox
    phone: PushService
    game: int = 0
    kills: int = 0
    used: set[str] = field(default_factory=set)

    def asked(self, statement: str) -> list[tuple]:
        """Run a database statement, and return its rows."""
        with closing(sqlite3.connect(self.site.database, timeout=60)) as connection, connection:
            return connection.execute(statement).fetchall()

    def record(self) -> list[str]:
        """The game so far: points, and the kinds of what else was done."""
        rows = self.asked(f"SELECT kind, payload FROM games_action WHERE game_id = {self.game} ORDER BY number")
        return [json.loads(payload).get("point", kind) if kind == "play" else kind for kind, payload in rows]

    def die(self) -> None:
        """Kill the process, whatever it does just now."""
        self.site.process.kill()
        self.site.process.wait()
        self.kills += 1

    def live(self) -> None:
        """Start it again, two minutes later for all that the dead one had claimed."""
        self.asked("UPDATE accounts_letter SET taken_until = NULL")
        self.asked("UPDATE programs_device SET next_try_at = created_at")
        self.asked("UPDATE mail_play_mailbox SET looked_at = '2020-01-01 00:00:00'")
        self.site.start()

    def notified(self) -> dict[str, EmailMessage]:
        """The e-mails about what White has to do, by Message-ID."""
        asked = re.compile(": (your move|mark the dead stones|check the score)")
        return {one["Message-ID"]: one for one in list(self.office.emails) if asked.search(one["Subject"])}

    def answers(self) -> list[EmailMessage]:
        """Return the server's e-mails about replies."""
        return [one for one in list(self.office.emails) if one["Auto-Submitted"] == "auto-replied"]

    def newest_email(self) -> EmailMessage:
        """The next e-mail about White's turn."""
        until(lambda: self.notified().keys() - self.used)
        (new,) = self.notified().keys() - self.used
        self.used.add(new)
        return self.notified()[new]

    def reply(self, email_message: EmailMessage, text: str) -> None:
        """Send a reply as a mail program does, and twice, because mail is delivered at least once."""
        answer = EmailMessage()
        answer["From"], answer["To"], answer["Subject"] = (
            EMRE,
            email_message["Reply-To"],
            f"Re: {email_message['Subject']}",
        )
        answer["In-Reply-To"], answer["Message-ID"] = (
            email_message["Message-ID"],
            f"<reply-{len(self.used)}@example.org>",
        )
        answer.set_content(f"{text}\n\nOn Monday Igo wrote:\n> pass\n")
        with smtp_server() as theirs:
            with smtplib.SMTP("127.0.0.1", theirs.port, timeout=SECONDS) as connection:
                connection.send_message(answer)
            (raw,) = theirs.emails
        self.box.deliver(raw.as_bytes())
        self.box.deliver(raw.as_bytes())

    def pushed(self) -> list[int]:
        """After which actions the phone was told that Black has something to do."""
        return [one["number"] for one in self.phone.notified if one["kind"] in ("turn", "answer")]


@pytest.fixture
def trial(tmp_path):
    with ExitStack() as stack:
        box, office, phone = (stack.enter_context(one) for one in (real_mailbox(), smtp_server(), PushService()))
        site = Site(
            tmp_path, put_migrated, EMAIL_URL=f"smtp://127.0.0.1:{office.port}", IGO_REPLY_ADDRESS=OURS,
            IGO_IMAP_URL=box.url, IGO_WEBHOOK_LOOPBACK="1", IGO_HOUSE_BOT="0",
        )  # fmt: skip
        result = phone.subscription
        made = Trial(site, office, box, phone)
        made.game = int(site.manage("shell", "-v0", "-c", PEOPLE % ((result.endpoint, result.p256dh, result.auth),)))
        site.start()
        stack.callback(site.stop)
        yield made


def test_a_whole_game_by_page_push_and_mail_while_the_process_is_killed_loses_and_doubles_nothing(trial, chromium):
    with visits(chromium, trial.site.url) as visit:
        desk, phone, other = visit("hana"), visit("hana", lang="fa", width=360, height=800, theme="dark"), visit()
        address = f"/g/{trial.game}/"
        desk.goto(address)
        submit(desk, "E5")

        # killed before the e-mail has left: it comes afterwards; the reply lies in the mailbox while no one is there
        trial.die()
        trial.live()
        first = trial.newest_email()
        trial.die()
        trial.reply(first, "D4")
        trial.live()
        until(lambda: trial.record() == ["E5", "D4"])
        until(lambda: 2 in trial.pushed())
        expect(desk.locator("[role=gridcell][value=D4]")).to_have_attribute("data-s", "W")  # without a reload

        # the phone was woken, and plays; killed while the mail server has the e-mail and does not answer
        trial.office.called.clear()
        trial.office.hangs = True
        phone.goto(address)
        expect(phone.locator("html")).to_have_attribute("dir", "rtl")
        submit(phone, "C3")
        expect(desk.locator("[role=gridcell][value=C3]")).to_have_attribute("data-s", "B")
        until(trial.office.called.is_set)
        trial.die()
        trial.office.hangs = False
        trial.live()

        # a link in the e-mail, in a browser where no one is signed in, once
        (link,) = re.findall(r"/mail/[0-9a-f]{32}/", trial.newest_email().get_body(("plain",)).get_content())
        other.goto(link)
        other.locator("[role=gridcell][value=F6]").click()
        other.check("[name=sure]")
        other.locator("main form .primary").click()
        until(lambda: trial.record() == ["E5", "D4", "C3", "F6"])
        other.goto(link)
        expect(other.locator("h1")).to_have_text("Your move has been recorded")
        expect(other.locator("main form")).to_have_count(0)
        until(lambda: 4 in trial.pushed())

        # the rest on the page and by replies
        for page in (desk, phone):
            expect(page.locator("main")).to_have_attribute("data-number", "4")
        confirm(phone, "pass")
        until(lambda: len(trial.record()) == 5)
        emails = trial.newest_email()
        trial.die()
        trial.reply(emails, "pass")
        trial.live()
        until(lambda: trial.record()[4:] == ["pass", "pass"])
        desk.reload()
        while desk.locator("#suggestion-pending").count():
            desk.wait_for_timeout(200)
            desk.reload()
        bar(desk).locator("form[action$='/propose/'] .primary").click()
        until(lambda: trial.record()[6:] == ["propose"])
        emails = trial.newest_email()
        trial.die()
        trial.reply(emails, "accept 1")
        trial.live()
        until(lambda: trial.record()[7:] == ["accept"])
        for page in (desk, phone):
            page.goto(address)
            expect(page.locator("h1")).not_to_be_empty()
        assert trial.asked(f"SELECT phase FROM games_game WHERE id = {trial.game}") == [("finished",)]

        until(lambda: len({one["Subject"] for one in trial.answers()}) == 3)

        # e-mails and pushes may be repeated only if the process dies between sending and recording it
        assert trial.record() == ["E5", "D4", "C3", "F6", "pass", "pass", "propose", "accept"]
        assert len(trial.notified()) == 4
        times = Counter(one["Message-ID"] for one in trial.office.emails)
        assert sum(times.values()) - len(times) <= trial.kills
        assert {2, 4} <= set(trial.pushed()) <= {2, 4, 6}, "of the last, Black may have answered first"
        assert len(trial.pushed()) - len(set(trial.pushed())) <= trial.kills
        assert [one for one in trial.answers() if not one["Subject"].startswith("Recorded")] == []
