"""Rounds that directors pair: what is proposed, changed and published, once."""

from __future__ import annotations

import pytest

from games.models import Game
from tests.factories import NOON
from tests.tournaments.helpers import acts_of, asked, look, make_running, pairings, refused
from tournaments import errors
from tournaments.announcing import ActAuthor
from tournaments.models import Round, RoundState
from tournaments.services import changing, directing, leaving, playing, proposing

pytestmark = pytest.mark.django_db


def by_hand(players=4):
    tournament, people = make_running(players, played={"following": "hand"})
    return tournament, people, asked(tournament.owner)


def test_E90_the_same_is_proposed_again_and_what_changed_is_stale():
    tournament, people, owner = by_hand()
    first = proposing.propose_next_round(owner, tournament.pk)
    rows = [(one.pk, one.black_id, one.white_id) for one in pairings(tournament, 1)]
    again = proposing.propose_next_round(owner, tournament.pk)
    assert (again.proposal, [(one.pk, one.black_id, one.white_id) for one in pairings(tournament, 1)]) == (
        first.proposal, rows,
    )  # fmt: skip
    leaving.withdraw_player(asked(people[0]), tournament.pk)
    refused(errors.PairingsChanged, proposing.publish_proposal, owner, tournament.pk, first.proposal)
    assert proposing.propose_next_round(owner, tournament.pk).proposal != first.proposal


def test_E90_a_player_who_leaves_while_a_round_is_paired_is_not_published(monkeypatch):
    tournament, people, _owner = by_hand()
    make = proposing.propose_round

    def overtaken(*arguments):
        made = make(*arguments)
        leaving.withdraw_player(asked(people[0]), tournament.pk)
        return made

    monkeypatch.setattr(proposing, "propose_round", overtaken)
    first = Round.objects.get(tournament=tournament, number=1)
    refused(errors.PairingsChanged, proposing.pair_and_publish, first, ActAuthor.server(NOON))
    assert Round.objects.get(pk=first.pk).state == RoundState.PROPOSED


def test_E90_two_directors_publish_once():
    tournament, people, owner = by_hand()
    directing.set_director(owner, tournament.pk, people[0], is_one=True)
    seen = proposing.propose_next_round(owner, tournament.pk).proposal
    one, two = (pairing.black.player for pairing in pairings(tournament, 1))
    swapped = changing.Swap(one.pk, two.pk, seen)
    refused(errors.OwnGameAffected, changing.swap_in_proposal, asked(people[0]), tournament.pk, swapped)
    changing.swap_in_proposal(owner, tournament.pk, swapped)
    refused(errors.PairingsChanged, proposing.publish_proposal, asked(people[0]), tournament.pk, seen)
    now = tournament.rounds.get(number=1).proposal
    proposing.publish_proposal(owner, tournament.pk, now)
    refused(errors.PairingsChanged, proposing.publish_proposal, asked(people[0]), tournament.pk, now)
    look()
    assert Game.objects.count() == 2
    assert acts_of(tournament).count("published") == 1


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
