"""The admin site's start page: waiting and running work, faults, and e-mails, which can be sent again there."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from threading import Timer

import pytest
import redis
from django.conf import settings
from django.contrib.auth.models import Permission
from django.core import mail as sent_mail
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.core import outbox
from accounts.models import QueuedEmail, SecurityEvent, SecurityKind, StaffAction
from games.models import Game, Heartbeat, Outage
from goserver.dashboard.facts import dashboard_sections
from goserver.operations import machine
from moderation.models import Case
from tests.factories import make_moderator, make_player
from tests.support.admin_site import as_administrator, make_queued_email
from tests.support.games import make_game
from tests.support.pages import tight

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def facts(now=None):
    """The dashboard by section and name."""
    return {(one.key, fact.name): fact for one in dashboard_sections(now or timezone.now()) for fact in one.facts}


# what it says


def test_the_start_page_says_what_waits_runs_and_is_wrong(admin_site):
    make_game(moves="E5 D4")
    make_game(moves="E5 pass pass")

    text = tight(admin_site.get("/admin/").content.decode())

    for caption in ("Queue", "Games", "Clock and deadline checker", "E-mail and webhooks", "People", "Server"):
        assert f"<caption>{caption}</caption>" in text
    assert re.search(r"In progress</a></th><td><bdi>1</bdi>", text)
    assert re.search(r"Agreeing on the score</a></th><td><bdi>1</bdi>", text)


def test_it_is_for_administrators_and_others_who_keep_order_do_not_see_it():
    for grade, sees in (("administrators", True), ("moderators", False), ("helpers", False)):
        client = Client()
        client.force_login(make_moderator(grade=grade))
        answer = client.get("/admin/")
        assert (answer.status_code, "<caption>Server</caption>" in answer.content.decode()) == (200, sees)
    stranger = Client()
    stranger.force_login(make_player())
    assert stranger.get("/admin/").status_code == 302


def test_it_needs_no_inline_scripts_or_styles(admin_site):
    game = make_game(moves="E5 D4")
    for path in ("/admin/", "/admin/games/game/", f"/admin/games/game/{game.pk}/change/", "/admin/accounts/player/"):
        text = admin_site.get(path).content.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")", text)
        assert not re.search(r"\sstyle=|<style|\son\w+=", text)


def test_the_number_of_its_queries_does_not_grow():
    def queries():
        with CaptureQueriesContext(connection) as asked:
            dashboard_sections(timezone.now())
        return len(asked)

    make_queued_email()
    few = queries()
    for _ in range(3):
        make_game(moves="E5 D4")
        SecurityEvent.objects.create(kind=SecurityKind.SIGNED_UP, at=timezone.now())
        Outage.objects.create(begin=timezone.now(), end=timezone.now())
        make_queued_email()

    assert queries() == few <= 20


def test_a_case_that_waits_for_days_is_pointed_out():
    now = timezone.now()
    case = Case.objects.create(kind="other", opened_at=now - timedelta(days=2))
    Case.objects.create(kind="other", opened_at=now - timedelta(days=9), state="closed")

    assert facts(now)["queue", "Open cases"].value == "1"
    assert not facts(now)["queue", "Oldest case"].is_bad
    late = facts(now + timedelta(days=2))["queue", "Oldest case"]
    assert (late.is_bad, late.url) == (True, case.get_absolute_url())


def test_a_game_that_no_sweeper_has_ended_is_pointed_out():
    game = make_game()
    assert not facts()["games", "Out of time, not ended yet"].is_bad

    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - 3 * MINUTE)

    fact = facts()["games", "Out of time, not ended yet"]
    assert (fact.value, fact.is_bad) == ("1", True)


def test_a_heart_that_has_stopped_and_a_clock_alarm_are_pointed_out():
    now = timezone.now()
    Heartbeat.objects.create(at=now, started_at=now - timedelta(days=2))
    with override_settings(IGO_WATCH_CLOCK=True):
        assert not facts(now)["time", "Last heartbeat"].is_bad
        assert facts(now + MINUTE)["time", "Last heartbeat"].is_bad

    Heartbeat.objects.update(alarm="the clock was set back")

    assert facts(now)["time", "Clock"].is_bad


def test_an_outage_that_is_owed_is_pointed_out():
    now = timezone.now()
    Outage.objects.create(begin=now - 2 * MINUTE, end=now - MINUTE)

    assert facts(now)["time", "Outages in the last seven days"].value == "1"
    assert facts(now)["time", "Outages not yet credited to players' clocks"].is_bad


def test_what_happened_to_accounts_lately_is_counted_by_kind():
    now = timezone.now()
    for days, kind in ((0, "sign_in_failed"), (0, "sign_in_failed"), (2, "sign_in_failed"), (6, "signed_up")):
        SecurityEvent.objects.create(kind=kind, at=now - timedelta(days=days))
    SecurityEvent.objects.create(kind="signed_up", at=now - timedelta(days=8))

    assert facts(now)["people", "failed sign-in (last 24 hours)"].value == "2"
    assert facts(now)["people", "Accounts created in the last seven days"].value == "1"


# e-mails


def fail(queued, now):
    """One try that came to nothing."""
    assert outbox.claim_next(now) == queued
    outbox.record_failure(queued.__class__.objects.get(pk=queued.pk), "SMTPConnectError: 421", now)


def test_the_start_page_counts_the_emails_of_all_processes():
    now = timezone.now()
    fail(make_queued_email(now=now), now)
    make_queued_email(now=now)

    result = facts(now)

    assert result["emails", "Queued e-mails"].value == "2"
    assert not result["emails", "Queued e-mails"].is_bad
    assert result["emails", "Failed e-mails that will be retried"].value == "1"
    assert result["emails", "E-mails abandoned in the last seven days"].value == "0"


def test_an_email_that_waits_for_long_is_pointed_out():
    now = timezone.now()
    assert ("emails", "Oldest queued e-mail") not in facts(now)
    make_queued_email(now=now)

    assert not facts(now + 10 * MINUTE)["emails", "Oldest queued e-mail"].is_bad
    late = facts(now + 11 * MINUTE)["emails", "Oldest queued e-mail"]
    assert (late.value, late.is_bad) == ("11 minutes ago", True)


def test_emails_that_were_given_up_are_pointed_out_for_a_day_and_shown_for_a_week():
    now, name = timezone.now(), ("emails", "E-mails abandoned in the last seven days")
    make_queued_email(now=now - timedelta(days=2))
    assert outbox.claim_next(now) is None

    for later, value, is_bad in ((0, "1", True), (2, "1", False), (8, "0", False)):
        fact = facts(now + timedelta(days=later))[name]
        assert (fact.value, fact.is_bad) == (value, is_bad), later


def test_too_many_emails_are_pointed_out(monkeypatch):
    monkeypatch.setattr("goserver.dashboard.facts.MOST_WAITING", 3)
    make_queued_email()
    make_queued_email()

    assert facts()["emails", "Queued e-mails"].is_bad


def test_administrators_see_emails_and_nobody_sees_what_they_say_S32(admin_site):
    now = timezone.now()
    queued = make_queued_email(now=now)
    fail(queued, now)
    queued.refresh_from_db()
    helper = Client()
    helper.force_login(make_moderator())

    for path in ("/admin/accounts/letter/", f"/admin/accounts/letter/{queued.pk}/change/"):
        for client in (admin_site, as_administrator()):
            text = client.get(path).content.decode()
            assert "aino@example.org" in text
            assert "SMTPConnectError: 421" in text
            assert "canary" not in text
            assert queued.sealed[:40] not in text
        assert helper.get(path).status_code == 403
    assert 'href="/admin/accounts/letter/"' in admin_site.get("/admin/").content.decode()
    assert admin_site.post(f"/admin/accounts/letter/{queued.pk}/change/", {"address": "x"}).status_code == 403
    assert admin_site.post(f"/admin/accounts/letter/{queued.pk}/delete/", {"post": "yes"}).status_code == 403


def test_emails_are_found_by_address_and_by_whether_they_were_given_up(admin_site):
    now = timezone.now()
    make_queued_email("old@example.org", now - timedelta(days=2))
    assert outbox.claim_next(now) is None
    make_queued_email("new@example.org", now)

    def found(query):
        return set(
            re.findall(r"\w+@example\.org(?=</)", admin_site.get(f"/admin/accounts/letter/{query}").content.decode())
        )

    both = {"old@example.org", "new@example.org"}
    assert found("") == both
    assert found("?q=NEW@example.org") == {"new@example.org"}
    assert found("?q=new@example") == set()
    assert found("?given_up=yes") == {"old@example.org"}
    assert found("?given_up=no") == {"new@example.org"}
    assert found("?given_up=x") == both


def test_an_email_that_waits_is_tried_again_at_once_which_the_audit_log_says():
    now = timezone.now()
    waiting = make_queued_email(now=now)
    fail(waiting, now)
    being_sent = make_queued_email(now=now)
    assert outbox.claim_next(now) == being_sent
    make_queued_email(now=now - timedelta(days=2))
    assert outbox.claim_next(now) is None
    client, numbers = as_administrator(), list(QueuedEmail.objects.values_list("pk", flat=True))
    body = {"action": "try_now", "_selected_action": numbers}

    page = client.post("/admin/accounts/letter/", body, follow=True).content.decode()

    assert "1 e-mail is being sent again." in page
    assert [one.to for one in sent_mail.outbox] == [["aino@example.org"]]
    assert not QueuedEmail.objects.filter(pk=waiting.pk).exists()
    assert QueuedEmail.objects.filter(pk=being_sent.pk, tries=1).exists()
    assert QueuedEmail.objects.filter(given_up_at__isnull=False).count() == 1
    logged = StaffAction.objects.get()
    assert (logged.action, logged.about) == ("resend_emails", {"count": 1, "emails": [waiting.pk]})


def test_who_keeps_order_only_cannot_have_emails_tried_again():
    now = timezone.now()
    queued = make_queued_email(now=now)
    fail(queued, now)
    moderator = make_moderator()
    moderator.user_permissions.add(Permission.objects.get(codename="view_queuedemail"))
    client = Client()
    client.force_login(moderator)

    assert client.get("/admin/accounts/letter/").status_code == 200
    client.post("/admin/accounts/letter/", {"action": "try_now", "_selected_action": [queued.pk]})

    assert QueuedEmail.objects.get().due_at > now
    assert not StaffAction.objects.exists()


# processes


def test_workers_that_do_not_answer_take_a_second_at_most():
    began = time.monotonic()

    with override_settings(REDIS_URL="redis://127.0.0.1:1/0"):
        fact = facts()["parts", "Worker"]

    assert fact.is_bad
    assert time.monotonic() - began < machine.SECONDS_FOR_WORKERS + 1.5


@pytest.mark.postgres  # where Redis also runs
def test_workers_are_missing_and_the_page_is_there_when_redis_hangs_up():
    close_if_headers_incomplete = Timer(
        0.1, redis.Redis.from_url(settings.REDIS_URL).client_kill_filter, kwargs={"_type": "normal"}
    )
    close_if_headers_incomplete.start()

    assert machine.answering_workers() == []

    close_if_headers_incomplete.join()
