"""The audit log records permissions that are granted and removed (S32)."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import Player, SecurityEvent, StaffAction
from tests.factories import make_game, make_moderator, make_player, reload

pytestmark = pytest.mark.django_db


def save(client, player, **fields):
    data = {"username": player.username, "email": player.email, "is_active": "on", **fields}
    return client.post(f"/admin/accounts/player/{player.pk}/change/", data)


def test_permissions_that_are_given_and_taken_stand_in_the_log(admin_client, admin_user):
    player, group = make_player(), Group.objects.get(name="moderators")

    assert save(admin_client, player, is_staff="on", groups=[group.pk]).status_code == 302
    assert save(admin_client, player).status_code == 302

    assert list(Player.objects.get(pk=player.pk).groups.all()) == []
    rows = list(StaffAction.objects.order_by("pk"))
    assert [(row.action, row.staff, row.player) for row in rows] == [("permissions", admin_user, player)] * 2
    assert rows[0].about == {"before": ["is_active"], "after": ["is_active", "is_staff", "moderators"]}
    assert rows[1].about == {"before": rows[0].about["after"], "after": ["is_active"]}


def test_saving_without_a_change_adds_nothing(admin_client):
    player = make_player()

    assert save(admin_client, player).status_code == 302

    assert not StaffAction.objects.exists()


def test_another_address_is_the_only_one_stands_in_the_logs_and_the_old_one_is_notified(
    admin_client, django_capture_on_commit_callbacks
):
    player = make_player()
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)

    with django_capture_on_commit_callbacks(execute=True):
        assert save(admin_client, player, email="New@example.org").status_code == 302

    fresh = Player.objects.get(pk=player.pk)
    addresses = EmailAddress.objects.filter(user=player).values_list("email", "primary", "verified")
    assert (fresh.email, list(addresses)) == ("new@example.org", [("new@example.org", True, False)])
    assert StaffAction.objects.get().action == "address"
    assert SecurityEvent.objects.filter(player=player, kind="address_changed").count() == 1
    assert [email_message.to for email_message in mail.outbox] == [[player.email]]


def test_administrators_change_no_address_and_close_nobody():
    """A new address opens the account, and a deactivated owner is not notified: only superusers may do this."""
    player, administrator = make_player(), make_moderator(grade="administrators")
    client = Client()
    client.force_login(administrator)

    save(client, player, email="mine@example.org", is_active="")

    fresh = Player.objects.get(pk=player.pk)
    assert (fresh.email, fresh.is_active) == (player.email, True)


def delete(client, player, **fields):
    data = {"name": player.username, "reason": "asked us by letter", **fields}
    return client.post(f"/admin/accounts/player/{player.pk}/delete/", data)


def test_administrators_delete_an_account_as_its_owner_would():
    player, administrator = make_player(), make_moderator(grade="administrators")
    game = make_game(black=player, moves="E5 D4 C3", now=timezone.now())
    client = Client()
    client.force_login(administrator)

    assert client.get(f"/admin/accounts/player/{player.pk}/delete/").status_code == 200
    assert delete(client, player, name="somebody").status_code == 400
    assert delete(client, player, reason="").status_code == 400
    assert Player.objects.get(pk=player.pk).deleted_at is None
    assert delete(client, player).status_code == 302

    assert Player.objects.get(pk=player.pk).deleted_at
    assert reload(game).result == "W+R"
    row = StaffAction.objects.get()
    assert (row.action, row.staff, row.reason) == ("delete", administrator, "asked us by letter")
    assert delete(client, player).status_code in (403, 404)


def test_nobody_deletes_themselves_or_a_superuser_or_many_at_once_there(admin_user):
    administrator = make_moderator(grade="administrators")
    client = Client()
    client.force_login(administrator)

    assert delete(client, administrator).status_code == 403
    assert delete(client, admin_user).status_code == 403
    many = {"action": "delete_selected", "_selected_action": [make_player().pk], "post": "yes"}
    client.post("/admin/accounts/player/", many)
    assert not Player.objects.filter(deleted_at__isnull=False).exists()
    assert not StaffAction.objects.exists()


def test_a_closed_account_stands_in_the_log(admin_client):
    player = make_player()

    save(admin_client, player, is_active="")

    assert StaffAction.objects.get().about == {"before": ["is_active"], "after": []}
