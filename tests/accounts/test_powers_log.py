"""Giving and taking powers stands in the log of staff (S32)."""

import pytest
from django.contrib.auth.models import Group

from accounts.models import Player, StaffAction
from tests.factories import make_player

pytestmark = pytest.mark.django_db


def save(client, player, **fields):
    data = {"username": player.username, "email": player.email, "is_active": "on", **fields}
    return client.post(f"/admin/accounts/player/{player.pk}/change/", data)


def test_powers_that_are_given_and_taken_stand_in_the_log(admin_client, admin_user):
    player, group = make_player(), Group.objects.get(name="moderators")

    assert save(admin_client, player, is_staff="on", groups=[group.pk]).status_code == 302
    assert save(admin_client, player).status_code == 302

    assert list(Player.objects.get(pk=player.pk).groups.all()) == []
    rows = list(StaffAction.objects.order_by("pk"))
    assert [(row.action, row.staff, row.player) for row in rows] == [("powers", admin_user, player)] * 2
    assert rows[0].about == {"before": ["is_active"], "after": ["is_active", "is_staff", "moderators"]}
    assert rows[1].about == {"before": rows[0].about["after"], "after": ["is_active"]}


def test_saving_without_a_change_of_powers_adds_nothing(admin_client):
    player = make_player()

    assert save(admin_client, player, email="new@example.org").status_code == 302

    assert not StaffAction.objects.exists()


def test_a_closed_account_stands_in_the_log(admin_client):
    player = make_player()

    save(admin_client, player, is_active="")

    assert StaffAction.objects.get().about == {"before": ["is_active"], "after": []}
