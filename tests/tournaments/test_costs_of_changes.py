"""The effects of changing a proposed round, shown before a director changes it (E123)."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import pytest
from django.test import Client

from accounts.privacy.blocking import block_player
from clubs.models import Club
from tests.clubs.helpers import make_club
from tests.factories import NOON, make_player
from tests.tournaments.helpers import asked, look, make_running, pairings, refused, white_loses
from tests.tournaments.test_pages_and_api import program_of, signed_in
from tests.tournaments.test_previews import opened
from tests.tournaments.test_previews import preview as previewed
from tournaments import errors
from tournaments.models import Entry, Round
from tournaments.services import changing, directing, proposing
from tournaments.services.changing import ProposalEdit
from tournaments.services.costing import PairingCriterion, compare_proposal_costs
from tournaments.systems.types import SystemKind
from tournaments.systems.weights import count_repeated_floats

pytestmark = pytest.mark.django_db


def second_round(players=4, **played):
    """A tournament whose second round is proposed, its director and that proposal."""
    tournament, people = make_running(players, played={"following": "hand", **played})
    owner = asked(tournament.owner)
    proposing.publish_proposal(owner, tournament.pk, proposing.propose_next_round(owner, tournament.pk).proposal)
    look()
    white_loses(tournament, 1)
    look()
    return tournament, people, proposing.propose_next_round(owner, tournament.pk).proposal


def costs(tournament, act, one, other, seen):
    found = compare_proposal_costs(tournament.owner, tournament.pk, act, ProposalEdit(one.pk, other.pk, seen))
    return {row.criterion: (row.before, row.after) for row in found}


def test_E123_a_swap_that_repeats_pairs_says_so_and_changes_nothing():
    tournament, _, seen = second_round()
    winners = pairings(tournament, 2)[0]
    first = next(one for one in pairings(tournament, 1) if one.black == winners.black or one.white == winners.black)
    beaten = first.white.player if first.black == winners.black else first.black.player
    swapped_with = winners.white.player
    rows = [(one.black_id, one.white_id) for one in pairings(tournament, 2)]

    found = costs(tournament, "swap", swapped_with, beaten, seen)

    assert found[PairingCriterion.REPEATED] == (0, 2)
    assert found[PairingCriterion.SCORE] == (0, 2)
    assert found[PairingCriterion.FORBIDDEN] == (0, 0)
    assert [(one.black_id, one.white_id) for one in pairings(tournament, 2)] == rows
    assert Round.objects.get(tournament=tournament, number=2).proposal == seen
    changing.swap_players_in_proposal(
        asked(tournament.owner), tournament.pk, ProposalEdit(swapped_with.pk, beaten.pk, seen)
    )
    after = {frozenset((one.black_id, one.white_id)) for one in pairings(tournament, 2)}
    assert after == {frozenset((one.black_id, one.white_id)) for one in pairings(tournament, 1)}, "as was foretold"


def imbalance(tournament):
    """For each player the games of one colour more than of the other, added up over both rounds."""
    blacks = Counter()
    for number in (1, 2):
        for one in pairings(tournament, number):
            blacks[one.black_id] += 1
            blacks[one.white_id] -= 1
    return sum(map(abs, blacks.values()))


def test_E123_colours_are_the_games_of_one_colour_more():
    tournament, _, seen = second_round()
    one, other = pairings(tournament, 2)
    pair, before = (one.white.player, other.black.player), imbalance(tournament)
    found = costs(tournament, "swap", *pair, seen)
    changing.swap_players_in_proposal(
        asked(tournament.owner), tournament.pk, ProposalEdit(pair[0].pk, pair[1].pk, seen)
    )
    assert found[PairingCriterion.COLORS] == (before, imbalance(tournament))
    assert before != imbalance(tournament)


def test_E123_pairs_of_one_club_and_pairs_kept_apart_are_counted():
    tournament, people, seen = second_round()
    one, two = pairings(tournament, 2)
    club: Club = make_club(people[0])
    Entry.objects.filter(pk__in=(one.black_id, two.black_id)).update(home=club, club_group="north")
    directing.forbid_pairing(asked(tournament.owner), tournament.pk, (one.black.player, two.black.player), "friends")
    found = costs(tournament, "fix", one.black.player, two.black.player, seen)
    assert (found[PairingCriterion.CLUB], found[PairingCriterion.FORBIDDEN]) == ((0, 1), (0, 1))
    assert found[PairingCriterion.CLUB_GROUP] == (0, 0), "they count as one club"


def test_E123_pairs_from_clubs_in_one_group_are_counted():
    tournament, people, seen = second_round()
    one, two = pairings(tournament, 2)
    for entry in (one.black, two.black):
        Entry.objects.filter(pk=entry.pk).update(
            home=make_club(entry.player, name=f"Club {entry.pk}"), club_group="north"
        )
    found = costs(tournament, "fix", one.black.player, two.black.player, seen)
    assert (found[PairingCriterion.CLUB], found[PairingCriterion.CLUB_GROUP]) == ((0, 0), (0, 1))
    assert len(people) == 4


def test_E123_players_paired_up_or_down_again_are_counted():
    upper, lower, even = (
        SimpleNamespace(group=group, downs=downs, ups=ups) for group, downs, ups in ((0, 1, 0), (1, 0, 1), (0, 1, 1))
    )
    assert [
        count_repeated_floats(upper, lower),
        count_repeated_floats(lower, upper),
        count_repeated_floats(upper, even),
    ] == [2, 2, 0]


def test_E123_handicaps_are_added_up():
    tournament, people, seen = second_round(handicaps=True)
    for one in pairings(tournament, 2):
        Entry.objects.filter(pk=one.black_id).update(rank=25)
        Entry.objects.filter(pk=one.white_id).update(rank=20)
    one, two = pairings(tournament, 2)
    before, after = costs(tournament, "fix", one.black.player, two.black.player, seen)[PairingCriterion.HANDICAP]
    assert before > after == 0
    assert len(people) == 4


def test_E123_a_second_bye_is_counted():
    tournament, _, seen = second_round(5)
    had = next(one for one in pairings(tournament, 1) if one.white is None).black.player
    bye = next(one for one in pairings(tournament, 2) if one.white is None).black.player
    assert costs(tournament, "swap", had, bye, seen)[PairingCriterion.BYE] == (0, 1)


def test_E123_a_preview_and_groups_have_costs_as_well():
    tournament, people = opened()
    assert costs(tournament, "swap", people[0], people[2], previewed(tournament))[PairingCriterion.REPEATED] == (0, 0)
    grouped, people, seen = second_round(6, kind=SystemKind.GROUPS, group_size=3, rounds=2)
    one, other = (next(row for row in pairings(grouped, 2) if row.group == group) for group in (1, 2))
    assert set(costs(grouped, "swap", one.black.player, other.black.player, seen)) == set(PairingCriterion)


def test_E123_what_cannot_be_done_is_refused_as_the_act_would_be():
    tournament, people, seen = second_round()
    one, two = pairings(tournament, 2)
    wanted = ProposalEdit(one.black.player_id, two.black.player_id, seen)
    refused(errors.NotDirector, compare_proposal_costs, people[0], tournament.pk, "swap", wanted)
    refused(
        errors.PairingsChanged,
        compare_proposal_costs,
        tournament.owner,
        tournament.pk,
        "swap",
        ProposalEdit(*wanted_ids(wanted), "old"),
    )
    refused(errors.BadActInput, compare_proposal_costs, tournament.owner, tournament.pk, "remove", wanted)
    refused(
        errors.BadActInput,
        compare_proposal_costs,
        tournament.owner,
        tournament.pk,
        "swap",
        ProposalEdit(wanted.one, make_player().pk, seen),
    )
    block_player(player=one.black.player, other=two.black.player, now=NOON)
    refused(errors.BadActInput, compare_proposal_costs, tournament.owner, tournament.pk, "fix", wanted)
    directing.set_director(asked(tournament.owner), tournament.pk, one.black.player, is_director=True)
    refused(errors.OwnGameAffected, compare_proposal_costs, one.black.player, tournament.pk, "swap", wanted)


def wanted_ids(wanted):
    return wanted.one, wanted.other


def test_E123_by_page_and_by_program():
    tournament, _, seen = second_round()
    one, two = pairings(tournament, 2)
    query = {"player": one.white.player.username, "other": two.black.player.username, "proposal": seen}
    owner, path = signed_in(tournament.owner), f"/tournaments/{tournament.pk}/direct/"
    assert "Check this swap" in owner.get(path).content.decode()
    page = owner.get(path, {"change": "swap", **query})
    assert page.status_code == 200
    assert "Effect of this change" in page.content.decode()
    assert page.context["costs"][0].name == "Pairs who have already met"
    assert owner.get(path, {"change": "swap", **query, "proposal": "old"}).status_code == 409
    assert owner.get(path, {"change": "swap", **query, "other": "nobody-at-all"}).status_code == 404
    assert owner.get(path, {"change": "?"}).status_code == 400
    api = f"/api/v1/tournaments/{tournament.pk}/costs/"
    program = program_of(tournament.owner, "events:direct")
    assert program.get(api, {"act": "swap", **query, "proposal": "old"}).json()["code"] == "conflict"
    shown = program.get(api, {"act": "swap", **query})
    assert [row["criterion"] for row in shown.json()["results"]] == [one.value for one in PairingCriterion]
    assert Client().get(api, {"act": "swap", **query}).status_code == 401
    stranger = program_of(make_player(), "events:direct")
    assert stranger.get(api, {"act": "swap", **query}).json()["code"] == "not_director"
    assert stranger.get(api, {"act": "swap"}).json()["code"] == "bad_act"
