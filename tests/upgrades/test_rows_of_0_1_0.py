"""A database of version 0.1.0 is upgraded with all its rows, and then has the same tables as a new one."""

import os
import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import Player, QueuedEmail
from challenges import services as challenging
from challenges.models import Challenge
from games.models import Draft, Game, IdempotencyKey
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from notifications.kinds import EmailTiming, NoticeGroup
from notifications.models import Notice, RefusedAddress
from notifications.preferences import preferences_of
from programs.models import Webhook
from programs.services.origins import origin_sentence, with_valid_origin
from tests.factories import NOON
from tests.support import databases
from tests.upgrades.shape import shape

pytestmark = pytest.mark.xdist_group("migrations")  # they take long, so they begin early

HERE = Path(__file__).resolve().parent
APPS_THEN = ("accounts", "challenges", "games", "moderation", "notifications", "programs", "ratings")
"""The apps of 0.1.0, and those that have tables of it today."""
MADE_BY_DJANGO = {"auth_permission", "django_content_type", "django_migrations"}
CHANGED = {
    ("games_draft", "number"), ("games_game", "setup"), ("games_game", "snapshot"), ("games_idempotencykey", "answer"),
}  # fmt: skip
REPLACED = {
    "accounts": "0007_labels 0009_childrens_accounts",
    "automatch": "0002_notified",
    "challenges": "0005_simultaneous_games",
    "classes": "0004_numbers_of_positions 0005_homework_materials",
    "clubs": "0004_gets_notices",
    "games": "0004_events 0006_by_rank 0006_predicted_results 0008_referee 0009_labels",
    "ladders": "0004_held_places",
    "leagues": "0003_strict_games",
    "learn": "0006_shared_with_classes",
    "library": "0005_shared_with_classes",
    "mail_play": "0002_mailbox",
    "moderation": "0002_labels 0003_events",
    "notifications": "0011_stages_of_an_email",
    "programs": "0016_origins",
    "ratings": "0002_games_before_ratings 0003_starting_ratings",
    "sharing": "0002_local_patterns",
    "social": "0003_discussions",
    "study": "0006_board_with_joined_edges",
    "team_matches": "0003_strict_games",
    "tournaments": "0011_alter_tournament_starting",
}
"""Migrations of before, which new ones stand for."""


@pytest.fixture(scope="module")
def old(django_db_setup, django_db_blocker, tmp_path_factory):
    """The rows of an old database, which is upgraded and takes the place of that of other tests."""
    usual, rows = connection.settings_dict["NAME"], SimpleNamespace()
    with django_db_blocker.unblock():
        try:
            _use(_new_database(tmp_path_factory))
            rows.shape_of_new = shape()
            _use(_old_database(tmp_path_factory))
            _put_rows_in(rows)
            rows.tables = _tables()
            call_command("migrate", verbosity=0)
            ContentType.objects.clear_cache()
            yield rows
        finally:
            _use(usual)


def _use(name):
    connection.close()
    connection.settings_dict["NAME"] = name
    ContentType.objects.clear_cache()


def _new_database(tmp_path_factory):
    if connection.vendor == "sqlite":
        return str(databases.put_migrated(tmp_path_factory.mktemp("new"), is_served=False))
    address = os.environ["DATABASE_URL"]
    return databases.clone(address, f"new_{address.rpartition('/')[2]}")


def _old_database(tmp_path_factory):
    """Make a database from the dump of 0.1.0."""
    if connection.vendor == "sqlite":
        name = str(tmp_path_factory.mktemp("old") / databases.NAME)
        with closing(sqlite3.connect(name)) as database:
            database.executescript((HERE / "0_1_0.sql").read_text())
        return name
    server, _, usual = os.environ["DATABASE_URL"].rpartition("/")
    databases.create(os.environ["DATABASE_URL"], f"old_{usual}")
    with psycopg.connect(f"{server}/old_{usual}") as database:
        database.execute((HERE / "0_1_0.postgresql.sql").read_text())
    return f"old_{usual}"


def _put_rows_in(old):
    """Add what games alone do not leave in a database: an e-mail, permissions, a webhook, a draft, an answer."""
    then = MigrationExecutor(connection).loader.project_state([(app, "0001_initial") for app in APPS_THEN]).apps
    aino = then.get_model("accounts", "Player").objects.get(username="aino")
    babak = then.get_model("accounts", "Player").objects.get(username="babak")
    old.email = then.get_model("accounts", "QueuedEmail").objects.create(
        address="aino@example.org", made_at=NOON, due_at=NOON, expires_at=NOON
    )
    for name in ("view_letter", "view_book", "view_challenge"):
        aino.user_permissions.add(then.get_model("auth", "Permission").objects.get(codename=name).pk)
    letter = ContentType.objects.get(app_label="accounts", model="letter")
    old.logged = LogEntry.objects.create(
        user_id=aino.pk, content_type=letter, object_id=old.email.pk, action_flag=CHANGE
    )
    old.webhook = then.get_model("programs", "Webhook").objects.create(
        player=babak, url="https://example.org:8443/x?y", secret="whsec_abc", created_at=NOON, next_try_at=NOON
    )
    answer = {"body": {"id": old.webhook.pk, "secret": "whsec_abc"}, "status": 201}
    then.get_model("games", "IdempotencyKey").objects.create(
        player=babak, key="a key of a webhook", body_hash="x", answer=answer, created_at=NOON
    )
    old.running = then.get_model("games", "Game").objects.filter(phase="play").earliest("pk")
    then.get_model("games", "Draft").objects.create(seat=old.running.seats.first(), number=old.running.number)
    then.get_model("games", "TimeSettings").objects.create(player=aino, remind_by_mail=True)
    offers = then.get_model("challenges", "Challenge").objects
    old.answer = offers.create(
        creator=aino, answer_to=offers.get(status="open"), width=9, height=9, rule_set="japanese",
        time_control={"system": "none"}, created_at=NOON,
    )  # fmt: skip


