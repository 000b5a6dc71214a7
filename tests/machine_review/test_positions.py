"""An analysis reveals nothing about a position in a game in progress: turned, mirrored, imported, with other colours
(C50)."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from foundation import timesource
from games import verbs
from games.models import Game
from machine_review import worker
from machine_review.errors import PositionInPlay
from machine_review.models import PlayedPosition, ReviewJob, WatchedGame
from machine_review.services import reviews
from machine_review.services.positions import (
    check_no_position_in_play,
    refresh_stored_positions,
    store_positions_in_play,
)
from rules import Color
from tests.factories import act, make_game, make_player, play, side
from tests.machine_review.engines import asked, katago
from tests.machine_review.factories import LONGER, OPENING, mirrored, over

pytestmark = pytest.mark.django_db


@pytest.fixture
def log(settings, tmp_path):
    """Return the log of the engine's queries."""
    settings.IGO_REVIEW_ENGINE = katago(tmp_path / "log")
    return tmp_path / "log"


def running(moves=LONGER, **terms):
    return make_game(moves=moves, now=timezone.now(), **terms)


def test_a_game_that_shares_a_position_with_a_running_one_is_refused_C50(log):
    for moves in (LONGER, mirrored(LONGER), f"{OPENING} H5", f"{LONGER} J9"):
        game = running(moves)
        with pytest.raises(PositionInPlay):
            reviews.request_review(over(), make_player(), now=timezone.now())
        act(game, verbs.Resign, now=timezone.now())
        check_no_position_in_play(over())
    assert not ReviewJob.objects.exists()


def test_openings_are_anybodys_C50(log):
    running(f"{OPENING[:-3]} J9 A9 J1 A1")

    check_no_position_in_play(over())


def test_the_same_stones_in_another_order_or_other_colours_are_the_same_position_C50(log):
    running("E5 C3 G7 C7 G3 D5 F4 D6 F6 D4 E3 E7 J4 A6 H5 B5")
    with pytest.raises(PositionInPlay):
        check_no_position_in_play(over())

    swapped = over(f"pass {LONGER}")
    with pytest.raises(PositionInPlay):
        check_no_position_in_play(swapped)


def test_an_imported_position_is_no_way_round_C50(log):
    """A game that begins with what is on the board of a running one, as an SGF file gives it."""
    going_on = running()
    start = {"start": list(going_on.state().board.rows()), "first": "B"}
    game = over("J9 A9")
    Game.objects.filter(pk=game.pk).update(setup={**game.setup, **start})

    with pytest.raises(PositionInPlay):
        check_no_position_in_play(Game.objects.get(pk=game.pk))


def test_it_is_asked_again_before_a_move_is_judged_and_before_anything_is_shown_C50(log):
    game = over()
    reviews.request_review(game, make_player(), now=timezone.now())
    other = running()

    worker.run_next_review()

    assert ReviewJob.objects.get().reason == "position_in_play"
    assert asked(log) == []
    with pytest.raises(PositionInPlay):
        reviews.find_review(game)
    act(other, verbs.Resign, now=timezone.now())
    assert reviews.find_review(game) is not None


def test_what_is_played_since_somebody_asked_counts_C50(log):
    game, other = over(), running(OPENING[:-3])
    check_no_position_in_play(game)
    play(other, "E7", now=timezone.now())

    with pytest.raises(PositionInPlay):
        check_no_position_in_play(game)


def test_moves_that_were_undone_and_those_that_came_instead_are_both_known_C50(log):
    other = running(f"{OPENING} J9")
    store_positions_in_play()
    act(other, verbs.RequestUndo, by=side(other, Color.BLACK), now=timezone.now())
    act(other, verbs.AnswerUndo, by=side(other, Color.WHITE), allow=True, now=timezone.now())
    play(other, "H5", now=timezone.now())

    for moves in (f"{OPENING} J9", f"{OPENING} H5"):
        with pytest.raises(PositionInPlay):
            check_no_position_in_play(over(moves))
    assert PlayedPosition.objects.count() == 3


def test_the_question_takes_three_statements_however_many_games_run_and_moves_take_none(log):
    for _ in range(3):
        running(mirrored(LONGER))
    game = over("E5 C3")
    store_positions_in_play()
    with CaptureQueriesContext(connection) as one:
        check_no_position_in_play(game)
    assert len([q for q in one if "SELECT" in q["sql"] and "games_action" not in q["sql"]]) == 3

    watched = PlayedPosition.objects.count()
    play(Game.objects.in_progress()[0], "J9", now=timezone.now())
    assert PlayedPosition.objects.count() == watched


def test_games_that_are_over_are_forgotten(log):
    game = running()
    reviews.request_review(over("E5 C3"), make_player(), now=timezone.now())
    assert (WatchedGame.objects.count(), PlayedPosition.objects.count()) == (1, 5)
    act(game, verbs.Resign, now=timezone.now())

    refresh_stored_positions(now=timesource.now())

    assert not WatchedGame.objects.exists()
    assert not PlayedPosition.objects.exists()
