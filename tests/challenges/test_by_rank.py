"""Handicap and colours from ranks (R31, R44): suggestions, and offers that follow the ranks."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from challenges import services as challenging
from challenges.errors import TermsChanged
from challenges.models import Challenge
from challenges.services import OfferRecipients, ShownTerms
from games.errors import BadTerms
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from ratings.models import Rating
from ratings.ranks import STRONGEST, WEAKEST, Rank
from ratings.suggestions import suggest_handicap, with_komi_for_stones
from rules import Color
from rules.variants import Variant
from rules.variants.variant import VariantGoal
from tests.factories import NOON, make_player, side
from tests.ratings.test_pages import known, page

pytestmark = pytest.mark.django_db

SIX_KYU, FIVE_KYU, TWO_KYU, NINE_DAN = 1500, 1560, 1800, 2800
RANKS = st.integers(WEAKEST, STRONGEST).map(Rank)


def offer(creator, opponent=None, **terms) -> Challenge:
    return challenging.create_challenge(
        PlayerRequest(creator, timezone.now()), Terms(**{"by_rank": True, **terms}), OfferRecipients(opponent=opponent)
    )


def meant(challenge: Challenge, joiner) -> tuple[int, str, Decimal, str]:
    """Return an offer's meaning for a player: handicap, the player's colour, komi, reason for being unrated."""
    found = challenge.for_joiner(joiner)
    return found.handicap, found.color, found.agreed_komi, found.unrated_reason


def join(challenge: Challenge, player, shown: ShownTerms | None) -> Game:
    return challenging.accept_challenge(PlayerRequest(player, NOON), challenge.pk, shown=shown)


@pytest.mark.parametrize(
    ("difference", "steps", "stones"), [(0, 0, 0), (1, 1, 0), (2, 2, 2), (4, 4, 4), (9, 9, 9), (20, 20, 9)]
)
def test_one_stone_a_rank_none_for_one_rank_at_most_nine_R44(difference, steps, stones):
    found = suggest_handicap(Rank(10), Rank(10 + difference), lines=19)

    assert (found.steps, found.stones) == (steps, stones)
    assert found.is_even == (difference == 0)
    assert found.first_is_weaker == (difference > 0)


@pytest.mark.parametrize(
    ("lines", "difference", "stones"), [(13, 5, 2), (13, 10, 4), (9, 3, 0), (9, 14, 2), (9, 38, 5), (25, 4, 4)]
)
def test_on_a_small_board_a_stone_is_worth_more_ranks(lines, difference, stones):
    assert suggest_handicap(Rank(0), Rank(difference), lines=lines).stones == stones


@given(RANKS, RANKS, st.sampled_from([5, 7, 9, 13, 19, 25]), st.sampled_from([0, 4, 9]))
def test_whoever_looks_the_suggestion_is_the_same(one, other, lines, most):
    found, turned = (
        suggest_handicap(one, other, lines=lines, most=most),
        suggest_handicap(other, one, lines=lines, most=most),
    )

    assert (found.steps, found.stones) == (turned.steps, turned.stones)
    assert found.stones == 0 or 2 <= found.stones <= most
    assert found.with_players_swapped == turned
    if not found.is_even:
        assert found.first_is_weaker != turned.first_is_weaker


def test_an_offer_by_ranks_means_something_else_for_everybody():
    challenge = offer(known(SIX_KYU))

    assert meant(challenge, known(SIX_KYU)) == (0, "random", Decimal("5.5"), "")
    assert meant(challenge, known(FIVE_KYU)) == (0, "black", Decimal("0.5"), "komi")
    assert meant(challenge, known(TWO_KYU))[:2] == (4, "black")
    assert meant(challenge, known(1000))[1] == "white"
    assert meant(challenge, known(NINE_DAN))[0] == 9
    assert meant(challenge, make_player()) == (0, "random", Decimal("5.5"), "")


def test_it_becomes_a_game_with_the_handicap_that_was_shown():
    weak, strong = known(SIX_KYU), known(TWO_KYU)

    game = join(offer(strong), weak, ShownTerms(4, "white"))

    assert (game.handicap, game.rated, game.unrated_reason) == (4, False, "handicap")
    assert side(game, Color.BLACK) == weak


def test_one_rank_apart_the_weaker_one_takes_black_with_komi_of_a_half_R31():
    weak, strong = known(SIX_KYU), known(FIVE_KYU)

    game = join(offer(weak, strong), strong, ShownTerms(0, "black"))

    assert (game.handicap, game.komi, game.unrated_reason) == (0, Decimal("0.5"), "komi")
    assert side(game, Color.BLACK) == weak


@pytest.mark.parametrize("shown", [None, ShownTerms(3, "white"), ShownTerms(4, "black"), ShownTerms(0, "random")])
def test_what_was_not_shown_is_not_accepted(shown):
    weak, strong = known(SIX_KYU), known(TWO_KYU)
    challenge = offer(strong)

    with pytest.raises(TermsChanged) as refusal:
        join(challenge, weak, shown)

    assert refusal.value.data == {"handicap": 4, "color": "white"}
    assert not Game.objects.exists()


def test_a_rank_that_has_changed_since_is_noticed():
    weak, strong = known(SIX_KYU), known(TWO_KYU)
    challenge = offer(strong)
    Rating.objects.filter(player=weak).update(rating=1700)

    with pytest.raises(TermsChanged):
        join(challenge, weak, ShownTerms(4, "white"))


@pytest.mark.parametrize("wrong", [{"handicap": 2}, {"komi": Decimal("6.5")}, {"color": "black"}])
def test_by_ranks_and_something_fixed_do_not_go_together(wrong):
    with pytest.raises(BadTerms) as refusal:
        offer(make_player(), **wrong)

    assert refusal.value.data == {"field": "by_rank"}


def test_the_waiting_room_says_what_each_offer_means_for_the_one_who_looks():
    strong = known(TWO_KYU)
    offer(strong)

    four = "<bdi>Handicap: 4 stones</bdi> · <bdi>komi 0.5</bdi> · <bdi>you play Black</bdi> · <bdi>unrated</bdi>"
    assert four in page("/waiting/", known(SIX_KYU))
    assert "<bdi>no handicap</bdi> ·" in page("/waiting/", known(TWO_KYU))
    assert "<bdi>handicap by rank</bdi> ·" in page("/waiting/")


def test_the_waiting_room_takes_the_same_number_of_statements_for_any_number_of_offers_by_ranks():
    viewer, counts = known(SIX_KYU), []
    for _ in range(2):
        for _ in range(4):
            offer(known(TWO_KYU))
        with CaptureQueriesContext(connection) as asked:
            page("/waiting/", viewer)
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_the_page_of_an_offer_says_why_and_accepts_what_it_shows():
    weak, strong = known(SIX_KYU), known(TWO_KYU)
    challenge = offer(strong, weak)
    client = Client()
    client.force_login(weak)

    shown = client.get(challenge.get_absolute_url()).content.decode()
    assert "You'll play Black with 4 handicap stones" in shown
    assert "Handicap games are always unrated." in shown
    stale = client.post(challenge.get_absolute_url(), {"answer": "accept", "handicap": 2, "color": "white"})
    taken = client.post(challenge.get_absolute_url(), {"answer": "accept", "handicap": 4, "color": "white"})

    assert stale.status_code == 409
    assert b"have changed since you last saw them" in stale.content
    assert taken.status_code == 302
    assert Game.objects.get().handicap == 4


def test_the_creator_sees_what_a_direct_offer_means_too():
    strong = known(TWO_KYU)
    challenge = offer(strong, known(SIX_KYU))

    assert "will play Black with 4 handicap stones" in page(challenge.get_absolute_url(), strong)
    assert "Handicap, colours and komi depend on the ranks" in page(offer(strong).get_absolute_url(), strong)


def test_the_page_of_a_new_game_suggests_for_the_one_who_is_named():
    weak, strong = known(SIX_KYU), known(TWO_KYU)

    shown = page(f"/new/?to={strong.username}", weak)

    assert "You'll play Black with 4 handicap stones" in shown
    assert "no rank yet" in page(f"/new/?to={make_player().username}", weak)
    assert "Based on your ranks" not in page("/new/", weak)


def test_the_form_offers_a_game_by_ranks_whatever_the_hidden_fields_say():
    client = Client()
    client.force_login(make_player())
    data = {"opponent_kind": "anyone", "size": "19", "rule_set": "japanese", "color": "black", "handicap": "3",
            "komi": "6.5", "time": "days_3", "by_rank": "on", "rated": "on"}  # fmt: skip

    assert client.post("/new/", data).status_code == 302

    made = Challenge.objects.get()
    assert (made.by_rank, made.handicap, made.komi, made.color) == (True, 0, None, "random")


def test_the_api_says_what_an_offer_means_and_needs_what_it_showed(client):
    weak, strong = known(SIX_KYU), known(TWO_KYU)
    challenge = offer(strong, weak)
    client.force_login(weak)
    path = f"/api/v1/challenges/{challenge.pk}/"

    seen = client.get(path).json()
    assert (seen["by_rank"], seen["handicap"], seen["color"], seen["rated"]) == (True, 4, "white", False)
    assert (seen["creator_rank"], seen["opponent_rank"]) == ("2k", "6k")

    def accept(key, **body):
        return client.post(f"{path}accept/", body, "application/json", headers={"Idempotency-Key": key})

    refused = accept("first")
    assert (refused.status_code, refused.json()["code"]) == (409, "terms_changed")
    assert (refused.json()["handicap"], refused.json()["color"]) == (4, "white")
    assert accept("second", handicap=4).status_code == 400
    made = accept("third", handicap=4, color="white")
    assert (made.status_code, made.json()["handicap"]) == (201, 4)


def test_the_api_refuses_by_ranks_with_something_fixed(client):
    client.force_login(make_player())
    body = {"size": 19, "by_rank": True, "handicap": 2}

    answer = client.post("/api/v1/challenges/", body, "application/json", headers={"Idempotency-Key": "x"})

    assert answer.status_code == 400
    assert "by_rank" in answer.json()["errors"]
    assert not Challenge.objects.exists()


# Evened out by komi instead of stones


@pytest.mark.parametrize(
    ("lines", "difference", "komi"),
    [(19, 0, "6.5"), (19, 1, "-6.5"), (19, 4, "-45.5"), (19, 30, "-110.5"), (9, 3, "1.5")],
)
def test_komi_evens_ranks_out_at_thirteen_points_a_stone(lines, difference, komi):
    found = with_komi_for_stones(suggest_handicap(Rank(0), Rank(difference), lines=lines), Decimal("6.5"))

    assert (found.stones, found.komi, found.is_even) == (0, Decimal(komi), difference == 0)


def test_an_offer_by_komi_gives_the_weaker_black_and_points_and_is_unrated():
    weak, strong = known(SIX_KYU), known(TWO_KYU)
    challenge = offer(strong, weak, by_komi=True, rule_set="japanese")

    assert meant(challenge, weak) == (0, "white", Decimal("-45.5"), "komi")
    with pytest.raises(TermsChanged):
        join(challenge, weak, ShownTerms(0, "white"))
    with pytest.raises(TermsChanged):
        join(challenge, weak, ShownTerms(0, "white", Decimal("-32.5")))
    game = join(challenge, weak, ShownTerms(0, "white", Decimal("-45.5")))
    assert (game.agreed_setup.komi, game.handicap, side(game, Color.BLACK)) == (Decimal("-45.5"), 0, weak)


def test_the_page_offers_komi_by_rank_says_what_it_means_and_takes_it():
    weak, strong = known(SIX_KYU), known(TWO_KYU)
    maker, joiner = Client(), Client()
    maker.force_login(strong)
    joiner.force_login(weak)
    data = {"opponent_kind": "player", "opponent": weak.username, "size": "19", "rule_set": "japanese",
            "time": "days_3", "by_rank": "on", "by_komi": "on", "rated": "on",
            "color": "random", "handicap": "0"}  # fmt: skip
    assert maker.post("/new/", data).status_code == 302
    made = Challenge.objects.get()

    seen = joiner.get(made.get_absolute_url()).content.decode()

    assert "play Black with no handicap stones and −45.5 komi" in seen
    assert 'name="komi" value="-45.5"' in seen
    answer = {"answer": "accept", "handicap": "0", "color": "white", "komi": "-45.5"}
    assert joiner.post(made.get_absolute_url(), answer).status_code == 302
    assert Game.objects.get().agreed_setup.komi == Decimal("-45.5")


def test_the_api_takes_komi_by_rank_only_with_ranks_and_needs_the_komi_it_showed(client):
    weak, strong = known(SIX_KYU), known(TWO_KYU)
    client.force_login(strong)

    def post(path, key, **body):
        return client.post(f"/api/v1/{path}", body, "application/json", headers={"Idempotency-Key": key})

    assert "by_komi" in post("challenges/", "first", size=19, by_komi=True).json()["errors"]
    body = {"size": 19, "rule_set": "japanese", "by_rank": True, "by_komi": True, "opponent": weak.username}
    made = post("challenges/", "second", **body)
    assert made.status_code == 201
    client.force_login(weak)
    path = f"challenges/{made.json()['id']}/"
    seen = client.get(f"/api/v1/{path}").json()
    assert (seen["by_komi"], seen["komi"], seen["handicap"], seen["color"]) == (True, "-45.5", 0, "white")
    shown = {"handicap": 0, "color": "white"}
    assert post(f"{path}accept/", "third", **shown).json()["code"] == "terms_changed"
    assert post(f"{path}accept/", "fourth", komi=seen["komi"], **shown).status_code == 201


def test_komi_by_rank_is_nothing_without_ranks_or_where_nothing_is_counted():
    for terms in ({"by_rank": False, "by_komi": True}, {"by_komi": True, "variant": Variant(goal=VariantGoal((1, 1)))}):
        with pytest.raises(BadTerms) as refusal:
            Terms(**{"by_rank": True, **terms}).check()
        assert refusal.value.data == {"field": "by_komi"}
