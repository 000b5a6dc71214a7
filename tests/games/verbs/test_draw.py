"""Draw by agreement: offered, answered, expired."""

import pytest
from django.test import Client
from django.utils import timezone

from games.game_view import GameView
from games.management.commands.check_games import find_record_faults
from games.verbs import VERBS
from games.verbs.agreements import NoDrawOffered, TooEarlyForDraw
from rules import Color
from tests.factories import act, make_game, make_player, play, reload, side
from wording.refusals import sentence_for

pytestmark = pytest.mark.django_db

MOVES = "C3 G7 C7 G3 E5 E3 E7 C5 G5 D2"
OFFER, ANSWER = VERBS["request_draw"], VERBS["answer_draw"]


def offered(**terms):
    """A game on 9x9, each side with five moves, in which White offers a draw."""
    now = timezone.now()
    game = make_game(moves=MOVES, days=3, now=now, **terms)
    act(game, OFFER, by=side(game, Color.WHITE), now=now)
    return reload(game)


def test_a_draw_ends_the_game_for_nobody_and_rates_as_half_a_win():
    black, white = make_player(), make_player()
    game = offered(black=black, white=white)

    act(game, ANSWER, by=black, allow=True, now=timezone.now())

    game = reload(game)
    assert (game.result, game.end_reason, game.winner, game.rated) == ("0", "agreement", None, True)
    assert {event.score for event in game.rating_events.all()} == {0.5}
    assert find_record_faults(game) == []
    assert "RE[0]" in GameView(game, black).sgf()
    assert "A draw, by agreement." in GameView(game, black).sgf()
    assert "Draw by agreement" in Client(headers={"Accept-Language": "en"}).get(f"/g/{game.pk}/").content.decode()


def test_whoever_is_asked_reads_it_on_the_page_and_plays_on(client):
    game = offered()
    client.force_login(side(game, Color.BLACK))
    page = client.get(f"/g/{game.pk}/", headers={"Accept-Language": "en"}).content.decode()
    assert "has offered a draw." in page
    assert f"/g/{game.pk}/draw-answer/" in page

    play(game, "D8", now=timezone.now())

    assert reload(game).requests == {}
    with pytest.raises(NoDrawOffered):
        act(game, ANSWER, by=side(game, Color.BLACK), allow=True)


def test_a_draw_is_not_offered_before_there_was_enough_play():
    game = make_game(moves="C3 G7", days=3)

    with pytest.raises(TooEarlyForDraw) as refused:
        act(game, OFFER)

    assert "five on 9×9" in sentence_for(refused.value)
    assert not reload(game).requests
