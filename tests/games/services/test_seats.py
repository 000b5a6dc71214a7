"""Seats: created in the order of play; they determine whose turn it is and who the opponents are."""

from datetime import timedelta

import pytest

from games import verbs
from games.management.commands.check_games import find_record_faults
from games.models.results import Ending, result_for
from rules import Color, Point
from rules.clock import TimeControl
from rules.errors import NotYourTurn
from rules.variants import Variant, VariantColors, VariantSeats
from rules.variants.presets import PRESETS
from rules.variants.seats import seat_name
from tests.factories import act, make_game, make_player, play, reload
from tests.support.seated import seated

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
    assert find_record_faults(reload(game)) == []


def test_a_game_with_handicap_begins_with_the_seat_that_the_rules_say_R40():
    game = make_game(handicap=2)
    assert game.turn == game.agreed_setup.order.first_seat_of(game.agreed_setup.first_to_act())


def test_each_seat_has_the_other_for_an_opponent():
    black, white = make_game().seat_list()
    game = reload(black.game)
    assert game.opponents(black) == [white]
    assert game.opponents(white) == [black]


@pytest.mark.parametrize(
    ("variant", "turns"),
    [
        (PRESETS["pair"], "B1 W1 B2 W2 B1"),
        (Variant(seats=VariantSeats((1, 2))), "B W1 B W2 B"),
        (Variant(colors=VariantColors(3)), "B W R B W"),
        (Variant(colors=VariantColors(6)), "B W R U G Y B"),
    ],
    ids=["pair", "rengo", "three", "six"],
)
def test_the_seat_on_turn_goes_round_and_only_it_may_play_V30_V31_V50(variant, turns):
    game = seated(variant, time=TimeControl.fischer(timedelta(days=3), timedelta(days=1)))
    order = game.agreed_setup.order
    assert [seat.color for seat in game.seat_list()] == list(order.seats)
    assert len(game.clock_value().sides.values) == len(order.colors)
    for number, name in enumerate(turns.split()):
        game = reload(game)
        on = game.seat_on_turn()
        assert (seat_name(order, on.index), on.color) == (name, game.state().to_play)
        assert game.seat_of_color(Color(on.color)) == on
        other = game.seat_list()[(on.index + len(order.colors)) % len(order.seats)]
        if other != on:
            with pytest.raises(NotYourTurn) as refused:
                act(game, verbs.Pass, by=other.player)
            assert refused.value.data == {"seat": name}
        act(game, verbs.Play, by=on.player, point=Point(number, 0))
        assert game.clock_value().running == on.color
    assert find_record_faults(reload(game)) == []


def test_who_shares_the_first_place_has_drawn_and_the_others_have_lost_V58():
    for color, result in ((Color.BLACK, "drawn"), (Color.RED, "drawn"), (Color.WHITE, "lost")):
        assert result_for(color, Ending(None, "score", "BR")) == result
    assert result_for(Color.RED, Ending(3, "score")) == "won"
    game = seated(Variant(colors=VariantColors(3)))
    for _ in range(3):
        act(game, verbs.Pass, by=reload(game).seat_on_turn().player)
    proposed = reload(game)
    act(proposed, verbs.Propose, by=proposed.seat_on_turn().player, dead=frozenset())
    for seat in reload(game).opponents(proposed.seat_on_turn()):
        act(game, verbs.Accept, by=seat.player, proposal=1, confirmed=True)
    ended = reload(game)
    assert (ended.result, ended.snapshot["outcome"]["ranking"]) == ("0", ["BWR"])
    assert {seat.result for seat in ended.seat_list()} == {"drawn"}
    assert find_record_faults(ended) == []
