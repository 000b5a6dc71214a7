"""The game of the week: last week's game with the most followers is first on the page of games to watch."""

from datetime import timedelta

import pytest
from django.test import Client

from foundation import caches
from games import verbs
from games.models import Game
from social.services import follows, weekly
from tests.factories import NOON, act, make_game, make_player, reload

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
NEXT_WEEK = NOON + 7 * DAY
"""NOON is a Monday."""


def ended(*followers, at=NOON, **terms) -> Game:
    """A game that ended at this time, followed by these players an hour later."""
    game = make_game(now=at - DAY, moves="E5 D4", **terms)
    act(game, verbs.Resign, now=at)
    for player in followers:
        follows.follow_game(
            player=player, game_id=game.pk, label=follows.FollowedGameLabel(), now=at + timedelta(hours=1)
        )
    return reload(game)


@pytest.fixture
def people():
    return [make_player() for _ in range(3)]


def test_the_game_with_the_most_followers_is_chosen_for_the_week_after_it_ended(people):
    most, _fewer = ended(*people), ended(*people[:2], at=NOON + DAY)
    ended(*people, at=NOON - 3 * DAY)

    assert weekly.game_of_the_week(NEXT_WEEK) == weekly.game_of_the_week(NEXT_WEEK + 6 * DAY) == most.pk
    assert weekly.game_of_the_week(NEXT_WEEK + 7 * DAY) is None


def test_of_equal_games_the_latest_is_chosen_and_one_follower_is_not_enough(people):
    ended(*people[:2])
    latest = ended(*people[:2], at=NOON + 2 * DAY)
    ended(people[0], at=NOON + 3 * DAY)

    assert weekly.game_of_the_week(NEXT_WEEK) == latest.pk


def test_votes_that_come_once_the_week_is_over_change_nothing(people):
    chosen, other = ended(*people[:2]), ended(people[0])
    for player in people[1:]:
        follows.follow_game(player=player, game_id=other.pk, label=follows.FollowedGameLabel(), now=NEXT_WEEK)

    assert weekly.game_of_the_week(NEXT_WEEK + DAY) == chosen.pk


def test_private_games_are_never_chosen(people):
    Game.objects.filter(pk=ended(*people).pk).update(private=True)
    assert weekly.game_of_the_week(NEXT_WEEK) is None


def test_the_page_shows_it_first_and_asks_for_it_once_a_week(people, monkeypatch, django_assert_num_queries):
    game = ended(*people, at=NOON)
    ended(at=NOON + DAY)
    monkeypatch.setattr("foundation.timesource.now", lambda: NEXT_WEEK)

    page = Client().get("/games/archive/").content.decode()
    assert page.index("Game of the week") < page.index(f'href="/g/{game.pk}/"')
    assert page.count('class="first large"') == 1
    assert "Game of the week" not in Client().get("/games/archive/?phase=finished").content.decode()
    with django_assert_num_queries(0):
        weekly.game_of_the_week(NEXT_WEEK + DAY)
    caches.clear_all_caches()
