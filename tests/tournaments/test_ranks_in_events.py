"""Events show the ranks that count in them, not the current ones (E10, E96)."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from ratings.models import Category, Rating
from ratings.ranks import Rank
from tests.factories import NOON, make_player
from tests.leagues.helpers import make_league
from tests.team_matches.helpers import Clubs
from tournaments.services import entering, starting

from .helpers import asked, look, make_open

pytestmark = pytest.mark.django_db
FROZEN, TODAY = "5k", "3d"


def rank(player, label: str) -> None:
    """Give this player an established rank."""
    rating = Rank.parse(label).least_rating + 1
    Rating.objects.update_or_create(
        player=player,
        category=Category.OVERALL,
        defaults={"rating": rating, "deviation": 50, "volatility": 0.06, "games": 20, "at": NOON},
    )


def shown(path: str, viewer=None) -> str:
    client = Client()
    if viewer is not None:
        client.force_login(viewer)
    answer = client.get(path)
    assert answer.status_code == 200
    text = re.search(r"(?s)<main.*</main>", answer.content.decode())
    return answer.content.decode() if text is None else text[0]


def ranks_in(text: str) -> set[str]:
    return set(re.findall(r'<bdi class="rank ltr">([^<]*)</bdi>', text))


@pytest.fixture
def running():
    """A tournament whose players were 5k at its start and are 3d now."""
    tournament = make_open(fewest=2)
    people = [make_player() for _ in range(4)]
    for player in people:
        rank(player, FROZEN)
        entering.enter_tournament(asked(player), tournament.pk)
    starting.start_tournament(asked(tournament.owner), tournament.pk)
    look()
    for player in people:
        rank(player, TODAY)
    return tournament, people


@pytest.mark.parametrize("page", ["", "players/", "rounds/1/", "standings/"])
def test_E96_pages_of_a_tournament_show_the_rank_in_it(running, page):
    tournament, _people = running

    assert ranks_in(shown(f"/tournaments/{tournament.pk}/{page}")) == {FROZEN}
    assert ranks_in(shown(f"/tournaments/{tournament.pk}/{page}", tournament.owner)) == {FROZEN}


def test_E96_the_api_and_files_say_the_rank_in_it(running):
    tournament, _people = running
    path = f"/api/v1/tournaments/{tournament.pk}/"
    rounds = json.loads(shown(f"{path}rounds/1/pairings/"))["results"]
    entries = json.loads(shown(f"{path}entries/"))["results"]
    lines = json.loads(shown(f"{path}standings/"))["results"]

    assert {(one["black_rank"], one["white_rank"]) for one in rounds} == {(FROZEN, FROZEN)}
    assert {one["rank"] for one in entries} == {one["rank"] for one in lines} == {FROZEN}
    file = shown(f"/tournaments/{tournament.pk}/files/json/")
    assert {one["rank"] for one in json.loads(file)["lines"]} == {FROZEN}
    assert set(re.findall(r' rank="(\w+)"', shown(f"/tournaments/{tournament.pk}/files/xml/"))) == {FROZEN.upper()}


def test_E96_before_the_start_the_rank_is_that_of_today():
    tournament, player = make_open(), make_player()
    rank(player, FROZEN)
    entering.enter_tournament(asked(player), tournament.pk)
    rank(player, TODAY)

    assert ranks_in(shown(f"/tournaments/{tournament.pk}/players/")) == {TODAY}


def test_E96_a_director_corrects_the_rank_and_pages_follow(running):
    tournament, people = running
    tournament.entries.filter(player=people[0]).update(rank=Rank.parse("1k").steps)

    assert ranks_in(shown(f"/tournaments/{tournament.pk}/rounds/1/")) == {FROZEN, "1k"}


def test_E96_a_group_of_a_league_shows_the_rank_in_it():
    people = [make_player() for _ in range(5)]
    for player in people:
        rank(player, FROZEN)
    league = make_league(*people, free=True)
    for player in people:
        rank(player, TODAY)

    assert ranks_in(shown(f"/leagues/{league.pk}/", people[0])) == {FROZEN}


def test_E96_those_who_wait_for_a_league_are_shown_with_the_rank_by_which_they_come_in():
    player = make_player()
    rank(player, TODAY)
    league = make_league(player, started=False)
    league.members.update(rank=Rank.parse(FROZEN).steps)

    assert ranks_in(shown(f"/leagues/{league.pk}/")) == {FROZEN}


def test_E96_a_lineup_shows_the_ranks_by_which_it_was_set():
    clubs = Clubs(2)
    for player in (*clubs.a, *clubs.b):
        rank(player, FROZEN)
    match = clubs.ordered()
    for player in (*clubs.a, *clubs.b):
        rank(player, TODAY)

    assert ranks_in(shown(f"/team-matches/{match.pk}/")) == {FROZEN}
