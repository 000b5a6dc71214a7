"""The number of players who could enter, and defaults for servers where few have an established rank (E10, E106)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.utils import timezone

from ratings.models import Category, Rating
from ratings.ranks import Rank
from tests.factories import make_player
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tournaments.services.eligible import are_ranks_mostly_established, count_eligible_players

pytestmark = pytest.mark.django_db


def seen(days_ago=1, rank=None, deviation=60.0, **about):
    """A player who was here some days ago, with a rank or without."""
    player, now = make_player(**about), timezone.now()
    made = UserSession.objects.create(user=player, ip="127.0.0.1", session_key=f"s{player.pk}")
    UserSession.objects.filter(pk=made.pk).update(last_seen_at=now - timedelta(days=days_ago))
    if rank is not None:
        rating = Rank.parse(rank).least_rating + 0.1
        Rating.objects.create(
            player=player, category=Category.OVERALL, rating=rating, deviation=deviation, volatility=0.06, games=9,
            at=now,
        )  # fmt: skip
    return player


@pytest.mark.parametrize(
    ("limits", "count"),
    [
        ({}, 4),
        ({"established": True}, 2),
        ({"lowest_rank": Rank.parse("6k").steps}, 4),
        ({"lowest_rank": Rank.parse("5k").steps}, 3),
        ({"highest_rank": Rank.parse("6k").steps}, 3),
        ({"highest_rank": Rank.parse("9d").steps}, 4),
        ({"lowest_rank": Rank.parse("5k").steps, "established": True}, 1),
        ({"lowest_rank": "", "highest_rank": "", "least_games": 1}, 0),
    ],
)
def test_E10_E108_players_of_the_last_30_days_are_counted_by_the_limits_also_without_a_rank(limits, count):
    seen(rank="6k")
    seen(rank="1d")
    seen(rank="9k", deviation=111.0)
    seen()
    seen(days_ago=31, rank="6k")
    seen(rank="6k", is_bot=True)
    assert count_eligible_players(limits, timezone.now()) == count


def test_E10_an_established_rank_is_asked_for_only_where_half_of_the_players_have_one():
    organiser = seen()
    page = signed_in(organiser).get("/tournaments/new/")
    assert page.context["form"]["established"].value() is False
    assert not are_ranks_mostly_established(timezone.now())
    seen(rank="6k")
    assert are_ranks_mostly_established(timezone.now())
    seen()
    assert not are_ranks_mostly_established(timezone.now())


@pytest.mark.parametrize(("kind", "late"), [("swiss", True), ("knockout", False)])
def test_E26_E106_a_program_gets_the_defaults_of_the_form(kind, late):
    organiser, plan = seen(), {"name": "Cup", "kind": kind, "terms": {"size": 9, "days": 2}}
    program = program_of(organiser, "events:direct")
    make = lambda **more: send(program, "/api/v1/tournaments/", **plan, **more).json()  # noqa: E731
    young = make()
    assert (young["established"], young["late_entry"]) == (False, late)
    asked = make(established=True, late_entry=False)
    assert (asked["established"], asked["late_entry"]) == (True, False)
    seen(rank="6k")
    assert make()["established"]


def test_E106_the_form_says_how_many_players_could_enter():
    organiser = seen()
    seen(rank="6k")
    client = signed_in(organiser)
    shown = []
    for chosen in ("", "on"):
        page = client.get("/tournaments/new/", {"kind": "swiss", "established": chosen})
        shown.append("1 player active in the last 30 days could enter." in page.context["form"].sentence)
    assert shown == [False, True]
