"""Games from before R17 continue: those whose play never stopped under the new rules, the others under their own."""

from importlib import import_module

import pytest

from games import verbs
from games.management.commands.check_games import find_record_faults
from games.models import Action, Game
from tests.factories import act, make_game, play, reload

pytestmark = pytest.mark.django_db
ADDED = ("stops", "stopped_at", "withdrawals", "settled")


def aged(moves):
    """A game as it was stored before there were editions."""
    game = make_game(moves=moves)
    game.setup.pop("edition")
    for name in ADDED:
        game.snapshot.pop(name)
    game.save(update_fields=["setup", "snapshot"])
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize(("moves", "edition"), [("E5 D4 pass", 2), ("", 2), ("E5 D4 pass pass", 1)])
def test_the_migration_gives_the_new_end_phase_to_games_that_never_stopped_R17(moves, edition):
    game = aged(moves)
    assert find_record_faults(game) == []

    import_module("games.migrations.0002_since_0_1_0").use_second_edition(Game, Action)

    game = reload(game)
    assert game.agreed_setup.edition == edition
    assert find_record_faults(game) == []


def test_a_game_of_the_first_edition_is_played_on_by_its_own_rules():
    game = aged("E5 D4 pass pass")
    for _ in range(3):
        act(game, verbs.Resume)
        play(game, "pass")
        play(game, "pass")
    act(game, verbs.Propose, dead=[])

    assert find_record_faults(reload(game)) == []
