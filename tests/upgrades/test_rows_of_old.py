"""Rows that older versions wrote come along: one database migrates from nothing, and halts where rows are put in.

Each of these tests took the newest database back and forth again, which cost more than a minute a test.
"""

import os
from types import SimpleNamespace

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.sql import emit_pre_migrate_signal
from django.db import connection, transaction

from accounts.models import Player, QueuedEmail
from challenges import services as challenging
from challenges.models import Challenge
from games.models import IdempotencyKey
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from goserver import new_database
from goserver.upgrading import Executor
from notifications.kinds import Kind, When
from notifications.models import Notice, RefusedAddress
from notifications.wishes import wishes_of
from programs.models import Device, Event, Feed, Webhook
from programs.models.device import Subscription, sealed_subscription
from programs.models.webhook import sealed_secret
from programs.services import feed
from programs.services.origins import good, sentence_of
from tests.factories import NOON
from tests.support import databases
from tests.upgrades.shape import shape

pytestmark = pytest.mark.xdist_group("migrations")  # they take long, so they begin early

PEOPLE = ("aino", "babak", "cyrus", "daria", "elias", "farah", "goli", "hana")
TERMS = {"width": 9, "height": 9, "rule_set": "japanese", "time_control": {"system": "none"}, "created_at": NOON}


def with_an_e_mail(then, old):
    """Before e-mails that wait had their name of today."""
    people = then.get_model("accounts", "Player").objects
    for name in PEOPLE:
        people.create(username=name, name_key=name, email=f"{name}@example.org")
    old.letter = then.get_model("accounts", "Letter").objects.create(
        address="aino@example.org", made_at=NOON, due_at=NOON, expires_at=NOON
    )
    kind = then.get_model("contenttypes", "ContentType").objects.create(app_label="accounts", model="letter")
    may_see = then.get_model("auth", "Permission").objects.create(content_type=kind, codename="view_letter")
    people.get(username="aino").user_permissions.add(may_see)
    old.logged = then.get_model("admin", "LogEntry").objects.create(
        user_id=people.get(username="aino").pk, content_type=kind, object_id=old.letter.pk, action_flag=CHANGE
    )


def with_an_open_secret(then, old):
    """Before secrets of webhooks were sealed."""
    old.webhook = then.get_model("games", "Webhook").objects.create(
        player_id=_number(then, "babak"), url="https://example.org/", secret="whsec_abc", created_at=NOON,
        next_try_at=NOON,
    )  # fmt: skip
    kept = {"body": {"id": old.webhook.pk, "secret": "whsec_abc"}, "status": 201}
    then.get_model("games", "IdempotencyKey").objects.create(
        player_id=_number(then, "babak"), key="k", body_hash="x", answer=kept, created_at=NOON
    )


def with_offers_and_events(then, old):
    """Before offers, and what programs read, had rooms of their own."""
    offers, notices = then.get_model("games", "Challenge"), then.get_model("games", "Notice")
    cyrus, daria = _number(then, "cyrus"), _number(then, "daria")
    old.offer = offers.objects.create(creator_id=cyrus, opponent_id=daria, **TERMS)
    old.answer = offers.objects.create(creator_id=daria, answer_to=old.offer, **TERMS)
    notices.objects.create(player_id=daria, kind="challenged", challenge=old.offer, created_at=NOON)

    elias = _number(then, "elias")
    declined = offers.objects.create(creator_id=elias, **TERMS)
    events = then.get_model("games", "Event").objects
    events.create(player_id=elias, kind="challenge.created", challenge=declined, at=NOON, number=41)
    then.get_model("games", "Feed").objects.create(player_id=elias, number=41)
    events.create(player_id=elias, kind="challenge.declined", challenge=declined, at=NOON)
    then.get_model("games", "Webhook").objects.create(
        player_id=elias, url="https://example.org/", sealed=sealed_secret("whsec_canary"), created_at=NOON,
        next_try_at=NOON,
    )  # fmt: skip


