"""One key, one effect, one answer."""

import pytest

from games.errors import IdempotencyKeyReused
from games.models import IdempotencyKey
from games.services.idempotency import delete_expired_keys
from tests.factories import NOON, days, make_game, play, reload, to_act

pytestmark = pytest.mark.django_db


def test_a_key_used_for_another_request_is_refused():
    game = make_game()
    black = to_act(game)
    play(game, "E5", by=black, expected=0, key="k")

    with pytest.raises(IdempotencyKeyReused):
        play(game, "D5", by=black, expected=0, key="k")


def test_the_same_key_of_two_people_is_two_keys():
    game = make_game()

    play(game, "E5", key="k")
    play(game, "D5", key="k")

    assert reload(game).number == 2


def test_keys_are_kept_for_seven_days():
    play(make_game(), "E5", key="k")

    assert delete_expired_keys(now=NOON + days(6.9)) == 0
    assert delete_expired_keys(now=NOON + days(7.1)) == 1
    assert not IdempotencyKey.objects.exists()


def test_a_refused_move_does_not_use_the_key_up():
    game = make_game(moves="E5")
    white = to_act(game)
    with pytest.raises(Exception, match="occupied"):
        play(game, "E5", by=white, expected=1, key="k")

    receipt = play(game, "D5", by=white, expected=1, key="k")

    assert receipt.number == 2
