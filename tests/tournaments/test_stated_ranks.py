"""Players state a rank when they enter, and directors set ranks while entry is open (E108)."""

from __future__ import annotations

import pytest
from django.test import Client

from ratings.ranks import Rank
from tests.factories import NOON, make_player
from tests.tournaments.helpers import asked, look, make_open, refused
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tests.tournaments.test_ranks_in_events import rank
from tournaments.errors import (
    BadActInput,
    NotDirector,
    OwnGameAffected,
    ProofNeeded,
    RankNeeded,
    RankTooHigh,
    RankTooLow,
)
from tournaments.models import EntryPolicy, EntryState
from tournaments.services import directing, entering, leaving, starting
from tournaments.services.entering import EntryStatement
from tournaments.services.leaving import withdraw_deleted_from_tournaments

pytestmark = pytest.mark.django_db
LINK = "https://online-go.com/player/1"
FIVE_KYU, ONE_DAN = Rank.parse("5k"), Rank.parse("1d")


def test_E108_a_stated_rank_counts_from_the_start_on():
    made = make_open()
    one, other = make_player(), make_player()
    signed_in(one).post(f"/tournaments/{made.pk}/entry/", {"do": "enter", "rank": "5k"})
    entering.enter_tournament(asked(other), made.pk)
    assert made.entries.get(player=one).shown_rank == "5k?"
    starting.start_tournament(asked(made.owner), made.pk)
    entry = made.entries.get(player=one)
    assert (entry.rank, entry.rating) == (FIVE_KYU.steps, round(FIVE_KYU.least_rating))
    assert made.entries.get(player=other).rank == Rank.of_rating(1500).steps


def test_E108_a_player_with_an_established_rank_states_none():
    made, player = make_open(asks_proof=True), make_player()
    rank(player, "3k")
    entering.enter_tournament(asked(player), made.pk, stated=EntryStatement(ONE_DAN))

    entry = made.entries.get(player=player)
    assert (entry.stated, entry.shown_rank) == (None, "3k")


def test_E108_the_organiser_can_ask_for_a_link_that_only_directors_see():
    made = make_open(asks_proof=True)
    player = make_player()
    refused(ProofNeeded, entering.enter_tournament, asked(player), made.pk, stated=EntryStatement(FIVE_KYU))
    for link in ("javascript:alert(1)", "no link"):
        refused(BadActInput, entering.enter_tournament, asked(player), made.pk, stated=EntryStatement(FIVE_KYU, link))
    assert not made.entries.exists()
    program = program_of(player, "events:play")
    path = f"/api/v1/tournaments/{made.pk}/entries/"
    assert send(program, path, rank="5k").json()["code"] == "proof_needed"
    answer = send(program, path, rank="5k", proof=LINK).json()
    assert (answer["rank"], answer["stated"]) == ("5k?", True)
    page = f"/tournaments/{made.pk}/players/"
    assert LINK in signed_in(made.owner).get(page).content.decode()
    for client in (Client(), signed_in(make_player())):
        assert LINK not in client.get(page).content.decode()
        assert LINK not in client.get(path).content.decode()
    withdraw_deleted_from_tournaments(player, NOON)
    assert made.entries.get(player=player).proof == "", "deleted with the account"


def test_E108_without_an_established_rank_one_states_one_where_proof_is_required():
    made = make_open(asks_proof=True, most=2)
    new, unsure, known = make_player(), make_player(), make_player()
    rank(unsure, "9k")
    unsure.ratings.update(deviation=300.0)
    rank(known, "9k")
    path = f"/api/v1/tournaments/{made.pk}/"
    assert program_of(new, "events:play").get(path).json()["cannot_enter"] == "rank_needed"
    for player in (new, unsure):
        refused(RankNeeded, entering.enter_tournament, asked(player), made.pk)
        entering.enter_tournament(asked(player), made.pk, stated=EntryStatement(FIVE_KYU, LINK))
    page = signed_in(make_player()).get(f"/tournaments/{made.pk}/").content.decode()
    assert "Join waiting list" in page, "also for who has to state a rank"
    assert "stated-rank" in page
    entering.enter_tournament(asked(known), made.pk, waiting=True)


def test_E108_directors_set_ranks_while_entry_is_open():
    made = make_open()
    one, other = make_player(), make_player()
    entering.enter_tournament(asked(one), made.pk, stated=EntryStatement(FIVE_KYU))
    entering.enter_tournament(asked(other), made.pk)
    refused(NotDirector, directing.correct_rank, asked(other), made.pk, one, (ONE_DAN, 0, "known"))
    directing.correct_rank(asked(made.owner), made.pk, one, (ONE_DAN, 0, "known"))
    assert made.entries.get(player=one).shown_rank == "1d"
    starting.start_tournament(asked(made.owner), made.pk)
    assert made.entries.get(player=one).rank == ONE_DAN.steps


