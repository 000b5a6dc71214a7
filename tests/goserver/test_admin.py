"""The admin site: fast lists, and no editing of records and logs."""

from __future__ import annotations

import re
from datetime import timedelta
from ipaddress import ip_network

import pytest
from django.apps import apps
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from accounts.core import outbox
from accounts.core.audit import StaffContext
from accounts.core.restrictions import restrict_player
from accounts.models import Player, QueuedEmail, SecurityEvent, SecurityKind, StaffAction
from accounts.models.restriction import Restriction, RestrictionKind
from games import services, verbs
from games.models import Action, Game, Seat
from games.services.idempotency import PlayerRequest
from games.verbs import Ruling
from goserver.dashboard.facts import dashboard_sections
from tests import factories
from tests.factories import act, make_moderator, make_player
from tests.support.admin_site import as_administrator, make_queued_email
from tests.support.games import make_game
from tests.support.planner import analyze

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


# reading and not editing


def test_nothing_that_the_record_or_a_log_owns_can_be_edited_S32(admin_site):
    game = make_game(moves="E5 D4")
    staff = make_moderator()
    act(game, verbs.Decide, by=staff, ruling=Ruling.BLACK, reason="Absent.", now=timezone.now())
    restrict_player(make_player(), RestrictionKind.MUTED, None, StaffContext(staff, timezone.now(), "x"))
    SecurityEvent.objects.create(kind=SecurityKind.SIGNED_UP, at=timezone.now())
    models_of = ("games", "challenges", "programs", "notifications", "ratings", "moderation")
    owned = [model for name in models_of for model in apps.get_app_config(name).get_models()]
    owned += [StaffAction, SecurityEvent, Restriction]
    registered = 0
    for model in owned:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        row = model.objects.first()
        pk = 1 if row is None else row.pk
        try:
            paths = [reverse(f"admin:{name}_add")]
        except NoReverseMatch:
            continue  # not in the admin_site at all
        registered += 1
        paths += [reverse(f"admin:{name}_{what}", args=[pk]) for what in ("change", "delete")]
        answers = [admin_site.post(path, {"post": "yes", "result": "B+R"}).status_code for path in paths]
        assert answers in ([403, 403, 403], [403, 302, 302]), (model, row, answers)
        assert row is None or answers == [403, 403, 403], model
    assert registered >= 8
    action = {"action": "delete_selected", "_selected_action": game.pk, "post": "yes"}
    admin_site.post("/admin/games/game/", action)
    assert Game.objects.get(pk=game.pk).result == "B+F"


@pytest.mark.parametrize("model", ["securityevent", "staffaction", "restriction"])
def test_the_logs_are_read_by_administrators_and_searched_by_name(model):
    staff, player = make_moderator(), make_player("barnabas")
    restrict_player(player, RestrictionKind.MUTED, None, StaffContext(staff, timezone.now(), "x"))
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


def test_a_game_is_described_in_the_readers_language(admin_site, admin_user):
    game = make_game(moves="E5 D4", rule_set="japanese", private=True)
    act(game, verbs.Resign)
    Player.objects.filter(pk=admin_user.pk).update(language="fi")

    listed = admin_site.get("/admin/games/game/").content.decode()
    shown = admin_site.get(f"/admin/games/game/{game.pk}/change/").content.decode()

    for page in (listed, shown):
        assert "japanilaiset säännöt" in page
        assert ">japanese<" not in page
    assert "häviöksi tuomittu" in listed
    assert "Valkea voitti, musta luovutti" in shown


def test_a_page_of_a_game_shows_the_latest_and_not_the_whole_record(admin_site):
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
        services.send_message(PlayerRequest(factories.to_act(game), timezone.now()), game.pk, f"word {number}.")

    text = admin_site.get(f"/admin/games/game/{game.pk}/change/").content.decode()

    assert text.count("<li><b>") == 100
    assert "word 59." in text
    assert "word 5." not in text


# finding


def test_games_are_found_by_number_and_by_the_beginning_of_a_name(admin_site):
    game = make_game(black=make_player("Barnabas"), moves="E5 D4")
    other = make_game(moves="E5 D4")

    for query in (str(game.pk), f"#{game.pk}", "barn", "bar", "BARNABAS"):
        found = admin_site.get("/admin/games/game/", {"q": query}).content.decode()
        assert f"/admin/games/game/{game.pk}/change/" in found, query
        assert f"/admin/games/game/{other.pk}/change/" not in found, query
    assert "0 games" in admin_site.get("/admin/games/game/", {"q": "nobody-at-all"}).content.decode()


