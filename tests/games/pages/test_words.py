"""Pages have whole sentences that are true for their reader; no sentence is joined from two messages."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from challenges import services as challenging
from challenges.services import OfferRecipients
from games import verbs
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from rules.clock import TimeoutPolicy
from tests.factories import act, make_player, reload
from tests.ratings.test_pages import known
from tests.support.games import make_game
from tests.support.pages import tight

pytestmark = pytest.mark.django_db


def words(path: str, viewer=None) -> str:
    """A page without its tags."""
    browser = Client()
    if viewer is not None:
        browser.force_login(viewer)
    page = browser.get(path).content.decode()
    return unescape(tight(re.sub(r"<[^>]+>", "", page)))


def late_game(**players) -> Game:
    """Return a game whose time has run out, which continues until a player claims the win."""
    long_ago = timezone.now() - timedelta(days=5)
    game = make_game(days=3, lateness=TimeoutPolicy.CLAIM, now=long_ago, **players)
    return reload(game)


def test_a_clock_that_has_run_out_has_nothing_left():
    player = make_player()
    late, here = late_game(black=player), make_game(black=player, days=3)

    beside = words(here.get_absolute_url(), player)
    assert "time has run out" in beside
    assert "run out left" not in beside + words("/games/", player) + words("/notifications/", player)
    page = words(late.get_absolute_url(), player)
    assert "Time ran out on" in page
    assert "Time runs out on" not in page
    assert "Time runs out on" in words(here.get_absolute_url(), player)


def test_the_rank_stands_next_to_the_name_in_the_heading_of_an_offer():
    ben, anna = known(1500), known(1500)
    asked = PlayerRequest(anna, timezone.now())
    offer = challenging.create_challenge(asked, Terms(), OfferRecipients(opponent=ben))

    assert f"Waiting for {ben.username} 6k to answer" in words(offer.get_absolute_url(), anna)
    assert f"{anna.username} 6k offers a game" in words(offer.get_absolute_url(), ben)


def test_no_two_folds_of_a_game_have_names_for_the_same_thing():
    game = make_game(moves="D4 F6")
    white = game.seat_list()[1].player
    act(game, verbs.RequestUndo, by=white, now=timezone.now())
    browser = Client()
    browser.force_login(white)
    page = browser.get(game.get_absolute_url()).content.decode()
    folds = re.findall(r"<summary[^>]*>(.*?)</summary>", page, re.DOTALL)

    names = [tight(re.sub(r"<[^>]+>", "", fold)).strip() for fold in folds]
    assert "Moves" in names
    assert "Scoring, requests and rulings" in names
    assert not [name for name in names if "Move list" in name]
    assert len(names) == len(set(names))


def test_only_who_does_not_play_is_offered_to_follow_a_game():
    game = make_game(moves="D4", private=False)

    assert "Follow this game" not in words(game.get_absolute_url(), game.seat_list()[0].player)
    assert "Follow this game" in words(game.get_absolute_url(), make_player())


def test_nothing_is_announced_when_somebody_signs_in():
    make_player("ben")
    browser = Client()
    answer = browser.post(reverse("account_login"), {"login": "ben", "password": "correct horse"}, follow=True)

    assert answer.context["user"].username == "ben"
    assert [str(message) for message in answer.context["messages"]] == []
    assert "Successfully signed in" not in answer.content.decode()


def test_the_terms_of_a_game_give_the_reason_as_a_sentence_of_its_own():
    game = make_game(handicap=2, rule_set="japanese", size=19)

    page = Client().get(game.get_absolute_url()).content.decode()
    assert re.search(r"unrated<br><small>Handicap games are always unrated.</small>", page)