def test_E10_E108_limits_apply_to_the_rank_that_a_director_has_set_before_the_start():
    made = make_open(lowest=FIVE_KYU)
    stronger, weaker = make_player(), make_player()
    for player, given in ((stronger, ONE_DAN), (weaker, Rank.parse("9k"))):
        entering.enter_tournament(asked(player), made.pk, stated=EntryStatement(FIVE_KYU))
        directing.correct_rank(asked(made.owner), made.pk, player, (given, 0, "known"))
        leaving.withdraw_from_tournament(asked(player), made.pk)
    entering.enter_tournament(asked(stronger), made.pk)
    refused(RankTooLow, entering.enter_tournament, asked(weaker), made.pk, stated=EntryStatement(FIVE_KYU))


def test_E10_E108_limits_apply_to_a_stated_rank():
    made = make_open(lowest=FIVE_KYU, highest=ONE_DAN)
    new, established = make_player(), make_player()
    rank(established, "9k")
    path = f"/tournaments/{made.pk}/"
    page = signed_in(new).get(path).content.decode()
    for text in ("stated-rank", "Choose your rank to enter", "Choose a rank"):
        assert text in page
    for text in ("below the minimum", "I don't know", "I don&#x27;t know"):
        assert text not in page
    assert "stated-rank" not in signed_in(established).get(path).content.decode()

    refused(RankNeeded, entering.enter_tournament, asked(new), made.pk)
    refused(RankTooHigh, entering.enter_tournament, asked(new), made.pk, stated=EntryStatement(Rank.parse("3d")))
    refused(RankTooLow, entering.enter_tournament, asked(established), made.pk, stated=EntryStatement(ONE_DAN))
    signed_in(new).post(f"{path}entry/", {"do": "enter", "rank": "1d"})
    assert made.entries.get(player=new).stated == ONE_DAN.steps


def test_E10_E134_limits_apply_to_the_rank_of_a_directors_list():
    made, new, other = make_open(lowest=FIVE_KYU), make_player(), make_player()
    for player, given in ((new, ONE_DAN), (other, Rank.parse("9k"))):
        entering.invite_player(asked(made.owner), made.pk, player, given)
    entering.enter_tournament(asked(new), made.pk)
    refused(RankTooLow, entering.enter_tournament, asked(other), made.pk)
    ranked = make_player()
    rank(ranked, "3k")
    entering.invite_player(asked(made.owner), made.pk, ranked)
    assert entering.enter_tournament(asked(ranked), made.pk).stated is None, "the list names no rank"


def test_E108_directors_see_declared_rank_and_proof_of_applicants_and_set_their_rank():
    made, player = make_open(entering=EntryPolicy.APPROVAL, asks_proof=True), make_player()
    entering.enter_tournament(asked(player), made.pk, stated=EntryStatement(FIVE_KYU, LINK))
    path = f"/tournaments/{made.pk}/direct/"
    director = signed_in(made.owner)
    page = director.get(path).content.decode()
    assert "5k?" in page
    assert LINK in page
    assert f'<option value="{player.username}">' in page
    director.post(path, {"do": "rank", "player": player.username, "rank": "1d", "reason_key": "ruling"})
    assert made.entries.get(player=player).rank == ONE_DAN.steps


@pytest.mark.parametrize("asks", [False, True])
def test_E108_who_waits_sees_the_rank_and_the_proof_that_they_stated_and_can_enter_late_with_them(asks):
    made = make_open(asks_proof=asks, most=2, played={"rounds": 4, "late_entry": True})
    first, other, player = (make_player() for _ in range(3))
    for one in (first, other, player):
        entering.enter_tournament(asked(one), made.pk, waiting=True, stated=EntryStatement(FIVE_KYU, LINK))
    starting.start_tournament(asked(made.owner), made.pk)
    look()
    leaving.withdraw_from_tournament(asked(first), made.pk)
    path = f"/tournaments/{made.pk}/"
    page = " ".join(signed_in(player).get(path).content.decode().split())
    assert '<option value="5k" selected>5k</option>' in page
    assert page.count("selected>") == 1
    assert "I don&#x27;t know" not in page.replace("'", "&#x27;")
    assert (f'value="{LINK}"' in page) == asks
    signed_in(player).post(f"{path}entry/", {"do": "enter", "rank": "5k", "proof": LINK})
    entry = made.entries.get(player=player)
    assert (entry.state, entry.stated, entry.proof) == (EntryState.ENTERED, FIVE_KYU.steps, LINK)


def test_E108_E134_who_is_invited_with_a_rank_needs_no_proof_of_it():
    made, player = make_open(asks_proof=True), make_player()
    entering.invite_player(asked(made.owner), made.pk, player, FIVE_KYU)
    path = f"/tournaments/{made.pk}/"
    page = " ".join(signed_in(player).get(path).content.decode().split())
    assert '<option value="" selected>5k</option>' in page
    signed_in(player).post(f"{path}entry/", {"do": "enter", "rank": "", "proof": ""})
    assert made.entries.get(player=player).stated == FIVE_KYU.steps


def test_E54_directors_set_no_rank_of_their_own():
    made = make_open()
    entering.enter_tournament(asked(made.owner), made.pk)
    refused(OwnGameAffected, directing.correct_rank, asked(made.owner), made.pk, made.owner, (ONE_DAN, 0, "mine"))
