"""Processes of one run of the tests do not meet on a server."""

from __future__ import annotations

import pytest

from accounts.models import Player
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
