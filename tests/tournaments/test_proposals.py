"""Rounds that directors pair: proposed, changed and published, each once."""

from __future__ import annotations

import pytest

from games.models import Game
from tests.factories import NOON, make_player
from tests.tournaments.helpers import acts_of, asked, look, make_running, pairings, refused
from tests.tournaments.test_pages_and_api import signed_in
from tournaments import errors
from tournaments.announcing import ActAuthor
from tournaments.models import Pairing, Round, RoundState
from tournaments.services import changing, directing, leaving, playing, proposing
from tournaments.systems.types import SystemKind

pytestmark = pytest.mark.django_db


def by_hand(players=4):
    tournament, people = make_running(players, played={"following": "hand"})
    return tournament, people, asked(tournament.owner)


def test_E90_the_same_is_proposed_again_and_what_changed_is_stale():
    tournament, people, owner = by_hand()
    refused(errors.WrongState, proposing.publish_proposal, owner, tournament.pk, "")
    first = proposing.propose_next_round(owner, tournament.pk)
    rows = [(one.pk, one.black_id, one.white_id) for one in pairings(tournament, 1)]
    again = proposing.propose_next_round(owner, tournament.pk)
    assert (again.proposal, [(one.pk, one.black_id, one.white_id) for one in pairings(tournament, 1)]) == (
        first.proposal, rows,
    )  # fmt: skip
    leaving.withdraw_from_tournament(asked(people[0]), tournament.pk)
    refused(errors.PairingsChanged, proposing.publish_proposal, owner, tournament.pk, first.proposal)
    assert proposing.propose_next_round(owner, tournament.pk).proposal != first.proposal


def test_E90_a_player_who_leaves_while_a_round_is_paired_is_not_published(monkeypatch):
    tournament, people, _owner = by_hand()
    make = proposing.propose_round

    def overtaken(*arguments):
        made = make(*arguments)
        leaving.withdraw_from_tournament(asked(people[0]), tournament.pk)
        return made

    monkeypatch.setattr(proposing, "propose_round", overtaken)
    first = Round.objects.get(tournament=tournament, number=1)
    refused(errors.PairingsChanged, proposing.pair_and_publish, first, ActAuthor.server(NOON))
    assert Round.objects.get(pk=first.pk).state == RoundState.PROPOSED


def test_E90_two_directors_publish_once():
    tournament, people, owner = by_hand()
    directing.set_director(owner, tournament.pk, people[0], is_director=True)
    seen = proposing.propose_next_round(owner, tournament.pk).proposal
    one, two = (pairing.black.player for pairing in pairings(tournament, 1))
    swapped = changing.ProposalEdit(one.pk, two.pk, seen)
    refused(errors.OwnGameAffected, changing.swap_players_in_proposal, asked(people[0]), tournament.pk, swapped)
    changing.swap_players_in_proposal(owner, tournament.pk, swapped)
    refused(errors.PairingsChanged, proposing.publish_proposal, asked(people[0]), tournament.pk, seen)
    now = tournament.rounds.get(number=1).proposal
    proposing.publish_proposal(owner, tournament.pk, now)
    refused(errors.PairingsChanged, proposing.publish_proposal, asked(people[0]), tournament.pk, now)
    look()
    assert Game.objects.count() == 2
    assert acts_of(tournament).count("published") == 1


def test_E90_the_colours_of_the_only_pair_are_swapped():
    tournament, _people, owner = by_hand(2)
    seen = proposing.propose_next_round(owner, tournament.pk).proposal
    (pair,) = pairings(tournament, 1)
    wanted = changing.ProposalEdit(pair.black.player_id, pair.white.player_id, seen)
    changing.swap_players_in_proposal(owner, tournament.pk, wanted)
    (swapped,) = pairings(tournament, 1)
    assert (swapped.black, swapped.white) == (pair.white, pair.black)


def test_E85_a_pair_that_is_forbidden_is_not_paired():
    tournament, people, owner = by_hand()
    directing.forbid_pairing(owner, tournament.pk, (people[0], people[1]), "brothers")
    directing.forbid_pairing(owner, tournament.pk, (people[1], people[0]), "brothers")
    assert acts_of(tournament).count("forbidden") == 1
    proposing.propose_next_round(owner, tournament.pk)
    apart = {frozenset((one.black.player_id, one.white.player_id)) for one in pairings(tournament, 1)}
    assert frozenset((people[0].pk, people[1].pk)) not in apart


