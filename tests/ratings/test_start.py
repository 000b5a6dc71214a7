"""Starting ratings from ranks elsewhere (E152)."""

from __future__ import annotations

import pytest

from accounts.core.guests import NotForGuests
from accounts.models import Player
from ratings import services, start
from ratings.checking import replay_differences
from ratings.equivalents import RankSystem
from ratings.glicko2 import LARGEST_DEVIATION, Strength, update_strength
from ratings.models import Category, Rating, RatingEvent, StartRating
from ratings.ranks import Rank
from ratings.standing import profile_ratings_of, rank_label_of
from tests.factories import NOON, days, make_player
from tests.ratings.test_rules_of_ratings import won
from tests.support.callers import Caller
from tests.tournaments.test_pages_and_api import signed_in

pytestmark = pytest.mark.django_db


def rank(text):
    found = Rank.parse(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("system", "there", "here"),
    [
        ("ogs", "7k", "7k"),
        ("egf", "10k", "10k"),
        ("kgs", "5k", "9k"),
        ("igs", "5k", "6k"),
        ("ogs", "9d", "3d"),
        ("ogs", "30k", "30k"),
    ],
)
def test_E152_the_table_of_ranks_gives_the_start_at_most_3d(system, there, here):
    assert str(start.starting_rank(RankSystem(system), rank(there))) == here


def test_E152_a_rank_of_igs_below_its_numbered_ranks_is_refused():
    with pytest.raises(start.NoEquivalentRank):
        start.store_stated_rank(make_player(), RankSystem.IGS, rank("18k"), NOON)


def test_E152_a_stated_rank_is_shown_as_uncertain_before_the_first_game():
    player = make_player()

    start.store_stated_rank(player, RankSystem.OGS, rank("5k"), NOON)

    assert rank_label_of(player) == "5k?"
    assert Rating.objects.get(player=player).deviation == LARGEST_DEVIATION
    assert profile_ratings_of(player).overall is None
    start.store_stated_rank(player, RankSystem.OGS, rank("9k"), NOON)
    assert [row.label for row in Rating.objects.filter(player=player)] == ["9k?"]
    start.withdraw_stated_rank(player)
    assert not Rating.objects.filter(player=player).exists()


def test_E152_the_first_game_of_each_size_starts_from_the_stated_rank():
    player, other = make_player(), make_player()
    row = start.store_stated_rank(player, RankSystem.OGS, rank("2k"), NOON)

    services.rate_game_once(won(player, other, NOON + days(1), size=9))
    services.rate_game_once(won(player, other, NOON + days(2), size=19))

    first, second = RatingEvent.objects.filter(player=player).in_rating_order()
    assert first.rating_before == row.rating
    begun = Strength(row.rating, LARGEST_DEVIATION, 0.06)
    assert first.rating == pytest.approx(update_strength(begun, [(Strength(1500, 350, 0.06), 1.0)]).rating)
    assert second.size_rating > row.rating
    assert second.size_games == 1


def test_E152_replays_and_withdrawn_games_give_the_same():
    player, other = make_player(), make_player()
    row = start.store_stated_rank(player, RankSystem.KGS, rank("5k"), NOON)
    first, second = won(player, other, NOON + days(1)), won(other, player, NOON + days(2))
    services.rate_game_once(first)
    services.rate_game_once(second)
    stored = list(RatingEvent.objects.in_rating_order().values_list("rating", "size_rating"))

    services.recalculate_all_games()
    assert list(RatingEvent.objects.in_rating_order().values_list("rating", "size_rating")) == stored
    assert list(replay_differences()) == []

    for result in (first, second):
        services.withdraw_game_ratings(game_id=result.game_id, now=NOON + days(3))
    assert list(replay_differences()) == []
    (left,) = Rating.objects.filter(player=player)
    assert (left.category, left.rating, left.games) == (Category.OVERALL, row.rating, 0)
    services.recalculate_all_games()
    assert Rating.objects.filter(player=player).count() == 1


def test_E152_after_a_rated_game_for_guests_and_for_bots_there_is_no_start():
    player = make_player()
    services.rate_game_once(won(player, make_player()))

    for change in (
        lambda: start.store_stated_rank(player, RankSystem.OGS, rank("5k"), NOON),
        lambda: start.withdraw_stated_rank(player),
    ):
        with pytest.raises(start.AlreadyHasRatedGame):
            change()
    with pytest.raises(NotForGuests):
        start.store_stated_rank(make_player("guest-4821", is_guest=True), RankSystem.OGS, rank("5k"), NOON)
    with pytest.raises(start.BotsCannotStateRank):
        start.store_stated_rank(make_player(is_bot=True), RankSystem.OGS, rank("5k"), NOON)
    assert not StartRating.objects.exists()


def test_E152_it_is_stated_on_the_page_and_marked_on_the_profile(client):
    player = make_player("aino")
    browser = signed_in(player)

    page = browser.get("/ranks/", {"system": "ogs", "rank": "6k"}).content.decode()
    assert "Use this rank" in page
    assert "Use this rank" not in client.get("/ranks/?system=ogs&rank=6k").content.decode()
    browser.post("/ranks/start/", {"system": "ogs", "rank": "6k"})
    assert "Your starting rank" in browser.get("/ranks/").content.decode()
    assert "OGS 6k" in browser.get("/u/aino/").content.decode()
    browser.post("/ranks/start/", {"do": "remove"})
    assert not StartRating.objects.exists()


def test_E152_the_same_by_the_api(client):
    caller = Caller(client, make_player("aino"))

    assert caller.get("me/starting-rank/").json() == {"system": None, "rank": None, "here": None, "may_change": True}
    stated = caller.send("put", "me/starting-rank/", '{"system": "ogs", "rank": "6k"}')
    assert stated.json() == {"system": "ogs", "rank": "6k", "here": "6k", "may_change": True}
    assert caller.send("put", "me/starting-rank/", '{"system": "ogs", "rank": "6x"}').status_code == 400
    assert caller.send("delete", "me/starting-rank/", "").status_code == 204


def test_E152_after_a_rated_game_the_api_refuses_to_change_the_start(client):
    player = make_player("aino")
    services.rate_game_once(won(player, make_player()))
    caller = Caller(client, player)

    for method, body in (("put", '{"system": "ogs", "rank": "6k"}'), ("delete", "")):
        refused = caller.send(method, "me/starting-rank/", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "already_rated")
    assert not caller.get("me/starting-rank/").json()["may_change"]


def test_E152_new_players_are_asked_for_it_directly_after_sign_up_until_their_first_game(client):
    form = {"username": "aino", "password1": "a long one 52", "email": ""}
    page = client.post("/accounts/signup/", form, follow=True).content.decode()
    assert "I have a rank on another server" in page
    assert 'action="/ranks/start/"' in page

    client.post("/ranks/start/", {"system": "egf", "rank": "10k"})

    player = Player.objects.get(username="aino")
    assert rank_label_of(player) == "10k?"
    services.rate_game_once(won(player, make_player()))
    assert "I have a rank on another server" not in client.get("/").content.decode()