def _tables():
    """Rows by table, each with its values by column."""
    found = {}
    with connection.cursor() as cursor:
        for table in set(connection.introspection.table_names(cursor)) - MADE_BY_DJANGO:
            cursor.execute(f'SELECT * FROM "{table}"')
            columns = [column[0] for column in cursor.description]
            found[table] = {row[0]: dict(zip(columns, row, strict=True)) for row in cursor.fetchall()}
    return found


@pytest.fixture(autouse=True)
def _nothing_stays(old):
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def player(name):
    return Player.objects.get(username=name)


def test_an_upgraded_database_has_the_tables_columns_indexes_and_triggers_of_a_new_one(old):
    assert shape() == old.shape_of_new


def test_every_row_is_there_with_every_value_that_still_has_a_column(old):
    now = _tables()
    assert sum(map(len, old.tables.values())) > 300

    for table, rows in old.tables.items():
        assert now[table].keys() == rows.keys()
        for key, row in rows.items():
            kept = {name for name in row if name in now[table][key] and (table, name) not in CHANGED}
            assert {name: now[table][key][name] for name in kept} == {name: row[name] for name in kept}


@pytest.mark.parametrize("command", ["check_games", "check_ratings"])
def test_every_game_and_rating_is_right_after_the_upgrade(command):
    output = StringIO()
    call_command(command, stdout=output)
    assert ", 0 faults" in output.getvalue()


def test_a_running_game_keeps_its_request_and_its_draft_and_gets_the_new_end_phase_R17(old):
    game = Game.objects.get(pk=old.running.pk)

    assert game.requests == {"undo": {"seat": old.running.undo_seat, "to": old.running.undo_to}}
    assert game.state_number == game.number - 1, "a request does not change the position"
    assert Draft.objects.get(seat__game=game).number == game.state_number
    assert game.setup["edition"] == 2
    assert not [one for one in Game.objects.exclude(phase="play") if "edition" in one.setup]


def test_permissions_and_the_log_follow_models_that_have_another_name_or_app(old):
    for name in ("accounts.view_queuedemail", "challenges.view_challenge", "ratings.view_ratingledger"):
        assert player("aino").has_perm(name)
    assert not Permission.objects.filter(codename__in=("view_letter", "view_book")).exists()
    assert LogEntry.objects.get(pk=old.logged.pk).get_edited_object() == QueuedEmail.objects.get(pk=old.email.pk)
    moved = ("challenge", "event", "feed", "notice", "webhook")
    assert not ContentType.objects.filter(app_label="games", model__in=moved).exists()


def test_secrets_are_sealed_and_webhooks_go_on(old):
    webhook = Webhook.objects.get()

    assert (webhook.secret, webhook.host) == ("whsec_abc", "example.org")
    assert origin_sentence(webhook) == "Added in a browser."
    assert list(with_valid_origin(Webhook.objects.all(), NOON)) == [webhook]
    kept = IdempotencyKey.objects.get(key="a key of a webhook")
    assert kept.answer == {"body": {"id": webhook.pk}, "status": 201}


def test_offers_go_on_and_new_ones_are_made(old):
    offer = Challenge.objects.get(pk=old.answer.pk)

    assert (offer.answer_to.creator, offer.answer_to.status) == (player("babak"), "open")
    assert challenging.create_challenge(PlayerRequest(player("babak"), NOON), Terms()).pk > offer.pk


def test_players_of_before_get_the_e_mails_that_they_had_C62():
    everything_off = dict.fromkeys(map(str, NoticeGroup), str(EmailTiming.OFF))

    assert e_mails_of("aino") == {**everything_off, "time": "now"}
    assert e_mails_of("babak") == everything_off
    assert not Notice.objects.filter(pending=True).exists()
    assert not RefusedAddress.objects.exists()


def e_mails_of(name):
    preferences = preferences_of(player(name))
    return {str(kind): str(preferences.email_timing_of(kind)) for kind in NoticeGroup}


def test_a_database_that_has_run_the_replaced_migrations_is_up_to_date():
    recorded = MigrationRecorder.Migration.objects
    recorded.filter(app__in=REPLACED).delete()
    for app, names in REPLACED.items():
        recorded.bulk_create(recorded.model(app=app, name=name) for name in names.split())

    executor = MigrationExecutor(connection)

    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    assert [str(one) for one, _ in plan if one.replaces] == [], "what was squashed is not run again"


def test_each_migration_replaces_one_of_its_own_so_that_an_interrupted_start_goes_on():
    replaced = [migration.replaces for migration in MigrationExecutor(connection).loader.replacements.values()]

    assert len(replaced) > 20
    assert {len(names) for names in replaced} == {1}
    assert len({name for (name,) in replaced}) == len(replaced)
