"""Parallel test processes never share a server."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, Permission

from accounts.models import Player
from accounts.security.staff_permissions import GRADES
from tests.factories import make_player
from tests.support.workers import choose

SERVERS = ["postgres://one", "redis://one", "postgres://two", "redis://two"]


def test_each_process_has_servers_of_its_own():
    first, second = choose("gw0", SERVERS), choose("gw1", SERVERS)

    assert choose("", SERVERS) == first == {"DATABASE_URL": "postgres://one", "REDIS_URL": "redis://one"}
    assert second == {"DATABASE_URL": "postgres://two", "REDIS_URL": "redis://two"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("again", [False, True])
def test_nothing_of_a_test_is_left_for_the_next(again):
    assert not Player.objects.exists()

    make_player("aino")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("again", [False, True])
def test_what_every_database_begins_with_is_there_as_it_was_whatever_a_test_did_to_it(again):
    """Permissions depend on this: groups and their permissions stay, also after a test with real transactions."""
    moderators = Group.objects.get(name="moderators")
    assert moderators.permissions.count() == len(GRADES["moderators"])
    assert not Group.objects.filter(name="renamed").exists()
    assert Permission.objects.filter(codename="view_player").exists()

    moderators.permissions.clear()
    Group.objects.filter(pk=moderators.pk).update(name="renamed")
    Permission.objects.filter(codename="view_player").delete()
