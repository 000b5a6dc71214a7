"""The back office: its start page, fast lists, and that nothing of the record or of a log is edited there."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from threading import Timer

import pytest
import redis
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Permission
from django.core import mail as sent_mail
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from accounts.core import outbox
from accounts.core.audit import StaffContext
from accounts.core.restrictions import restrict
from accounts.models import Player, QueuedEmail, SecurityEvent, SecurityKind, StaffAction
from accounts.models.restriction import Restriction, RestrictionKind
from games import services, verbs
from games.models import Action, Game, Heartbeat, Outage, Seat
from games.services.idempotency import PlayerRequest
from games.verbs import Ruling
from goserver.dashboard import machine
from goserver.dashboard.facts import sections
from moderation.models import Case
from tests import factories
from tests.factories import act, make_moderator, make_player
from tests.support.games import make_game
from tests.support.pages import tight
from tests.support.planner import analyze

pytestmark = pytest.mark.django_db

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def office(admin_client):
    """A superuser."""
    return admin_client


def as_administrator():
    client = Client()
    client.force_login(make_moderator(grade="administrators"))
    return client


def facts(now=None):
    """The dashboard by section and name."""
    return {(one.key, fact.name): fact for one in sections(now or timezone.now()) for fact in one.facts}


# the start page


def test_the_start_page_says_what_waits_runs_and_is_wrong(office):
    make_game(moves="E5 D4")
    make_game(moves="E5 pass pass")

    text = tight(office.get("/admin/").content.decode())

    for caption in ("Queue", "Games", "Clock and sweeper", "E-mail and webhooks", "People", "Machine"):
        assert f"<caption>{caption}</caption>" in text
    assert re.search(r"In play</a></th><td><bdi>1</bdi>", text)
    assert re.search(r"Agreeing on the score</a></th><td><bdi>1</bdi>", text)


def test_it_is_for_administrators_and_others_who_keep_order_do_not_see_it():
    for grade, sees in (("administrators", True), ("moderators", False), ("helpers", False)):
        client = Client()
        client.force_login(make_moderator(grade=grade))
        answer = client.get("/admin/")
        assert (answer.status_code, "<caption>Machine</caption>" in answer.content.decode()) == (200, sees)
    stranger = Client()
    stranger.force_login(make_player())
    assert stranger.get("/admin/").status_code == 302


def test_it_needs_no_inline_scripts_or_styles(office):
    game = make_game(moves="E5 D4")
    for path in ("/admin/", "/admin/games/game/", f"/admin/games/game/{game.pk}/change/", "/admin/accounts/player/"):
        text = office.get(path).content.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")", text)
        assert not re.search(r"\sstyle=|<style|\son\w+=", text)


def test_the_number_of_its_queries_does_not_grow():
    def queries():
        with CaptureQueriesContext(connection) as asked:
            sections(timezone.now())
        return len(asked)

    make_letter()
    few = queries()
    for _ in range(3):
        make_game(moves="E5 D4")
        SecurityEvent.objects.create(kind=SecurityKind.SIGNED_UP, at=timezone.now())
        Outage.objects.create(begin=timezone.now(), end=timezone.now())
        make_letter()

    assert queries() == few <= 20


def test_a_case_that_waits_for_days_is_pointed_out():
    now = timezone.now()
    case = Case.objects.create(kind="other", opened_at=now - timedelta(days=2))
    Case.objects.create(kind="other", opened_at=now - timedelta(days=9), state="closed")

    assert facts(now)["queue", "Open cases"].value == "1"
    assert not facts(now)["queue", "The oldest"].is_bad
    late = facts(now + timedelta(days=2))["queue", "The oldest"]
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

    assert facts(now)["time", "Outages of the last seven days"].value == "1"
    assert facts(now)["time", "Outages not credited to players' clocks yet"].is_bad


def test_what_happened_to_accounts_lately_is_counted_by_kind():
    now = timezone.now()
    for days, kind in ((0, "sign_in_failed"), (0, "sign_in_failed"), (2, "sign_in_failed"), (6, "signed_up")):
        SecurityEvent.objects.create(kind=kind, at=now - timedelta(days=days))
    SecurityEvent.objects.create(kind="signed_up", at=now - timedelta(days=8))

    assert facts(now)["people", "failed sign-in (last day)"].value == "2"
    assert facts(now)["people", "Accounts created in the last seven days"].value == "1"


# letters


def make_letter(to="aino@example.org", now=None):
    return outbox.write(EmailMessage("subject", "Open canary/link", to=[to]), now=now or timezone.now())


def fail(letter, now):
    """One try that came to nothing."""
    assert outbox.take(now) == letter
    outbox.failed(letter.__class__.objects.get(pk=letter.pk), "SMTPConnectError: 421", now)


def test_the_start_page_counts_the_letters_of_all_processes():
    now = timezone.now()
    fail(make_letter(now=now), now)
    make_letter(now=now)

    said = facts(now)

    assert said["letters", "E-mails waiting"].value == "2"
    assert not said["letters", "E-mails waiting"].is_bad
    assert said["letters", "E-mails that failed and will be tried again"].value == "1"
    assert said["letters", "E-mails given up in the last seven days"].value == "0"


def test_a_letter_that_waits_for_long_is_pointed_out():
    now = timezone.now()
    assert ("letters", "Oldest e-mail") not in facts(now)
    make_letter(now=now)

    assert not facts(now + 10 * MINUTE)["letters", "Oldest e-mail"].is_bad
    late = facts(now + 11 * MINUTE)["letters", "Oldest e-mail"]
    assert (late.value, late.is_bad) == ("11 minutes ago", True)


def test_letters_that_were_given_up_are_pointed_out_for_a_day_and_shown_for_a_week():
    now, name = timezone.now(), ("letters", "E-mails given up in the last seven days")
    make_letter(now=now - timedelta(days=2))
    assert outbox.take(now) is None

    for later, value, is_bad in ((0, "1", True), (2, "1", False), (8, "0", False)):
        fact = facts(now + timedelta(days=later))[name]
        assert (fact.value, fact.is_bad) == (value, is_bad), later


def test_too_many_letters_are_pointed_out(monkeypatch):
    monkeypatch.setattr("goserver.dashboard.facts.MOST_WAITING", 3)
    make_letter()
    make_letter()

    assert facts()["letters", "E-mails waiting"].is_bad


def test_administrators_see_letters_and_nobody_sees_what_they_say_S32(office):
    now = timezone.now()
    letter = make_letter(now=now)
    fail(letter, now)
    letter.refresh_from_db()
    helper = Client()
    helper.force_login(make_moderator())

    for path in ("/admin/accounts/letter/", f"/admin/accounts/letter/{letter.pk}/change/"):
        for client in (office, as_administrator()):
            text = client.get(path).content.decode()
            assert "aino@example.org" in text
            assert "SMTPConnectError: 421" in text
            assert "canary" not in text
            assert letter.sealed[:40] not in text
        assert helper.get(path).status_code == 403
    assert 'href="/admin/accounts/letter/"' in office.get("/admin/").content.decode()
    assert office.post(f"/admin/accounts/letter/{letter.pk}/change/", {"address": "x"}).status_code == 403
    assert office.post(f"/admin/accounts/letter/{letter.pk}/delete/", {"post": "yes"}).status_code == 403


def test_letters_are_found_by_address_and_by_whether_they_were_given_up(office):
    now = timezone.now()
    make_letter("old@example.org", now - timedelta(days=2))
    assert outbox.take(now) is None
    make_letter("new@example.org", now)

    def found(query):
        return set(
            re.findall(r"\w+@example\.org(?=</)", office.get(f"/admin/accounts/letter/{query}").content.decode())
        )

    both = {"old@example.org", "new@example.org"}
    assert found("") == both
    assert found("?q=NEW@example.org") == {"new@example.org"}
    assert found("?q=new@example") == set()
    assert found("?given_up=yes") == {"old@example.org"}
    assert found("?given_up=no") == {"new@example.org"}
    assert found("?given_up=x") == both


def test_a_letter_that_waits_is_tried_again_at_once_which_the_log_of_staff_says():
    now = timezone.now()
    waiting = make_letter(now=now)
    fail(waiting, now)
    being_sent = make_letter(now=now)
    assert outbox.take(now) == being_sent
    make_letter(now=now - timedelta(days=2))
    assert outbox.take(now) is None
    client, numbers = as_administrator(), list(QueuedEmail.objects.values_list("pk", flat=True))
    body = {"action": "try_now", "_selected_action": numbers}

    said = client.post("/admin/accounts/letter/", body, follow=True).content.decode()

    assert "1 e-mail is being sent again." in said
    assert [one.to for one in sent_mail.outbox] == [["aino@example.org"]]
    assert not QueuedEmail.objects.filter(pk=waiting.pk).exists()
    assert QueuedEmail.objects.filter(pk=being_sent.pk, tries=1).exists()
    assert QueuedEmail.objects.filter(given_up_at__isnull=False).count() == 1
    logged = StaffAction.objects.get()
    assert (logged.action, logged.about) == ("try_letters", {"count": 1, "letters": [waiting.pk]})


def test_who_keeps_order_only_cannot_have_letters_tried_again():
    now = timezone.now()
    letter = make_letter(now=now)
    fail(letter, now)
    moderator = make_moderator()
    moderator.user_permissions.add(Permission.objects.get(codename="view_queuedemail"))
    client = Client()
    client.force_login(moderator)

    assert client.get("/admin/accounts/letter/").status_code == 200
    client.post("/admin/accounts/letter/", {"action": "try_now", "_selected_action": [letter.pk]})

    assert QueuedEmail.objects.get().due_at > now
    assert not StaffAction.objects.exists()


def test_workers_that_do_not_answer_take_a_second_at_most():
    began = time.monotonic()

    with override_settings(REDIS_URL="redis://127.0.0.1:1/0"):
        fact = facts()["parts", "Worker"]

    assert fact.is_bad
    assert time.monotonic() - began < machine.SECONDS_FOR_WORKERS + 1.5


@pytest.mark.postgres  # where there is Redis, too
def test_workers_are_missing_and_the_page_is_there_when_redis_hangs_up():
    hang_up = Timer(0.1, redis.Redis.from_url(settings.REDIS_URL).client_kill_filter, kwargs={"_type": "normal"})
    hang_up.start()

    assert machine.workers() == []

    hang_up.join()


# reading and not editing


def test_nothing_that_the_record_or_a_log_owns_can_be_edited_S32(office):
    game = make_game(moves="E5 D4")
    staff = make_moderator()
    act(game, verbs.Decide, by=staff, ruling=Ruling.BLACK, reason="Absent.", now=timezone.now())
    restrict(make_player(), RestrictionKind.MUTED, None, StaffContext(staff, timezone.now(), "x"))
    SecurityEvent.objects.create(kind=SecurityKind.SIGNED_UP, at=timezone.now())
    rooms = ("games", "challenges", "programs", "notifications", "ratings", "moderation")
    owned = [model for room in rooms for model in apps.get_app_config(room).get_models()]
    owned += [StaffAction, SecurityEvent, Restriction]
    registered = 0
    for model in owned:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        row = model.objects.first()
        pk = 1 if row is None else row.pk
        try:
            paths = [reverse(f"admin:{name}_add")]
        except NoReverseMatch:
            continue  # not in the office at all
        registered += 1
        paths += [reverse(f"admin:{name}_{what}", args=[pk]) for what in ("change", "delete")]
        answers = [office.post(path, {"post": "yes", "result": "B+R"}).status_code for path in paths]
        assert answers in ([403, 403, 403], [403, 302, 302]), (model, row, answers)
        assert row is None or answers == [403, 403, 403], model
    assert registered >= 8
    action = {"action": "delete_selected", "_selected_action": game.pk, "post": "yes"}
    office.post("/admin/games/game/", action)
    assert Game.objects.get(pk=game.pk).result == "B+F"


@pytest.mark.parametrize("model", ["securityevent", "staffaction", "restriction"])
def test_the_logs_are_read_by_administrators_and_searched_by_name(model):
    staff, player = make_moderator(), make_player("barnabas")
    restrict(player, RestrictionKind.MUTED, None, StaffContext(staff, timezone.now(), "x"))
    SecurityEvent.objects.create(kind=SecurityKind.SIGNED_UP, at=timezone.now(), player=player)
    client = as_administrator()

    assert "barnabas" in client.get(f"/admin/accounts/{model}/", {"q": "barn"}).content.decode()
    assert ">barnabas<" not in client.get(f"/admin/accounts/{model}/", {"q": "zz"}).content.decode()


def test_administrators_read_and_moderators_do_not():
    game = make_game(moves="E5 D4")
    client = as_administrator()
    moderator = Client()
    moderator.force_login(make_moderator())
    for path in ("/admin/games/game/", f"/admin/games/game/{game.pk}/change/", "/admin/games/outage/"):
        assert client.get(path).status_code == 200
        assert moderator.get(path).status_code == 403


def test_a_game_is_told_in_words_of_the_readers_language(office, admin_user):
    game = make_game(moves="E5 D4", rule_set="japanese", private=True)
    act(game, verbs.Resign)
    Player.objects.filter(pk=admin_user.pk).update(language="fi")

    listed = office.get("/admin/games/game/").content.decode()
    told = office.get(f"/admin/games/game/{game.pk}/change/").content.decode()

    for page in (listed, told):
        assert "japanilaiset säännöt" in page
        assert ">japanese<" not in page
    assert "luovutusvoitto" in listed
    assert "Valkea voitti, Musta luovutti" in told


def test_a_page_of_a_game_shows_the_latest_and_not_the_whole_record(office):
    game = make_game(moves="E5 D4")
    Action.objects.bulk_create(
        Action(
            game=game,
            number=number,
            kind="pause_request",
            payload={},
            effect={"deadline": None},
            clock={},
            received_at=timezone.now(),
        )
        for number in range(3, 200)
    )
    for number in range(60):
        services.say(PlayerRequest(factories.to_act(game), timezone.now()), game.pk, f"word {number}.")

    text = office.get(f"/admin/games/game/{game.pk}/change/").content.decode()

    assert text.count("<li><b>") == 100
    assert "word 59." in text
    assert "word 5." not in text


# finding


def test_games_are_found_by_number_and_by_the_beginning_of_a_name(office):
    game = make_game(black=make_player("Barnabas"), moves="E5 D4")
    other = make_game(moves="E5 D4")

    for query in (str(game.pk), f"#{game.pk}", "barn", "bar", "BARNABAS"):
        found = office.get("/admin/games/game/", {"q": query}).content.decode()
        assert f"/admin/games/game/{game.pk}/change/" in found, query
        assert f"/admin/games/game/{other.pk}/change/" not in found, query
    assert "0 games" in office.get("/admin/games/game/", {"q": "nobody-at-all"}).content.decode()


@pytest.mark.parametrize("query", ["%00", "9" * 400, "x" * 5000, "%F3%A0%81%81", "' OR 1=1", "rules=chess", "size=x"])
def test_odd_searches_are_answered(office, query):
    make_game()

    assert office.get(f"/admin/games/game/?q={query}").status_code in (200, 302, 400)
    assert office.get(f"/admin/games/game/?{query}").status_code in (200, 302, 400)


def test_people_are_found_by_name_and_address(office):
    make_player("aino")

    assert "aino" in office.get("/admin/accounts/player/?q=AIN").content.decode()
    assert ">aino<" in office.get("/admin/accounts/player/?q=aino@example.org").content.decode()


def test_lists_ask_no_more_for_more_rows(office):
    def queries(path):
        with CaptureQueriesContext(connection) as asked:
            assert office.get(path).status_code == 200
        return len(asked)

    paths = ("/admin/games/game/", "/admin/games/challenge/", "/admin/accounts/player/", "/admin/games/vacation/")
    paths = (*paths, "/admin/accounts/letter/")
    make_game()
    make_letter()
    queries(paths[0])  # what is the same for every page of this process is remembered
    few = [queries(path) for path in paths]
    for _ in range(4):
        make_game()
        make_letter()

    assert [queries(path) for path in paths] == few


def test_a_list_says_at_most_that_it_has_a_thousand_rows(office, monkeypatch):
    monkeypatch.setattr("accounts.admin.MOST_COUNTED", 3)
    for _ in range(5):
        make_game()

    assert "3 games" in office.get("/admin/games/game/").content.decode()


@pytest.mark.postgres
def test_with_many_games_every_list_and_search_goes_by_an_index(office):
    many = 20_000
    with connection.cursor() as cursor:  # making the rows may take longer than a request may on a busy machine
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0")
    game = make_game(moves="E5 D4")
    act(game, verbs.Resign, now=timezone.now())
    people = _copy(
        Player,
        game.seat_list()[0].player.pk,
        2000,
        username="'crowd' || n",
        name_key="'crowd' || n",
        email="'crowd' || n || '@example.org'",
    )
    made = _copy(Game, game.pk, many)
    for index in (0, 1):
        someone = f"{people[0]} + (n + {index}) % {len(people)}"
        _copy(Seat, game.seat_list()[index].pk, many, game_id=f"{made[0]} + n", player_id=someone)
    _copy(Action, game.actions.latest("pk").pk, many, game_id=f"{made[0]} + n", number="1")
    analyze()
    asked = CaptureQueriesContext(connection)
    with asked:
        for query in ("", "?q=crowd77", f"?q={made[7]}", "?phase=play", "?rules=brainking", "?p=3"):
            assert office.get(f"/admin/games/game/{query}").status_code == 200
        assert office.get(f"/admin/games/game/{made[9]}/change/").status_code == 200
        sections(timezone.now())

    _all_by_an_index(asked, r"games_(game|seat|action)")


def _copy(model, pk, times, **changed):
    """Copy a row so often; the new keys. `changed`: what columns of copy n (from 0) are instead, in SQL."""
    columns = [field.column for field in model._meta.concrete_fields if not field.primary_key]
    instead = [str(changed.get(column, column)) for column in columns]
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(instead)} FROM {table}, "
            f"generate_series(0, {times - 1}) AS n WHERE id = {pk} RETURNING id"
        )
        return [key for (key,) in cursor.fetchall()]


def _all_by_an_index(asked, tables):
    """No question reads a whole one of these tables. What is asked prepared shows no values: a session and a player,
    by their keys."""
    every = {one["sql"] for one in asked.captured_queries if one["sql"].startswith("SELECT")}
    prepared = {sql for sql in every if "%s" in sql}
    assert all(re.search(r'FROM "(django_session|accounts_player)"', sql) for sql in prepared)
    for sql in every - prepared:
        with connection.cursor() as cursor:
            cursor.execute("EXPLAIN " + sql.replace("%", "%%"))
            plan = "\n".join(line for (line,) in cursor.fetchall())
        assert not re.search(rf"Seq Scan on {tables}\b", plan), (sql, plan)


@pytest.mark.postgres
def test_with_many_letters_the_list_the_start_page_and_the_sending_go_by_an_index(office):
    many = 20_000
    now, sealed = timezone.now(), "x" * 500
    QueuedEmail.objects.bulk_create(
        [
            QueuedEmail(
                address=f"crowd{n}@example.org", made_at=now, expires_at=now + HOUR, given_up_at=now if n % 9 else None,
                due_at=None if n % 9 else now, sealed="" if n % 9 else sealed,
            )
            for n in range(many)
        ],
        batch_size=5000,
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE accounts_letter")
    asked = CaptureQueriesContext(connection)
    with asked:
        for query in ("", "?q=crowd77@example.org", "?given_up=yes", "?given_up=no"):
            assert office.get(f"/admin/accounts/letter/{query}").status_code == 200
        assert outbox.write(EmailMessage("s", "b", to=["a@example.org"]), now=now) is not None
        assert outbox.take(now) is not None
        sections(timezone.now())

    _all_by_an_index(asked, "accounts_letter")
