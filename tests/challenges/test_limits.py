"""Limits of an offer (issue 16, "Around the game"): who may accept it, and how many players."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from challenges import services as challenging
from challenges.errors import AlreadyJoined, EstablishedRankRequired, NoRankYet, RankOutsideLimits, SameOpponentAgain
from challenges.limits import OpponentLimits
from challenges.models import Challenge
from challenges.refusals import set_refusals
from challenges.services import OfferRecipients, ShownTerms
from foundation.refusals import Refusal
from games import verbs
from games.errors import BadTerms
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from notifications.models import Notice
from programs.models import Event
from ratings.models import Rating
from ratings.ranks import Rank
from rules import Color
from tests.factories import NOON, act, make_game, make_player, side, to_act
from tests.ratings.test_pages import known, page

pytestmark = pytest.mark.django_db
TEN_KYU, SIX_KYU, FIVE_KYU, TWO_KYU = 1250, 1500, 1560, 1800


def offer(creator, terms: Terms | None = None, **limits) -> Challenge:
    to = OfferRecipients(
        by_link=limits.pop("by_link", False), opponent=limits.pop("opponent", None), limits=OpponentLimits(**limits)
    )
    return challenging.create_challenge(PlayerRequest(creator, NOON), terms or Terms(width=9, height=9), to)


def join(challenge: Challenge, player, *, now=NOON, **expected) -> Game:
    return challenging.accept_challenge(PlayerRequest(player, now), challenge.pk, **expected)


def refusal_of(challenge: Challenge, player, now=NOON) -> str:
    """The code with which the list says it before, and accepting after; "" for a game."""
    found = Challenge.objects.with_people().get(pk=challenge.pk)
    set_refusals([found], player, now)
    result = "" if found.refusal is None else found.refusal.code
    before = Game.objects.count()
    refused = ""
    try:
        join(challenge, player, now=now, token=challenge.token)
    except Refusal as refusal:
        refused = refusal.code
    assert refused == result
    assert bool(refused) == (Game.objects.count() == before)
    return result


def test_only_ranks_from_one_to_another_may_accept():
    ranks = {"lowest": Rank.parse("6k"), "highest": Rank.parse("5k")}
    assert refusal_of(offer(make_player(), **ranks), known(TEN_KYU)) == "rank_outside"
    assert refusal_of(offer(make_player(), **ranks), known(TWO_KYU)) == "rank_outside"
    assert refusal_of(offer(make_player(), **ranks), make_player()) == "rank_outside"
    assert refusal_of(offer(make_player(), **ranks), known(SIX_KYU)) == ""
    assert refusal_of(offer(make_player(), **ranks), known(FIVE_KYU)) == ""
    assert refusal_of(offer(make_player(), lowest=Rank.parse("6k")), known(TWO_KYU)) == ""
    assert refusal_of(offer(make_player(), highest=Rank.parse("6k")), known(TWO_KYU)) == "rank_outside"


def test_the_refusal_says_the_ranks_and_ones_own():
    challenge = offer(make_player(), lowest=Rank.parse("6k"), highest=Rank.parse("2k"))

    with pytest.raises(RankOutsideLimits) as refusal:
        join(challenge, known(TEN_KYU))

    assert refusal.value.data == {"lowest": "6k", "highest": "2k", "rank": str(Rank.of_rating(TEN_KYU))}
    assert "6k" in refusal.value.message()
    with pytest.raises(RankOutsideLimits, match="rank_outside") as refusal:
        join(challenge, make_player())
    assert "You'll get a rank after your first rated game" in refusal.value.message()


def test_near_my_rank_follows_my_rank():
    maker = known(SIX_KYU)
    assert refusal_of(offer(maker, span=1), known(FIVE_KYU)) == ""
    challenge = offer(maker, span=1)
    assert refusal_of(challenge, known(TWO_KYU)) == "rank_outside"

    Rating.objects.filter(player=maker).update(rating=TWO_KYU)

    assert refusal_of(challenge, known(TWO_KYU)) == ""


def test_who_has_no_rank_cannot_ask_for_ranks_near_it():
    with pytest.raises(NoRankYet) as refusal:
        offer(make_player(), span=2)
    assert refusal.value.data == {"field": "rank_span"}
    assert not Challenge.objects.exists()


def test_an_established_rank_has_no_question_mark():
    challenge = offer(make_player(), established=True)
    with pytest.raises(EstablishedRankRequired):
        join(challenge, known(SIX_KYU, deviation=200))
    assert refusal_of(challenge, make_player()) == "rank_unsettled"
    assert refusal_of(challenge, known(SIX_KYU)) == ""


def test_nobody_i_am_playing_now():
    aino, babak = make_player(), make_player()
    game = make_game(black=aino, white=babak)
    challenge = offer(aino, same_opponent="after")

    with pytest.raises(SameOpponentAgain):
        join(challenge, babak)

    act(game, verbs.Resign, by=babak, now=NOON)
    assert refusal_of(challenge, babak) == ""


@pytest.mark.parametrize(("again", "days", "refused"), [("days_7", 6, True), ("days_7", 8, False),
                                                       ("days_30", 29, True), ("never", 4000, True)])  # fmt: skip
def test_not_again_within_so_many_days_after_the_last_game_ended(again, days, refused):
    aino, babak = make_player(), make_player()
    game = make_game(black=aino, white=babak)
    act(game, verbs.Resign, by=aino, now=NOON)
    found = refusal_of(offer(aino, same_opponent=again), babak, NOON + timedelta(days=days))
    assert found == ("same_opponent" if refused else "")


def test_several_games_from_one_offer_each_with_somebody_else():
    aino, people = make_player(), [make_player() for _ in range(4)]
    challenge = offer(aino, games=3)

    games = [join(challenge, people[0])]
    with pytest.raises(AlreadyJoined) as refusal:
        join(challenge, people[0])
    assert refusal.value.data == {"game": games[0].pk}
    challenge.refresh_from_db()
    assert (challenge.status, challenge.games_left, challenge.game) == ("open", 2, None)
    games += [join(challenge, people[1]), join(challenge, people[2])]

    challenge.refresh_from_db()
    assert (challenge.status, challenge.games_left, challenge.game) == ("accepted", 0, games[2])
    assert refusal_of_gone(challenge, people[3]) == "challenge_gone"
    assert [one.game for one in challenge.parts.order_by("pk")] == games[:2]
    assert Notice.objects.filter(player=aino, kind="game_started").count() == 3
    result = Event.objects.filter(player=aino, kind="challenge.accepted").order_by("number")
    assert [event.challenge.game for event in result] == games


def refusal_of_gone(challenge: Challenge, player) -> str:
    with pytest.raises(Refusal) as refusal:
        join(challenge, player)
    return refusal.value.code


def test_a_link_with_several_games_shows_its_secret_in_no_part():
    aino = make_player()
    challenge = offer(aino, games=2, by_link=True)

    join(challenge, make_player(), token=challenge.token)

    assert challenge.parts.get().token == ""
    assert refusal_of(challenge, make_player()) == ""


def test_withdrawing_ends_what_is_left_and_no_game():
    aino = make_player()
    challenge = offer(aino, games=2)
    game = join(challenge, make_player())

    challenging.withdraw_challenge(PlayerRequest(aino, NOON), challenge.pk)

    assert refusal_of_gone(challenge, make_player()) == "challenge_gone"
    assert Game.objects.get() == game


@pytest.mark.parametrize("games", [1, 2])
def test_both_colours_are_two_games_one_with_each(games):
    aino, babak = make_player(), make_player()
    challenge = offer(aino, Terms(width=9, height=9, color="both"), games=games)

    mine = join(challenge, babak, shown=ShownTerms(0, "both"))

    first, second = Game.objects.order_by("pk")
    assert {side(first, Color.BLACK), side(second, Color.BLACK)} == {aino, babak}
    assert to_act(mine) == babak
    challenge.refresh_from_db()
    assert challenge.games_left == games - 1
    assert Challenge.objects.filter(game__isnull=False).count() == 2


def test_both_colours_and_handicap_by_rank_do_not_go_together():
    with pytest.raises(BadTerms):
        offer(make_player(), Terms(color="both", by_rank=True))


@pytest.mark.parametrize(
    ("limits", "field"),
    [
        ({"games": 0}, "games"),
        ({"games": 6}, "games"),
        ({"same_opponent": "sometimes"}, "same_opponent"),
        ({"lowest": Rank(5), "highest": Rank(4)}, "highest_rank"),
        ({"lowest": Rank(39)}, "lowest_rank"),
        ({"span": 0}, "rank_span"),
        ({"span": 2, "lowest": Rank(0)}, "rank_span"),
    ],
)
def test_limits_that_cannot_be_are_refused(limits, field):
    with pytest.raises(BadTerms) as refusal:
        offer(known(SIX_KYU), **limits)
    assert refusal.value.data == {"field": field}
    assert not Challenge.objects.exists()


def test_an_offer_to_one_player_has_no_limits():
    with pytest.raises(BadTerms):
        offer(make_player(), opponent=make_player(), games=2)


def test_who_may_not_accept_cannot_answer_with_other_terms():
    challenge = offer(make_player(), established=True)
    with pytest.raises(EstablishedRankRequired):
        challenging.counter_challenge(PlayerRequest(make_player(), NOON), challenge.pk, Terms())


def test_the_waiting_room_has_first_what_i_can_accept_and_says_of_the_rest_why_not():
    offer(make_player("easy"))
    offer(make_player("strict"), lowest=Rank.parse("1k"))

    seen = page("/waiting/", known(TEN_KYU))

    assert seen.index(">easy<") < seen.index(">strict<")
    assert "1k\u2069 or stronger" in seen
    assert "This game is for players ranked \u20661k\u2069 or stronger. You are" in seen
    assert page("/waiting/").index(">strict<") < page("/waiting/").index(">easy<")


def test_the_page_of_an_offer_says_why_not_instead_of_a_button():
    challenge = offer(make_player(), established=True)
    seen, joinable = (page(f"/challenge/{challenge.pk}/", one) for one in (make_player(), known(SIX_KYU)))
    assert "Play more rated games until its question mark disappears" in seen
    assert ['value="accept"' in one for one in (seen, joinable)] == [False, True]


def test_its_maker_sees_the_games_that_have_begun():
    aino, babak = make_player(), make_player("babak")
    challenge = offer(aino, games=2)
    game = join(challenge, babak)
    seen = page(f"/challenge/{challenge.pk}/", aino)
    assert f'href="/g/{game.pk}/"' in seen
    assert "Game with <bdi>babak</bdi>" in seen
    assert f'href="/g/{game.pk}/"' in page(f"/challenge/{challenge.pk}/", babak)


def test_the_waiting_room_takes_the_same_number_of_statements_for_any_number_of_limits():
    viewer, counts = known(SIX_KYU), []
    for _ in range(2):
        for _ in range(3):
            offer(known(FIVE_KYU), span=3, same_opponent="never", games=2)
        with CaptureQueriesContext(connection) as queries:
            page("/waiting/", viewer)
        counts.append(len(queries))
    assert counts[0] == counts[1]