def test_E91_killed_in_the_middle_every_pairing_gets_one_game(monkeypatch):
    tournament, people, owner = by_hand(8)
    seen = proposing.propose_next_round(owner, tournament.pk).proposal
    proposing.publish_proposal(owner, tournament.pk, seen)
    round_ = Round.objects.get(tournament=tournament, number=1)
    monkeypatch.setattr(playing, "A_BATCH", 1)
    begin, calls = playing.create_game, []

    def killed(*arguments):
        calls.append(arguments)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return begin(*arguments)

    monkeypatch.setattr(playing, "create_game", killed)
    with pytest.raises(KeyboardInterrupt):
        playing.start_games(round_.pk, NOON)
    assert Game.objects.count() == 2
    assert Round.objects.get(pk=round_.pk).state == RoundState.PUBLISHED

    look()

    assert Game.objects.count() == 4
    assert [Game.objects.running_of(player).count() for player in people] == [1] * 8
    assert playing.start_games(round_.pk, NOON) == 0
    assert Round.objects.get(pk=round_.pk).state == RoundState.PLAYING


def test_E91_games_that_another_process_has_started_in_the_meantime_are_not_started_again():
    tournament, _people, owner = by_hand(4)
    proposing.publish_proposal(owner, tournament.pk, proposing.propose_next_round(owner, tournament.pk).proposal)
    round_ = Round.objects.get(tournament=tournament, number=1)
    chosen = [pk for pk, *_players in playing._next_pairings_to_start(round_.pk)]
    assert len(chosen) == playing.start_games(round_.pk, NOON) == 2
    assert playing._lock_pairings_without_game(chosen) == []


def test_E91_a_batch_is_small_also_if_players_have_several_games_at_a_time(monkeypatch):
    tournament, _people = make_running(4, played={"kind": SystemKind.ROUND_ROBIN, "at_once": 3})
    Pairing.objects.filter(round__tournament=tournament).update(game=None)
    monkeypatch.setattr(playing, "A_BATCH", 1)
    assert len(playing._next_pairings_to_start(tournament.rounds.get(number=1).pk)) == 1


def test_E90_an_outdated_proposal_is_paired_again_before_it_is_published():
    tournament, people, owner = by_hand()
    proposing.propose_next_round(owner, tournament.pk)
    directs = signed_in(tournament.owner)

    def page():
        text = directs.get(f"/tournaments/{tournament.pk}/direct/").content.decode()
        return "Publish and start" in text, "have changed since these pairings were made" in text

    assert page() == (True, False)
    leaving.withdraw_from_tournament(asked(people[0]), tournament.pk)
    assert page() == (False, True)
    directs.post(f"/tournaments/{tournament.pk}/direct/", {"do": "propose"})
    assert page() == (True, False)


def test_E55_a_refused_act_says_what_to_change():
    tournament, people, owner = by_hand()
    seen = proposing.propose_next_round(owner, tournament.pk).proposal
    one, other, stranger = people[0].username, people[1].username, make_player().username
    pair = {"player": one, "other": one, "proposal": seen}
    directs = signed_in(tournament.owner)
    for act, fields, text in (
        ("swap", pair, "two different players who are in this round"),
        ("fix", pair, "two different players who are in this round"),
        ("fix", {**pair, "other": stranger}, "two different players who are in this round"),
        ("forbid", pair, "Choose two different players."),
        ("remove", {"player": " "}, "Enter a player&#x27;s username."),
        ("rank", {"player": one, "rank": "31k"}, "Enter a rank from 30k to 9d."),
        ("adjust", {"player": one, "halves": 0}, "half points other than 0"),
        ("director", {"player": tournament.owner.username}, "The organiser and bots can&#x27;t be directors."),
        ("extend", {"round": 1, "days": 3}, "round is not in progress"),
        ("replace", {"player": one, "other": other}, "not on the waiting list"),
        ("result", {"round": 1, "board": 99, "result": "draw"}, "has no such board"),
    ):
        answer = directs.post(f"/tournaments/{tournament.pk}/direct/", {"do": act, "reason": "asked", **fields})
        assert (answer.status_code, text in answer.content.decode()) == (400, True), (act, fields)
    for _ in range(directing.MOST_DIRECTORS):
        directing.set_director(owner, tournament.pk, make_player(), is_director=True)
    answer = directs.post(f"/tournaments/{tournament.pk}/direct/", {"do": "director", "player": one})
    assert "at most five directors" in answer.content.decode()
