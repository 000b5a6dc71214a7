"""Seats: made in the order of play; whose turn it is and who the opponents are follow from it."""

import pytest

from games.management.commands.check_games import faults_of
from rules import Color
from tests.factories import make_game, make_player, play, reload

pytestmark = pytest.mark.django_db


def test_the_seats_stand_in_the_order_of_play_and_the_turn_is_one_of_them_R1():
    black, white = make_player(), make_player()
    game = make_game(black=black, white=white)
    assert [(seat.index, seat.color, seat.player) for seat in game.seat_list()] == [
        (0, Color.BLACK, black),
        (1, Color.WHITE, white),
    ]
    assert game.seat_on_turn().player == black
    play(game, "E5")
    assert reload(game).seat_on_turn().player == white
    assert faults_of(reload(game)) == []


def test_a_game_with_handicap_begins_with_the_seat_that_the_rules_say_R40():
    game = make_game(handicap=2)
    assert game.turn == game.agreed_setup.order.seat_of(game.agreed_setup.first_to_act())


def test_each_seat_has_the_other_for_an_opponent():
    black, white = make_game().seat_list()
    game = reload(black.game)
    assert game.opponents(black) == [white]
    assert game.opponents(white) == [black]
