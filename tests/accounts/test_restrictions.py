"""Permissions, restrictions, and the logs of changes to them."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.core import audit
from accounts.core.audit import StaffContext
from accounts.core.restrictions import (
    FOR_GOOD,
    Muted,
    NewGamesBlocked,
    Suspended,
    is_restricted,
    lift_restriction,
    restrict_player,
    restriction_end,
)
from accounts.models import Player, SecurityEvent, SecurityKind, StaffAction
from accounts.models.restriction import RestrictionKind
from accounts.security.staff_permissions import GRADES, StaffPermission, may, staff_with_permission
from challenges import services as challenging
from challenges.services import OfferRecipients
from foundation import append_only
from games import services, verbs
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from tests.factories import NOON, act, days, make_game, make_moderator, make_player, play, reload
from tests.support.pages import tight

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("grade", GRADES)
def test_each_grade_has_its_permissions_and_no_other(grade):
    somebody = make_moderator(grade=grade)

    assert {permission for permission in StaffPermission if may(somebody, permission)} == set(GRADES[grade])


def test_permissions_end_with_the_mark_of_staff_and_with_the_account():
    somebody = make_moderator(grade="administrators")

    for change in ({"is_staff": False}, {"is_active": False}):
        Player.objects.filter(pk=somebody.pk).update(**{"is_staff": True, "is_active": True, **change})
        fresh = Player.objects.get(pk=somebody.pk)
        assert not any(may(fresh, permission) for permission in StaffPermission)


def test_permissions_rest_during_a_suspension():
    somebody = make_moderator(grade="administrators")
    restrict_player(somebody, RestrictionKind.SUSPENDED, None, StaffContext(make_moderator(), NOON, "x"))
    browser = Client()
    browser.force_login(somebody)

    fresh = Player.objects.get(pk=somebody.pk)
    assert not any(may(fresh, permission) for permission in StaffPermission)
    assert somebody not in staff_with_permission(StaffPermission.MODERATE)
    assert browser.get("/mod/").status_code == 404
    assert browser.get("/admin/accounts/player/").status_code in (302, 403)


def test_asking_for_the_permissions_of_players_costs_no_query(django_assert_num_queries):
    player = make_player()

    with django_assert_num_queries(0):
        assert not may(player, StaffPermission.MODERATE)


def test_what_an_administrator_took_from_a_group_stays_taken():
    Group.objects.get(name="helpers").permissions.clear()

    from accounts.security.staff_permissions import create_missing_staff_groups

    create_missing_staff_groups()

    assert not Group.objects.get(name="helpers").permissions.exists()


THREE_DAYS_ON = NOON + days(3)


def muted(player, until=THREE_DAYS_ON, kind=RestrictionKind.MUTED):
    return restrict_player(player, kind, until, StaffContext(make_moderator(), NOON, "insults"))


def test_a_restriction_ends_by_itself():
    player = make_player()
    muted(player)

    assert is_restricted(player, RestrictionKind.MUTED, NOON + days(2.9))
    assert not is_restricted(player, RestrictionKind.MUTED, NOON + days(3))
    assert not is_restricted(player, RestrictionKind.BARRED, NOON)


def test_the_longest_of_two_restrictions_counts_and_lifting_it_leaves_the_other():
    player = make_player()
    muted(player)
    longer = muted(player, until=None)
    assert restriction_end(player, RestrictionKind.MUTED) == FOR_GOOD

    lift_restriction(longer, StaffContext(make_moderator(), NOON, "appeal"))

    player.refresh_from_db()
    assert restriction_end(player, RestrictionKind.MUTED) == NOON + days(3)


def test_restricting_and_lifting_stand_in_the_log_once_each():
    player = make_player()
    row = muted(player)
    for _ in range(2):
        lift_restriction(row, StaffContext(make_moderator(), NOON, "a mistake"))

    assert [(a.action, a.player, a.reason) for a in StaffAction.objects.order_by("pk")] == [
        ("restrict", player, "insults"),
        ("lift", player, "a mistake"),
    ]


def test_the_muted_do_not_write_and_play_on():
    game = make_game()
    muted(game.seat_list()[0].player)
    player = reload(game).seat_list()[0].player

    with pytest.raises(Muted) as refused:
        services.send_message(PlayerRequest(player, NOON), game.pk, "hello")
    assert refused.value.data == {"until": (NOON + days(3)).isoformat().replace("+00:00", "Z")}
    play(game, "E5", by=player)


def test_the_barred_begin_no_games_and_finish_theirs():
    game = make_game()
    muted(game.seat_list()[0].player, kind=RestrictionKind.BARRED)
    barred, other = (seat.player for seat in reload(game).seat_list())

    offer = challenging.create_challenge(PlayerRequest(other, NOON), Terms(), OfferRecipients(opponent=barred))
    with pytest.raises(NewGamesBlocked):
        challenging.create_challenge(PlayerRequest(barred, NOON), Terms())
    with pytest.raises(NewGamesBlocked):
        challenging.accept_challenge(PlayerRequest(barred, NOON), offer.pk)
    with pytest.raises(NewGamesBlocked):
        challenging.counter_challenge(PlayerRequest(barred, NOON), offer.pk, Terms())
    play(game, "E5", by=barred)


def test_games_of_those_who_play_no_rated_games_are_unrated():
    player = make_player()
    muted(player, kind=RestrictionKind.UNRATED)

    game = make_game(white=Player.objects.get(pk=player.pk))

    assert (game.rated, game.unrated_reason) == (False, "restricted")


@pytest.mark.parametrize("restricted", ["who offers", "who joins"])
def test_that_a_game_will_be_unrated_is_shown_before_joining(restricted):
    creator, joiner = make_player(), make_player()
    muted(creator if restricted == "who offers" else joiner, kind=RestrictionKind.UNRATED, until=None)
    offer = challenging.create_challenge(PlayerRequest(Player.objects.get(pk=creator.pk), timezone.now()), Terms())
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(joiner)

    seen = client.get(f"/api/v1/challenges/{offer.pk}/").json()
    page = client.get(f"/challenge/{offer.pk}/").content.decode()
    room = tight(client.get("/waiting/").content.decode())
    game = challenging.accept_challenge(PlayerRequest(Player.objects.get(pk=joiner.pk), timezone.now()), offer.pk)

    assert (seen["rated"], seen["unrated_reason"]) == (False, "restricted") == (game.rated, game.unrated_reason)
    assert "One of the players was not allowed to play rated games." in page
    assert "One of the players was not allowed to play rated games.</small>" in room


def test_the_suspended_do_nothing():
    game = make_game()
    muted(game.seat_list()[0].player, kind=RestrictionKind.SUSPENDED, until=None)
    player = reload(game).seat_list()[0].player

    with pytest.raises(Suspended) as refused:
        play(game, "E5", by=player)
    assert refused.value.data == {"until": None}
    with pytest.raises(Suspended):
        act(game, verbs.Resign, by=player)
    with pytest.raises(Suspended):
        challenging.create_challenge(PlayerRequest(player, NOON), Terms())


@pytest.mark.parametrize("sql", ["UPDATE accounts_staffaction SET reason = 'none'", "DELETE FROM accounts_staffaction"])
def test_the_database_keeps_the_audit_log_as_it_is(sql):
    if connection.vendor == "sqlite":
        append_only.make_append_only(connection, "accounts_staffaction")
    muted(make_player())

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)

    assert StaffAction.objects.get().reason == "insults"


def test_the_models_keep_the_audit_log_as_it_is():
    muted(make_player())
    row = StaffAction.objects.get()

    for change in (
        row.save,
        row.delete,
        StaffAction.objects.all().delete,
        lambda: StaffAction.objects.update(reason=""),
    ):
        with pytest.raises(RuntimeError):
            change()


def test_a_security_event_is_one_line_of_what_where_and_who(settings):
    player = make_player()
    request = RequestFactory().get("/", headers={"User-Agent": "Browser\r\n2026 signed_in root" + "x" * 500})

    audit.log_security_event(SecurityKind.SIGNED_IN, player, request, detail="a\nb")

    event = SecurityEvent.objects.get()
    assert (event.player, event.kind, event.network, event.detail) == (player, "signed_in", "127.0.0.1", "a b")
    assert "\n" not in event.agent
    assert len(event.agent) == 200
    settings.IGO_KEEP_SECURITY_DAYS = 30
    assert audit.delete_old_events(timezone.now() + timedelta(days=29)) == 0
    assert audit.delete_old_events(timezone.now() + timedelta(days=31)) == 1