def with_notices_of_a_game(then, old):
    """Before notices had a room of their own."""
    farah = _number(then, "farah")
    clock = {"system": "none"}
    old.game = then.get_model("games", "Game").objects.create(
        setup={"black": [], "white": []}, rule_set="japanese", width=9, height=9, komi="6.5", time_control=clock,
        started_at=NOON, last_action_at=NOON, clock={}, snapshot={}, position_keys=b"",
    )  # fmt: skip
    notices = then.get_model("games", "Notice").objects
    of = {"player_id": farah, "game": old.game, "created_at": NOON}
    old.read = notices.create(**of, kind="game_started", read_at=NOON)
    notices.create(**of, kind="game_finished")


def with_those_who_had_not_chosen(then, old):
    """Before people chose what they are told, and where."""
    then.get_model("games", "TimeSettings").objects.create(player_id=_number(then, "goli"), remind_by_mail=True)
    notices = then.get_model("notifications", "Notice").objects
    notices.create(player_id=_number(then, "hana"), kind="order_decided", created_at=NOON)


def with_devices(then, old):
    """Create two devices from before the host was stored; the encryption key of one of them is gone."""
    sealed = sealed_subscription(Subscription("https://Push.example.org:8443/x?y", "p", "a"))
    for number, text in enumerate((sealed, "sealed with a key that is gone")):
        then.get_model("programs", "Device").objects.create(
            player_id=_number(then, "aino"), sealed=text, digest=str(number), created_at=NOON, next_try_at=NOON
        )


STOPS = {
    ("accounts", "0008_spent_grants"): with_an_e_mail,
    ("games", "0009_labels"): with_an_open_secret,
    ("games", "0014_suggestion_outside_the_lock"): with_offers_and_events,
    ("games", "0016_programs_are_a_room"): with_notices_of_a_game,
    ("notifications", "0005_words"): with_those_who_had_not_chosen,
    ("programs", "0013_leagues"): with_devices,
}
"""After which migration what puts rows in."""


def _number(then, name):
    return then.get_model("accounts", "Player").objects.get(username=name).pk


@pytest.fixture(scope="module")
def old(django_db_setup, django_db_blocker, tmp_path_factory):
    """The rows as they were, with the database migrated to the newest, in the place of that of other tests."""
    usual, rows = connection.settings_dict["NAME"], SimpleNamespace()
    with django_db_blocker.unblock():
        connection.close()
        connection.settings_dict["NAME"] = _empty_database(tmp_path_factory, "new")
        try:
            new_database.make(connection)
            rows.shape_of_new = shape()
            connection.close()
            connection.settings_dict["NAME"] = _empty_database(tmp_path_factory, "old")
            ContentType.objects.clear_cache()
            _put_rows_in(rows)
            call_command("migrate", verbosity=0)
            ContentType.objects.clear_cache()
            yield rows
        finally:
            connection.close()
            connection.settings_dict["NAME"] = usual
            ContentType.objects.clear_cache()


def _put_rows_in(rows):
    """Migrate in the order of the command, as far as the last stop."""
    executor, state = Executor(connection), None
    log = executor.migration_plan([("admin", "0003_logentry_add_action_flag_choices")])
    whole = executor.migration_plan(executor.loader.graph.leaf_nodes())
    plan, stops = log + [step for step in whole if step not in log], dict(STOPS)
    while stops:
        names = [(migration.app_label, migration.name) for migration, _ in plan]
        end = min(names.index(stop) for stop in stops) + 1
        if state is not None:  # as the command does: types of content are renamed with their models
            emit_pre_migrate_signal(0, False, connection.alias, apps=state.apps, plan=plan[:end])
        state = executor.migrate(None, plan=plan[:end], state=state)
        stops.pop(names[end - 1])(state.apps, rows)
        plan = plan[end:]


