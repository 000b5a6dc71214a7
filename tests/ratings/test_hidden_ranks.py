"""Players can hide their rank, and can choose not to see any (C202)."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.core.hidden_ranks import ranks_visible_to
from challenges import services as challenging
from challenges.errors import RankOutsideLimits
from challenges.limits import OpponentLimits
from challenges.services import OfferRecipients
from games.game_view import GameView
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from ratings.models import Category, Rating
from ratings.ranks import Rank
from ratings.standing import find_rank, rank_label_of
from rules import Color
from tests.factories import make_player, reload, side
from tests.ratings.test_games import resigned
from tests.support.browsers import browser
from tests.support.callers import Caller
from tests.tournaments.helpers import asked, look, make_open
from tournaments.services import entering, starting

pytestmark = pytest.mark.django_db
HIDDEN, OTHER = "23k", "21k"


def ranked(label: str, **fields):
    """Someone with this established rank."""
    player = make_player(**fields)
    rating = Rank.parse(label).least_rating + 1
    values = {"rating": rating, "deviation": 50, "volatility": 0.06, "games": 20, "at": timezone.now()}
    Rating.objects.update_or_create(player=player, category=Category.OVERALL, defaults=values)
    return player


@pytest.fixture
def person():
    """Someone of 23k who hides it."""
    return ranked(HIDDEN, hides_rank=True)


def seen(path: str, viewer=None) -> str:
    answer = browser(viewer).get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def ranks_in(text: str) -> set[str]:
    """The ranks that a page shows next to names, and those of files and answers."""
    return set(re.findall(r"\b(?:2[13]k)\b", text))


def test_no_page_shows_the_rank_to_others_C202(person):
    other = ranked(OTHER)
    offer = challenging.create_challenge(PlayerRequest(person, timezone.now()), Terms())
    game = resigned(black=person, white=other, now=timezone.now())
    Rating.objects.filter(player=person, category=Category.OVERALL).update(rating=Rank.parse(HIDDEN).least_rating + 1)
    year = f"/u/{person.username}/{timezone.now().year}/"
    paths = ["/waiting/", offer.get_absolute_url(), f"/u/{person.username}/", game.get_absolute_url(), year]
    for path in (*paths, "/games/archive/"):
        for viewer in (None, other):
            assert HIDDEN not in seen(path, viewer), path
    for path in ("/games/", "/games/?view=list"):
        assert HIDDEN not in seen(path, other), path
    assert "This player's ranks and ratings are hidden." in seen(f"/u/{person.username}/", other)
    assert '<details id="ratings"' not in seen(f"/u/{person.username}/", other)
    assert '<details id="ratings"' in seen(f"/u/{person.username}/", person)
    assert "rating-graph" not in seen(f"/u/{person.username}/", other)
    shown = seen(game.get_absolute_url(), other)
    assert f"<bdi>{other.username}</bdi>: rating" in shown
    assert f"<bdi>{person.username}</bdi>: rating" not in shown

    assert HIDDEN in seen(f"/u/{person.username}/", person), "one's own"
    type(person).objects.filter(pk=person.pk).update(hides_rank=False)
    for path in ("/waiting/", offer.get_absolute_url(), f"/u/{person.username}/"):
        assert HIDDEN in seen(path, other), path


def test_the_reason_for_a_handicap_by_rank_does_not_name_it_C202(person):
    other = ranked(OTHER)
    terms = Terms(by_rank=True)
    open_one = challenging.create_challenge(PlayerRequest(person, timezone.now()), terms)
    received = challenging.create_challenge(PlayerRequest(other, timezone.now()), terms, OfferRecipients(person))

    for offer in (open_one, received):
        page = seen(offer.get_absolute_url(), other)
        assert "depend on the ranks of the two players" in page
        assert HIDDEN not in page
    assert f"{other.username}</bdi> is" in seen(received.get_absolute_url(), person)


def test_no_answer_of_the_API_and_no_record_has_it_C202(person):
    other = ranked(OTHER)
    game = resigned(black=person, white=other, now=timezone.now())
    caller, own = Caller(Client(), other), Caller(Client(), person)
    path = f"players/{person.username}/"

    profile = caller.get(path).json()
    assert (profile["rank"], profile["ratings"]) == (None, [])
    assert caller.get(f"{path}ratings/").json()["results"] == []
    seats = caller.get(f"games/{game.pk}/").json()["players"]
    assert [(seat["rank"] is None, seat["rating_before"] is None) for seat in seats] == [(True, True), (False, False)]
    assert person.username not in str(caller.get("players/").json())
    assert person.username not in str(caller.get("players/", search=person.username[:3], min_rank="30k").json())
    with ranks_visible_to(other):
        record = GameView(reload(game), side(game, Color.WHITE)).sgf()
    assert "BR[" not in record
    assert "WR[" in record

    mine = own.get(path).json()
    assert mine["rank"] is not None
    assert len(mine["ratings"]) == 2
    assert own.get(f"{path}ratings/").json()["results"]


def test_pairing_and_rating_go_on_C202(person):
    before = Rating.objects.get(player=person, category=Category.OVERALL).rating
    resigned(black=ranked(OTHER), white=person, now=timezone.now())
    person = type(person).objects.get(pk=person.pk)
    assert Rating.objects.get(player=person, category=Category.OVERALL).rating != before
    assert find_rank(person) is not None
    assert rank_label_of(person) == ""


def test_an_offer_near_ones_rank_does_not_tell_it_C202(person):
    offer = challenging.create_challenge(
        PlayerRequest(person, timezone.now()), Terms(), OfferRecipients(limits=OpponentLimits(span=1))
    )
    stranger = ranked("5k")
    page = seen("/waiting/", stranger)
    assert "up to 1 rank apart" in page
    assert not {"22k", "23k", "24k"} & set(re.findall(r"\d+k", page))
    with ranks_visible_to(stranger), pytest.raises(RankOutsideLimits) as refused:
        challenging.accept_challenge(PlayerRequest(stranger, timezone.now()), offer.pk)
    assert refused.value.message() == "Your rank is outside this game's rank range."


def test_only_directors_of_an_event_see_it_C202(person):
    tournament = make_open(fewest=2)
    for player in (person, ranked(OTHER)):
        entering.enter_tournament(asked(player), tournament.pk)
    base = f"/tournaments/{tournament.pk}/"
    assert HIDDEN in seen(f"{base}players/", tournament.owner)
    starting.start_tournament(asked(tournament.owner), tournament.pk)
    look()
    for page in ("players/", "rounds/1/", "standings/"):
        assert HIDDEN not in seen(base + page), page
        assert HIDDEN in seen(base + page, tournament.owner), page
    for page in ("", "print/"):
        assert HIDDEN not in seen(base + page), page
    entries = f"/api/v1{base}entries/"
    assert HIDDEN not in seen(entries)
    assert HIDDEN in seen(entries, tournament.owner)
    assert HIDDEN not in seen(f"/api/v1{base}rounds/1/pairings/")

    assert browser().get(f"/api/v1{base}files/json/").json()["code"] == "ranks_hidden"
    assert browser().get(f"{base}files/json/").status_code == 302
    assert HIDDEN in seen(f"{base}files/json/", tournament.owner)


def test_those_who_do_not_want_to_see_ranks_see_none_C202():
    viewer, other = ranked(OTHER, sees_ranks=False), ranked(HIDDEN)
    challenging.create_challenge(PlayerRequest(other, timezone.now()), Terms())
    for path in ("/waiting/", f"/u/{other.username}/", f"/u/{viewer.username}/", "/games/"):
        assert not ranks_in(seen(path, viewer)), path
    assert Caller(Client(), viewer).get(f"players/{other.username}/").json()["rank"] == HIDDEN


def test_both_are_settings_of_the_account_and_of_the_API_C202():
    player = make_player()
    browser(player).post("/settings/account/", {"bio": "", "hides_rank": "on"})
    browser(player).post("/settings/play/", {"after_sending": "stay", "next_order": "deadline"})
    player.refresh_from_db()
    assert (player.hides_rank, player.sees_ranks) == (True, False)
    caller = Caller(Client(), player)
    changed = caller.send("patch", "me/", '{"hides_rank": false, "sees_ranks": true}').json()
    assert (changed["hides_rank"], changed["sees_ranks"]) == (False, True)
