"""Ratings on pages: ranks next to names, a player's rating, the graph and its table."""

from __future__ import annotations

import re
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from challenges import services as challenging
from games import verbs
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from ratings.graph import RatingGraphLabels, rating_graph_svg
from ratings.history import MOST_POINTS, GraphPeriod, RatingHistory, RatingPoint, rating_history
from ratings.models import Rating, RatingEvent
from ratings.standing import rank_label_of
from rules import Color
from tests.factories import NOON, act, make_player, side
from tests.ratings.test_games import rated_game, resigned
from tests.ratings.test_season import rate_at_once, season
from tests.support.pages import tight

pytestmark = pytest.mark.django_db


def page(path: str, viewer=None) -> str:
    client = Client()
    if viewer is not None:
        client.force_login(viewer)
    answer = client.get(path)
    assert answer.status_code == 200
    return tight(answer.content.decode())


def known(rating: float, deviation: float = 60, games: int = 20):
    """Someone with this rating."""
    player = make_player()
    Rating.objects.create(
        player=player, category=0, rating=rating, deviation=deviation, volatility=0.06, games=games, at=NOON
    )
    return player


def five_games(**terms):
    """Two people after five rated games, all won by White."""
    black, white = make_player(), make_player()
    return black, white, [resigned(black=black, white=white, now=timezone.now(), **terms) for _ in range(5)]


@pytest.mark.parametrize(("rating", "deviation", "label"), [(1500, 60, "6k"), (1500, 111, "6k?"), (2000, 110, "1d")])
def test_a_rank_is_shown_with_a_question_mark_while_it_is_a_guess(rating, deviation, label):
    assert rank_label_of(known(rating, deviation)) == label


def test_who_was_never_rated_has_no_rank():
    assert rank_label_of(make_player()) == ""


def test_ranks_stand_next_to_names_where_people_choose_each_other():
    person, viewer = known(1500), known(2000)
    waiting = challenging.create_challenge(PlayerRequest(person, timezone.now()), Terms())
    game = rated_game(black=person, white=viewer, now=timezone.now())
    paths = ["/waiting/", waiting.get_absolute_url(), f"/u/{person.username}/", game.get_absolute_url(), "/games/",
             "/games/?view=list", "/games/archive/"]  # fmt: skip

    for path in paths:
        assert ">6k</bdi>" in page(path, viewer), path


def test_a_persons_page_says_the_rating_overall_and_for_sizes_with_enough_games():
    _, white, _ = five_games()

    shown = page(f"/u/{white.username}/")

    rating = Rating.objects.overall().get(player=white)
    assert f"{rating.label}</bdi></b> {rating.rating:.0f} ± {rating.deviation:.0f}" in shown
    assert shown.count("<dt>9×9</dt>") == 1
    assert "19×19</bdi></dt>" not in shown
    assert 'role="img"' in shown


def test_dates_are_written_as_the_language_writes_them():
    _, white, _ = five_games()
    RatingEvent.objects.update(at=NOON.replace(year=2020))

    for language, written in (("en", "2 Mar 2020"), ("fi", "2.3.2020"), ("fa", "۲ مارس ۲۰۲۰")):
        Player.objects.filter(pk=white.pk).update(language=language)
        white.refresh_from_db()
        assert f">{written}</time>" in page(f"/u/{white.username}/", white), language


def test_the_graph_and_its_table_say_the_day_in_the_readers_zone():
    _, white, _ = five_games()
    Player.objects.filter(pk=white.pk).update(time_zone="Pacific/Auckland")
    RatingEvent.objects.update(at=NOON.replace(year=2020))
    white.refresh_from_db()

    shown = page(f"/u/{white.username}/", white)

    assert ">3 Mar 2020</time>" in shown
    assert "2 Mar 2020" not in shown


def test_after_fewer_than_five_games_there_is_no_number_yet():
    game = resigned()

    shown = page(f"/u/{side(game, Color.WHITE).username}/")

    assert "Not enough rated games yet" in shown
    assert '<svg class="graph"' not in shown


def test_the_page_of_a_finished_game_says_what_it_did_to_both_ratings():
    game = resigned(now=timezone.now())

    shown = page(game.get_absolute_url())

    for event in RatingEvent.objects.filter(game=game):
        assert f"rating 1500 → {event.rating:.0f} (" in shown


