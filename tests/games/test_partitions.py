"""The command `partition_actions`, with games in progress."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection

from games.models import Action, Game
from tests.factories import make_game, play, reload
from tests.support.skips import ON_SQLITE

pytestmark = pytest.mark.django_db


def check_constraints() -> None:
    """Check the constraints that are deferred to the commit: PostgreSQL alters no table before."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def tables_of(games: list[Game]) -> set[str]:
    """Return the names of the partitions that hold the actions of these games."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT tableoid::regclass::text FROM games_action WHERE game_id = ANY(%s)",
            [[game.pk for game in games]],
        )
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.postgres
def test_a_game_goes_on_before_and_after_its_actions_are_split_and_new_games_get_partitions():
    game = make_game(moves="E5 D4 C3")
    check_constraints()
    last = Action.objects.latest("pk").pk

    call_command("partition_actions", games=10, ahead=2)
    play(reload(game), "C4")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM ONLY games_action")
        (in_parent,) = cursor.fetchone()
    check_constraints()
    later = [make_game(moves="E5 D4") for _ in range(12)]
    tables = tables_of([game, *later])
    check_constraints()
    call_command("partition_actions", games=10, ahead=2)

    assert in_parent == 0
    assert len(tables) > 1
    assert "games_action_0" in tables
    assert [action.number for action in game.actions.all()] == [1, 2, 3, 4]
    assert game.actions.get(number=4).pk > last
    assert [one.actions.count() for one in later] == [2] * 12
    call_command("check_games")


@pytest.mark.postgres
def test_moves_of_games_after_the_last_range_are_stored_and_join_the_next_ranges():
    make_game(moves="E5")
    check_constraints()
    call_command("partition_actions", games=1, ahead=1)
    later = [make_game(moves="E5 D4") for _ in range(3)]
    check_constraints()
    before = tables_of(later)

    call_command("partition_actions", games=10, ahead=2)
    play(reload(later[0]), "C3")

    assert before == {"games_action_rest"}
    assert "games_action_rest" not in tables_of(later)
    assert [one.actions.count() for one in later] == [3, 2, 2]


@pytest.mark.postgres
def test_a_number_is_taken_only_once_in_every_partition():
    game = make_game(moves="E5 D4")
    check_constraints()
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