@pytest.mark.parametrize("query", ["%00", "9" * 400, "x" * 5000, "%F3%A0%81%81", "' OR 1=1", "rules=chess", "size=x"])
def test_odd_searches_are_answered(admin_site, query):
    make_game()

    assert admin_site.get(f"/admin/games/game/?q={query}").status_code in (200, 302, 400)
    assert admin_site.get(f"/admin/games/game/?{query}").status_code in (200, 302, 400)


def test_people_are_found_by_name_and_address(admin_site):
    make_player("aino")

    assert "aino" in admin_site.get("/admin/accounts/player/?q=AIN").content.decode()
    assert ">aino<" in admin_site.get("/admin/accounts/player/?q=aino@example.org").content.decode()


def test_lists_ask_no_more_for_more_rows(admin_site):
    def queries(path):
        with CaptureQueriesContext(connection) as asked:
            assert admin_site.get(path).status_code == 200
        return len(asked)

    paths = ("/admin/games/game/", "/admin/games/challenge/", "/admin/accounts/player/", "/admin/games/vacation/")
    paths = (*paths, "/admin/accounts/letter/")
    make_game()
    make_queued_email()
    queries(paths[0])  # what is the same for every page of this process is remembered
    few = [queries(path) for path in paths]
    for _ in range(4):
        make_game()
        make_queued_email()

    assert [queries(path) for path in paths] == few


def test_a_list_says_at_most_that_it_has_a_thousand_rows(admin_site, monkeypatch):
    monkeypatch.setattr("accounts.admin.MOST_COUNTED", 3)
    for _ in range(5):
        make_game()

    assert "3 games" in admin_site.get("/admin/games/game/").content.decode()


@pytest.mark.postgres
def test_with_many_games_every_list_and_search_goes_by_an_index(admin_site):
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
            assert admin_site.get(f"/admin/games/game/{query}").status_code == 200
        assert admin_site.get(f"/admin/games/game/{made[9]}/change/").status_code == 200
        dashboard_sections(timezone.now())

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
def test_with_many_emails_the_list_the_start_page_and_the_sending_go_by_an_index(admin_site):
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
            assert admin_site.get(f"/admin/accounts/letter/{query}").status_code == 200
        assert outbox.store_email(EmailMessage("s", "b", to=["a@example.org"]), now=now) is not None
        assert outbox.claim_next(now) is not None
        dashboard_sections(timezone.now())

    _all_by_an_index(asked, "accounts_letter")


def test_the_menu_leads_administrators_to_the_administration_and_nobody_else(settings):
    for player, shown in ((make_player(), False), (make_moderator(grade="administrators"), True)):
        client = Client(headers={"Accept-Language": "en"})
        client.force_login(player)
        assert ('<a href="/admin/">Administration</a>' in client.get("/games/archive/").content.decode()) is shown

    settings.IGO_ADMIN_NETWORKS = [ip_network("192.0.2.0/24")]
    assert '<a href="/admin/">' not in client.get("/games/archive/").content.decode()


@pytest.mark.parametrize("path", ["/admin/", "/admin/accounts/player/", "/settings/server/", "/bulletins/new/"])
def test_before_the_second_factor_administrators_are_led_to_it_S15(path):
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(make_player(is_staff=True, is_superuser=True))

    assert '<a href="/admin/">Administration</a>' in client.get("/games/archive/").content.decode()
    answer = client.get(path, follow=True)

    assert answer.redirect_chain == [("/settings/security/", 302)]
    assert "Staff accounts need two-factor authentication" in answer.content.decode()


def test_the_administration_has_the_name_of_the_server(settings):
    settings.IGO_SITE_NAME = "Kosumi & friends"
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(make_moderator(grade="administrators"))

    for path in ("/admin/", "/admin/accounts/player/"):
        text = client.get(path).content.decode()
        title = re.search("<title>(.*?)</title>", text, re.DOTALL)[1]
        assert title.endswith("– Kosumi &amp; friends")
        head = re.search('<div id="site-name">(.*?)</div>', text, re.DOTALL)[1]
        assert "Kosumi &amp; friends" in head
        assert "Igo" not in head
