"""Undo by consent, and cancelling."""

from datetime import timedelta

import pytest

from games import verbs
from games.errors import (
    NothingToUndo,
    NoUndoRequest,
    TooLateToCancel,
    UndoPending,
)
from games.management.commands.check_games import find_record_faults
from notifications.models import Notice
from rules import Color
from rules.clock import TimeControl
from tests.factories import NOON, act, make_game, play, reload, side, to_act

pytestmark = pytest.mark.django_db


def test_the_last_move_is_taken_back_when_the_opponent_allows_it():
    game = make_game(moves="E5 D4 C3")
    before = game.state().board
    play(game, "C4")
    white = side(game, Color.WHITE)

    act(game, verbs.RequestUndo, by=white)
    act(game, verbs.AnswerUndo, allow=True, by=side(game, Color.BLACK))

    game = reload(game)
    assert game.state().board == before
    assert game.move_number == 3
    assert to_act(game) == white
    assert find_record_faults(game) == []


def test_the_move_before_the_opponents_answer_can_be_taken_back_too():
    game = make_game(moves="E5 D4 C3 C4")
    black = side(game, Color.BLACK)

    act(game, verbs.RequestUndo, by=black)
    act(game, verbs.AnswerUndo, allow=True, by=side(game, Color.WHITE))

    game = reload(game)
    assert game.move_number == 2
    assert to_act(game) == black
    play(game, "F5")
    assert find_record_faults(reload(game)) == []


def test_an_undo_in_the_middle_of_the_game_gives_no_day_as_one_in_the_end_would():
    hours = TimeControl.days_per_move(timedelta(hours=6))
    game = make_game(moves="E5 D4 C3", time=hours)
    act(game, verbs.RequestUndo, by=side(game, Color.BLACK))
    act(game, verbs.AnswerUndo, allow=True, by=side(game, Color.WHITE))
    assert reload(game).deadline == NOON + timedelta(hours=6)


def test_a_captured_stone_comes_back_with_the_undo():
    game = make_game(moves="A9 A8 J1 B9")
    assert game.state().prisoners[Color.WHITE] == 1

    act(game, verbs.RequestUndo, by=side(game, Color.WHITE))
    act(game, verbs.AnswerUndo, allow=True, by=side(game, Color.BLACK))

    state = reload(game).state()
    assert state.prisoners[Color.WHITE] == 0
    assert find_record_faults(reload(game)) == []


def test_declining_leaves_everything_as_it_is_and_says_so():
    game = make_game(moves="E5 D4")
    act(game, verbs.RequestUndo, by=side(game, Color.WHITE))

    act(game, verbs.AnswerUndo, allow=False, by=side(game, Color.BLACK))

    game = reload(game)
    assert game.move_number == 2
    assert game.requests == {}
    assert Notice.objects.filter(kind="undo_declined").exists()
    assert find_record_faults(game) == []


def test_a_new_move_declines_the_request():
    game = make_game(moves="E5 D4")
    act(game, verbs.RequestUndo, by=side(game, Color.WHITE))

    play(game, "C3")

    with pytest.raises(NoUndoRequest):
        act(game, verbs.AnswerUndo, allow=True, by=side(game, Color.BLACK))


def test_one_request_at_a_time():
    game = make_game(moves="E5 D4")
    act(game, verbs.RequestUndo, by=side(game, Color.WHITE))

    with pytest.raises(UndoPending):
        act(game, verbs.RequestUndo, by=side(game, Color.BLACK))


def test_nobody_allows_their_own_request():
    game = make_game(moves="E5 D4")
    act(game, verbs.RequestUndo, by=side(game, Color.WHITE))

    with pytest.raises(NoUndoRequest):
        act(game, verbs.AnswerUndo, allow=True, by=side(game, Color.WHITE))


@pytest.mark.parametrize("moves", ["", "E5 D4 pass pass"])
def test_there_is_nothing_to_undo_before_the_first_move_and_in_the_end_phase(moves):
    game = make_game(moves=moves)

    with pytest.raises(NothingToUndo):
        act(game, verbs.RequestUndo, by=side(game, Color.BLACK))


def test_a_game_can_be_cancelled_before_each_side_has_played():
    game = make_game(moves="E5")

    act(game, verbs.Cancel, by=side(game, Color.BLACK))

    game = reload(game)
    assert game.result == "Void"
    assert not game.rated
    assert find_record_faults(game) == []


def test_a_game_cannot_be_cancelled_once_each_side_has_played():
    game = make_game(moves="E5 D4")

    with pytest.raises(TooLateToCancel):
        act(game, verbs.Cancel, by=side(game, Color.BLACK))
