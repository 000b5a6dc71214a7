"""The table of actions is split into partitions while games go on."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection

from games.models import Action
from tests.factories import make_game, play, reload
from tests.support.skips import ON_SQLITE

pytestmark = pytest.mark.django_db


@pytest.mark.postgres
def test_a_game_goes_on_before_and_after_its_actions_are_split_and_new_games_get_partitions():
    game = make_game(moves="E5 D4 C3")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    last = Action.objects.latest("pk").pk

    call_command("partition_actions", games=10, ahead=2)
    play(reload(game), "C4")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM ONLY games_action")
        (in_parent,) = cursor.fetchone()
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    later = [make_game(moves="E5 D4") for _ in range(12)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT tableoid::regclass::text FROM games_action")
        tables = {name for (name,) in cursor.fetchall()}
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    call_command("partition_actions", games=10, ahead=2)

    assert in_parent == 0
    assert len(tables) > 1
    assert "games_action_0" in tables
    assert [action.number for action in game.actions.all()] == [1, 2, 3, 4]
    assert game.actions.get(number=4).pk > last
    assert [one.actions.count() for one in later] == [2] * 12
    call_command("check_games")


@pytest.mark.postgres
def test_a_number_is_taken_only_once_in_every_partition():
    game = make_game(moves="E5 D4")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    call_command("partition_actions", games=10, ahead=2)
    row = game.actions.get(number=2)
    row.pk = None

    with pytest.raises(IntegrityError, match="one_action_a_number"):
        row.save(force_insert=True)


def test_only_postgresql_has_partitions():
    if connection.vendor == "postgresql":
        pytest.skip(ON_SQLITE)
    with pytest.raises(CommandError, match="Only PostgreSQL has partitions"):
        call_command("partition_actions")