def _empty_database(tmp_path_factory, kind):
    if connection.vendor == "sqlite":
        return str(tmp_path_factory.mktemp(kind) / databases.NAME)
    name = f"{kind}_{os.environ['DATABASE_URL'].rpartition('/')[2]}"
    databases.create(os.environ["DATABASE_URL"], name)
    return name


@pytest.fixture(autouse=True)
def _nothing_stays(old):
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def player(name):
    return Player.objects.get(username=name)


def test_a_new_database_is_what_the_migrations_come_to(old):
    assert shape() == old.shape_of_new


def test_an_e_mail_that_waited_still_waits_and_whoever_might_see_it_still_may(old):
    assert QueuedEmail.objects.get().pk == old.letter.pk
    assert player("aino").has_perm("accounts.view_queuedemail")
    assert not Permission.objects.filter(codename="view_letter").exists()
    assert LogEntry.objects.get(pk=old.logged.pk).get_edited_object() == QueuedEmail.objects.get()
    assert ContentType.objects.filter(app_label="accounts", model__in=("letter", "queuedemail")).count() == 1


def test_the_secrets_of_before_are_sealed_and_their_webhooks_go_on(old):
    assert Webhook.objects.get(player=player("babak")).secret == "whsec_abc"
    assert IdempotencyKey.objects.get().answer == {"body": {"id": old.webhook.pk}, "status": 201}


def test_webhooks_and_devices_of_before_have_a_host_and_go_on_as_if_a_browser_had_added_them(old):
    assert set(Webhook.objects.values_list("host", flat=True)) == {"example.org"}
    assert list(Device.objects.order_by("pk").values_list("host", flat=True)) == ["push.example.org", ""]
    for model in (Webhook, Device):
        rows = model.objects.all()
        assert {sentence_of(row) for row in rows} == {"Added in a browser."}
        assert list(good(rows, NOON)) == list(rows)
        assert len(rows) == 2


def test_offers_and_the_notices_of_them_are_there_after_the_move_and_changed_in_nothing(old):
    daria = player("daria")

    offer = Challenge.objects.get(pk=old.answer.pk)

    assert (offer.answer_to.pk, offer.answer_to.opponent, offer.rule_set) == (old.offer.pk, daria, "japanese")
    assert Notice.objects.get(player=daria).challenge == offer.answer_to
    new = challenging.create_challenge(PlayerRequest(player("cyrus"), NOON), Terms())
    assert new.pk > offer.pk
    offer.answer_to.delete()
    assert not Notice.objects.filter(player=daria).exists()


def test_events_keep_their_numbers_and_webhooks_their_secrets(old):
    elias = player("elias")

    (event,) = feed.events_after(elias.pk, 41).events

    assert (event.number, event.kind, event.challenge.creator) == (42, "challenge.declined", elias)
    assert Feed.objects.get(player=elias).number == 42
    assert Webhook.objects.get(player=elias).secret == "whsec_canary"
    challenging.create_challenge(PlayerRequest(elias, NOON), Terms())
    assert Event.objects.waiting().get(player=elias).kind == "challenge.created"


def test_notices_are_there_after_the_move_read_or_not(old):
    (new,) = Notice.objects.unread().filter(player=player("farah"))

    assert (new.kind, new.game_id) == ("game_finished", old.game.pk)
    assert Notice.objects.filter(pk=old.read.pk, read_at=NOON).exists()
    assert not ContentType.objects.filter(app_label="games", model__in=["notice", "event", "challenge"]).exists()


def test_who_was_there_before_gets_the_e_mails_that_they_had_C62():
    everything_off = dict.fromkeys(map(str, Kind), str(When.OFF))

    assert e_mails_of("goli") == {**everything_off, "time": "now"}
    assert e_mails_of("hana") == everything_off
    assert not Notice.objects.filter(untold=True).exists()
    assert not RefusedAddress.objects.exists()


def e_mails_of(name):
    wishes = wishes_of(player(name))
    return {str(kind): str(wishes.letter(kind)) for kind in Kind}