def test_an_unrated_game_says_why_and_nothing_of_ratings():
    game = resigned(rated=False, now=timezone.now())

    shown = page(game.get_absolute_url())

    assert "The players chose an unrated game." in shown
    assert "rating 1" not in shown


def test_the_table_names_private_games_to_their_players_only():
    black, white, games = five_games(private=True)
    path = f"/u/{white.username}/"

    assert f"/g/{games[0].pk}/" in page(path, black)
    assert f"/g/{games[0].pk}/" not in page(path)
    assert black.username not in page(path)
    assert page(path).count("a private game") == 5


def test_results_are_counted_by_board_and_colour_as_far_as_they_may_be_seen():
    black, white, _ = five_games()
    secret = resigned(black=white, white=black, private=True)
    cells = "9×9</bdi></th><td>White</td><td>5</td><td>0</td><td>0</td>"

    assert cells in page(f"/u/{white.username}/")
    assert "<td>Black</td>" not in page(f"/u/{white.username}/")
    assert "<td>Black</td><td>0</td><td>1</td><td>0</td>" in page(f"/u/{white.username}/", black)
    assert secret.private


def test_the_games_between_two_people_are_listed():
    black, white, games = five_games()

    shown = page(f"/u/{white.username}/", black)

    assert "You have won 0 and lost 5." in shown
    resigned(black=white, white=black)
    assert "You have won 1 and lost 5." in page(f"/u/{white.username}/", black)
    assert "You have won 5 and lost 1." in page(f"/u/{black.username}/", white)
    assert all(f'<a href="/g/{game.pk}/">You lost</a>' in shown for game in games)


def test_any_query_of_a_persons_page_is_answered():
    _, white, _ = five_games()

    for query in ("period=1m", "period=x", "page=99", "page=x", "page=0&period=%00", "period=all&page=2"):
        assert "<caption>" in page(f"/u/{white.username}/?{query}"), query


def test_a_period_without_games_says_so():
    _, white, _ = five_games()
    RatingEvent.objects.update(at=timezone.now() - timedelta(days=100))

    assert "No rated games in this period." in page(f"/u/{white.username}/?period=1m")
    assert 'role="img"' in page(f"/u/{white.username}/?period=6m")


def test_a_persons_page_takes_the_same_number_of_statements_for_any_number_of_games():
    black, white, _ = five_games()
    counts = []
    for more in (0, 4):
        for _ in range(more):
            resigned(black=make_player(), white=white, now=timezone.now())
            resigned(black=black, white=white, now=timezone.now())
        with CaptureQueriesContext(connection) as asked:
            page(f"/u/{white.username}/", black)
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_a_long_history_is_thinned_and_keeps_the_newest():
    rate_at_once(season(700, 2))
    player = RatingEvent.objects.latest("pk").player

    course = rating_history(player, GraphPeriod.ALL, NOON)

    assert len(course.points) <= MOST_POINTS
    assert course.games == 700
    assert course.points[-1].rating == Rating.objects.overall().get(player=player).rating
    assert course.is_thinned


@pytest.mark.parametrize("count", [1, 2, 99, 101])
def test_the_graph_is_a_picture_with_a_name_and_its_shapes_tell_wins_from_losses(count):
    points = tuple(RatingPoint(NOON + timedelta(days=n), 1500 + n, 80, (1.0, 0.0, 0.5)[n % 3]) for n in range(count))

    svg = rating_graph_svg(RatingHistory(points, count, 1600), RatingGraphLabels("<Rating>", ("a", "b"), str))

    picture = ElementTree.fromstring(svg)
    assert picture.attrib["role"] == "img"
    assert picture.attrib["aria-label"] == "<Rating>"
    assert len(re.findall('class="(?:won|lost|drawn)"', svg)) == (count if count <= 100 else 0)


def test_the_rating_of_a_running_game_is_not_foretold():
    game = rated_game(now=timezone.now())

    assert "→" not in page(game.get_absolute_url())
    act(game, verbs.Resign, now=timezone.now())
    assert "→" in page(game.get_absolute_url())
