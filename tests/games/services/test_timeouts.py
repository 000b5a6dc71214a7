"""Games end on time without a request (R51 to R53)."""

from datetime import timedelta

import pytest

from games import services
from games.management.commands.check_games import find_record_faults
from games.models import Game
from games.services import timeouts
from games.services.mass_timeouts import MassTimeouts
from games.services.timeouts import MARGIN
from notifications.models import Notice
from rules import Color
from tests.factories import NOON, days, make_game, play, reload, side

pytestmark = pytest.mark.django_db


def test_the_player_who_let_the_time_run_out_loses_R52():
    game = make_game(moves="E5 D4 C3 C4 F6", days=2)

    services.end_overdue_games(now=NOON + days(2) + 2 * MARGIN)

    assert reload(game).result == "B+T"
    assert find_record_faults(reload(game)) == []


def test_the_game_ends_when_the_time_ran_out_not_when_it_was_noticed_R53():
    game = make_game(moves="E5", days=2)

    services.end_overdue_games(now=NOON + days(9))

    assert reload(game).finished_at == NOON + days(2)


def test_nobody_is_flagged_before_the_deadline():
    game = make_game(days=2)

    ended = services.end_overdue_games(now=NOON + days(2) - timedelta(milliseconds=1))

    assert ended == 0
    assert not reload(game).is_finished


def test_a_game_ends_within_a_minute_of_its_deadline():
    make_game(days=2)

    assert timedelta(seconds=30) >= MARGIN
    assert services.end_overdue_games(now=NOON + days(2) + timedelta(seconds=31)) == 1


def test_sweeping_twice_ends_a_game_once():
    game = make_game(days=1)
    late = NOON + days(2)

    assert [services.end_overdue_games(now=late) for _ in range(2)] == [1, 0]
    assert reload(game).actions.filter(kind="time_out").count() == 1


def test_one_broken_game_does_not_stop_the_others():
    broken, whole = make_game(days=1), make_game(days=1)
    Game.objects.filter(pk=broken.pk).update(snapshot={"broken": True})

    assert services.end_overdue_games(now=NOON + days(2)) == 1
    assert reload(whole).is_finished


def test_earlier_losses_on_time_are_read_once_for_all_games_of_a_sweep_R54(monkeypatch):
    games, read = [make_game(days=1) for _ in range(3)], []

    class Read(MassTimeouts):
        def __init__(self, found):
            read.append([game.pk for game in found])
            super().__init__(found)

    monkeypatch.setattr(timeouts, "MassTimeouts", Read)

    assert services.end_overdue_games(now=NOON + days(2)) == 3
    assert read == [[game.pk for game in games]]


def test_both_players_are_notified_that_the_game_is_over():
    game = make_game(days=1)

    services.end_overdue_games(now=NOON + days(2))

    notices = Notice.objects.filter(kind="game_finished", game=game).values_list("player_id", flat=True)
    assert set(notices) == {side(game, Color.BLACK).pk, side(game, Color.WHITE).pk}


def test_the_clock_runs_only_on_its_owners_turn_R51():
    game = make_game(days=2)
    play(game, "E5", now=NOON + days(1))

    services.end_overdue_games(now=NOON + days(2.5))

    assert not reload(game).is_finished


def test_the_oldest_deadline_is_dealt_with_first_and_a_sweep_is_bounded():
    later, sooner = make_game(days=3), make_game(days=1)

    assert services.end_overdue_games(now=NOON + days(9), most=1) == 1
    assert reload(sooner).is_finished
    assert not reload(later).is_finished
