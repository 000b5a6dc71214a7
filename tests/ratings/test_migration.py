"""Games that ended before there were ratings."""

from importlib import import_module

import pytest
from django.apps import apps

from games import verbs
from ratings import services as ratings
from ratings.checking import differences
from ratings.models import Rating, RatingEvent, RatingLedger
from tests.factories import act, make_game, make_player
from tests.ratings.test_games import resigned

pytestmark = pytest.mark.django_db


class AsTheyWere:
    """The models of today by the names that they had then."""

    @staticmethod
    def get_model(app, name):
        return RatingLedger if name == "Book" else apps.get_model(app, name)


def test_games_that_ended_before_there_were_ratings_are_rated_in_their_order():
    black, white, third = make_player(), make_player(), make_player()
    games = [resigned(black=black, white=white), resigned(black=white, white=third), resigned(rated=False)]
    act(make_game(moves="E5", days=3), verbs.Resign)
    expected = list(RatingEvent.objects.in_order().values_list("game", "player", *RatingEvent.RECKONED))
    for model in (RatingEvent, Rating, RatingLedger):
        model.objects.all().delete()

    import_module("ratings.migrations.0002_games_before_ratings").rate_finished_games(AsTheyWere, None)
    while ratings.replay():
        pass

    found = list(RatingEvent.objects.in_order().values_list("game", "player", *RatingEvent.RECKONED))
    assert found == expected
    assert {game for game, *_ in found} == {game.pk for game in games[:2]}
    assert Rating.objects.count() == 6
    assert list(differences()) == []
