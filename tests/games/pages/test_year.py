"""A player's year in review: its numbers include exactly the games that the viewer may see."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import verbs
from games.models import Game
from games.services.year import reviewable_years_of, year_review_of
from rules import Color
from tests.factories import act, make_game, make_player, reload, side
from tests.ratings.test_games import resigned
from tests.social.test_messages import browser

pytestmark = pytest.mark.django_db
MARCH = datetime(2025, 3, 10, tzinfo=UTC)


def ended(black, white, at=MARCH, moves="E5 D4", **terms) -> Game:
    """A game that the player on turn resigned at this time."""
    game = make_game(black=black, white=white, now=at - timedelta(days=1), moves=moves, **terms)
    act(game, verbs.Resign, now=at)
    return reload(game)


@pytest.fixture
def people():
    return [make_player(name, date_joined=datetime(2024, 5, 1, tzinfo=UTC)) for name in ("aino", "babak", "cyrus")]


def test_a_year_adds_up_its_games_by_month_result_and_opponent(people):
    aino, babak, cyrus = people
    ended(aino, babak)  # Black is on turn after two moves, and resigns
    longest = ended(babak, aino, moves="E5 D4 C3 C4")
    ended(aino, cyrus, at=MARCH + timedelta(days=60))
    ended(aino, babak, at=MARCH.replace(year=2024))
    ended(babak, cyrus)

    found = year_review_of(aino, aino, 2025)
    assert (found.game_count, found.won, found.lost, found.drawn) == (3, 1, 2, 0)
    assert (found.months[2], found.months[4], found.busiest_month_count) == (2, 1, 2)
    assert [(player.username, count) for player, count in found.opponents] == [("babak", 2), ("cyrus", 1)]
    assert found.longest == longest
    assert year_review_of(aino, aino, 2026).game_count == 0


def test_private_games_count_for_those_who_may_see_them_only(people):
    aino, babak, cyrus = people
    ended(aino, babak, private=True)

    assert [year_review_of(aino, viewer, 2025).game_count for viewer in people] == [1, 1, 0]
    assert year_review_of(aino, cyrus, 2025).longest is None
    assert year_review_of(aino, cyrus, 2025).opponents == []


def test_ratings_are_those_of_the_year(people):
    loser = side(resigned(black=people[0], white=people[1], now=MARCH), Color.BLACK)
    first, last, highest = year_review_of(loser, loser, 2025).ratings
    assert 1500 == first > last == highest
    assert year_review_of(loser, loser, 2024).ratings is None


def test_the_page_is_for_the_years_since_joining_and_asks_as_much_however_many_games_there_are(people):
    aino, babak, cyrus = people
    assert list(reviewable_years_of(aino, MARCH)) == [2024, 2025]
    for year, status in ((2023, 404), (2024, 200), (2025, 200), (9999, 404)):
        assert Client().get(f"/u/aino/{year}/").status_code == status
    assert "No games finished in 2025." in Client().get("/u/aino/2025/").content.decode()

    def queries() -> int:
        client = browser(babak)
        with CaptureQueriesContext(connection) as seen:
            assert "2025 in review" in client.get("/u/aino/2025/").content.decode()
        return len(seen)

    ended(aino, babak)
    before = queries()
    for _ in range(3):
        ended(aino, cyrus)
    assert queries() == before


def test_the_profile_leads_to_this_year(people):
    assert f'href="/u/aino/{timezone.now().year}/"' in Client().get("/u/aino/").content.decode()


def test_the_page_names_the_busiest_month(people):
    aino, babak, _cyrus = people
    for days in (0, 60, 61):
        ended(aino, babak, at=MARCH + timedelta(days=days))

    assert '<dd class="month">May</dd>' in Client().get("/u/aino/2025/").content.decode()


def test_the_page_names_no_busiest_month_of_several(people):
    aino, babak, _cyrus = people
    for days in (0, 60):
        ended(aino, babak, at=MARCH + timedelta(days=days))

    assert 'class="month"' not in Client().get("/u/aino/2025/").content.decode()
