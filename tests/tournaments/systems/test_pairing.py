"""Swiss and McMahon pairing: E22, E32 to E36, E83 to E85, E90, E94, E95."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.systems.fields import MCMAHON, SWISS, entries, games, players, rounds
from tournaments.systems.candidates import round_input
from tournaments.systems.handicaps import handicap_and_komi
from tournaments.systems.ledger import make_ledger
from tournaments.systems.matching import best_matching
from tournaments.systems.pairing import KnockoutNotPairedByRounds, pair_round_by_system, pairing_inputs_hash
from tournaments.systems.types import (
    Entrant,
    FloatersFrom,
    HandicapRules,
    PairingConstraints,
    StageData,
    StageSystem,
    SystemKind,
)
from tournaments.systems.weights import NAMES, pair_reasons, pair_weight


def order(round_=1, seed="seed", **more):
    return PairingConstraints(round_, seed, **more)


def pairs(proposal):
    return {one.entrants for one in proposal.pairings if not one.is_bye}


def total(system, field, number, found):
    """The sum of the weights of these pairs."""
    ids = [entry.id for entry in field.entries]
    round_ = round_input(system, field, number, ids)
    return sum(pair_weight(round_, *(round_.candidates[id_] for id_ in sorted(pair_))) for pair_ in found)


@pytest.mark.parametrize("system", [SWISS, MCMAHON], ids=["swiss", "mcmahon"])
@pytest.mark.parametrize("seed", range(3))
def test_networkx_finds_the_same_pairs(system, seed):
    """E83: the second opinion, on the same weights with the same hashes."""
    ids = range(1, 15)
    rng = random.Random(seed)
    weights = {frozenset(two): rng.randrange(1, 6) for two in combinations(ids, 2)}
    graph = networkx.Graph()
    graph.add_weighted_edges_from((*sorted(two), value) for two, value in weights.items())

    second = networkx.max_weight_matching(graph, maxcardinality=True)
    found = best_matching(weights, b"key")
    assert sum(weights[two] for two in found) == sum(weights[frozenset(two)] for two in second)

    field = rounds(system, players(14, seed), 2, str(seed))
    round_ = round_input(system, field, 3, list(ids))
    graph = networkx.Graph()
    for one, other in combinations(ids, 2):
        graph.add_edge(one, other, weight=pair_weight(round_, round_.candidates[one], round_.candidates[other]))
    second = {frozenset(two) for two in networkx.max_weight_matching(graph, maxcardinality=True)}
    found = pairs(pair_round_by_system(system, field, order(3)))
    assert total(system, field, 3, found) == total(system, field, 3, second)


@pytest.mark.parametrize("number", [2, 15, 40])
def test_pairs_are_the_same_with_rustworkx_and_without(number, monkeypatch):
    """E83: it is an extra of the package; equal weights, so that the drawn hashes decide."""
    weights = {frozenset(two): (two[0] + two[1]) % 3 for two in combinations(range(1, number + 1), 2)}
    quick = best_matching(weights, b"key")

    monkeypatch.setitem(sys.modules, "rustworkx", None)

    assert best_matching(weights, b"key") == quick
    assert len(quick) == number // 2


def test_no_other_pairing_weighs_more():
    """E83: all fifteen pairings of six are tried."""
    field = rounds(MCMAHON, players(6), 1)
    found = pairs(pair_round_by_system(MCMAHON, field, order(2)))

    every = {frozenset({frozenset(p[0:2]), frozenset(p[2:4]), frozenset(p[4:6])}) for p in permutations(range(1, 7))}
    assert total(MCMAHON, field, 2, found) == max(total(MCMAHON, field, 2, one) for one in every)


@given(st.randoms(use_true_random=False), st.integers(2, 15), st.sampled_from([SWISS, MCMAHON]))
@settings(max_examples=20)
def test_the_order_of_rows_changes_nothing(rng, count, system):
    """E84, E95: not for who meets whom, with what colours, at which board, and not for the hash."""
    field = rounds(system, tuple(Entrant(id_, 20, 1500, "same") for id_ in range(1, count + 1)), 2, "x")
    shuffled = StageData(
        tuple(rng.sample(field.entries, count)), tuple(rng.sample(field.pairings, len(field.pairings)))
    )

    assert pair_round_by_system(system, shuffled, order(3)) == pair_round_by_system(system, field, order(3))


@given(st.integers(2, 17), st.integers(0, 10**6), st.sampled_from([SWISS, MCMAHON]))
@settings(max_examples=15)
def test_everybody_is_paired_once_a_round_and_the_points_add_up(count, seed, system):
    """E95: a point for each game and one for each bye; no one twice in a round; no one meets anybody again while
    there is someone new."""
    number = min(3, count - 1)
    field = rounds(replace(system, floor=0, bar=0), players(count, seed), number, str(seed))

    for round_ in range(1, number + 1):
        seats = Counter(id_ for one in field.pairings if one.round == round_ for id_ in one.entrants)
        assert seats == dict.fromkeys(range(1, count + 1), 1)
    sums = make_ledger(replace(system, floor=0, bar=0), field)
    assert sum(sums.points.values()) == 2 * len(field.pairings)


def test_nobody_has_a_second_bye_while_another_has_none():
    """E36: seven players, seven rounds, seven byes."""
    field = rounds(SWISS, players(7), 7)

    assert sorted(one.black for one in field.pairings if one.is_bye) == [1, 2, 3, 4, 5, 6, 7]


def test_the_bye_goes_to_the_lowest_score_and_then_the_lowest_rank():
    """E36."""
    people = entries(30, 20, 10, 25, 28)
    assert [one.black for one in pair_round_by_system(SWISS, StageData(people), order()).pairings if one.is_bye] == [3]

    field = StageData(people, games("1+2 4+5 3bye"))
    assert [one.black for one in pair_round_by_system(SWISS, field, order(2)).pairings if one.is_bye] == [2]


def test_somebody_else_has_the_bye_where_the_rest_could_not_be_paired_otherwise():
    """E36, E85: 1 and 2 have blocked each other, and 3 is the one whom each of them may meet."""
    people = entries(30, 30, 10)
    proposal = pair_round_by_system(SWISS, StageData(people), order(blocked=frozenset({frozenset({1, 2})})))

    assert pairs(proposal) <= {frozenset({1, 3}), frozenset({2, 3})}
    assert len(proposal.pairings) == 2
    assert proposal.unpaired == ()


@pytest.mark.parametrize("seed", "abcdef")
def test_E36_E85_among_equals_the_bye_goes_where_it_avoids_a_repeated_pair(seed):
    *people, gone = entries(30, 30, 30, 30)
    field = StageData((*people, replace(gone, last_round=1)), games("1+2 4+3"))
    found = pair_round_by_system(SWISS, field, order(2, seed))

    assert pairs(found) == {frozenset({1, 3})}
    assert [one.black for one in found.pairings if one.is_bye] == [2]


def test_E36_E85_a_player_whom_nobody_may_meet_has_the_bye_although_others_come_before():
    blocked = frozenset({frozenset({1, 3}), frozenset({2, 3})})
    found = pair_round_by_system(SWISS, StageData(entries(10, 10, 20)), order(blocked=blocked))

    assert pairs(found) == {frozenset({1, 2})}
    assert [one.black for one in found.pairings if one.is_bye] == [3]
    assert found.unpaired == ()


def test_blocked_pairs_are_never_paired():
    """E85: then one has no one, and is named."""
    every = frozenset(frozenset(two) for two in combinations(range(1, 5), 2) if 1 in two)
    proposal = pair_round_by_system(SWISS, StageData(entries(30, 30, 30, 30)), order(blocked=every))

    assert len(pairs(proposal)) == 1
    assert 1 in proposal.unpaired
    assert not pairs(proposal) & every


def test_having_met_yields_before_what_a_director_forbade():
    """E85: four players after three rounds have all met; 1-2 is forbidden, so no pairing has it."""
    field = StageData(entries(30, 30, 30, 30), games("1+2 3+4", "1+3 2+4", "1+4 2+3"))
    forbidden = frozenset({frozenset({1, 2})})
    proposal = pair_round_by_system(SWISS, field, order(4, forbidden=forbidden))

    assert not pairs(proposal) & forbidden
    assert proposal.given_up == pairs(proposal)


def test_what_is_forbidden_yields_where_nothing_else_is_left():
    """E85."""
    forbidden = frozenset(frozenset(two) for two in ((1, 2), (1, 3), (1, 4)))
    proposal = pair_round_by_system(SWISS, StageData(entries(30, 30, 30, 30)), order(forbidden=forbidden))

    assert len(proposal.pairings) == 2
    assert len(proposal.given_up) == 1
    assert proposal.given_up <= forbidden


def test_nobody_meets_again_while_a_round_without_that_can_be_had():
    """E84: after five rounds each of twelve has six left, so a sixth round without repetition can be had (Dirac)."""
    field = rounds(SWISS, players(12), 6)

    assert len({one.entrants for one in field.pairings}) == 36


def test_a_first_round_is_split_and_slipped():
    """E84: of eight equals by rating the first meets the fifth."""
    people = tuple(Entrant(id_, 30, 3000 - id_, f"P{id_}") for id_ in range(1, 9))

    assert pairs(pair_round_by_system(SWISS, StageData(people), order())) == {
        frozenset({id_, id_ + 4}) for id_ in range(1, 5)
    }


def test_later_rounds_are_folded():
    """E84: of eight equals the first meets the last."""
    people = tuple(Entrant(id_, 30, 3000 - id_, f"P{id_}") for id_ in range(1, 9))
    system = replace(SWISS, seeding_rounds=0)

    assert pairs(pair_round_by_system(system, StageData(people), order())) == {
        frozenset({id_, 9 - id_}) for id_ in range(1, 5)
    }


def test_players_of_a_club_are_kept_apart_below_the_bar():
    """E84: players from 1d may meet club members."""

    def field(rank):
        return StageData(tuple(Entrant(id_, rank, 2000 - id_, f"P{id_}", "ab"[id_ > 2]) for id_ in (1, 2, 3, 4)))

    slipped = {frozenset({1, 3}), frozenset({2, 4})}
    assert pairs(pair_round_by_system(MCMAHON, field(10), order())) == slipped
    people = tuple(replace(entry, club="ab"[entry.id % 2]) for entry in field(10).entries)
    assert pairs(pair_round_by_system(MCMAHON, StageData(people), order())) != slipped
    strong = tuple(replace(entry, rank=30) for entry in people)
    assert pairs(pair_round_by_system(MCMAHON, StageData(strong), order())) == slipped


def test_colors_even_out():
    """E22: over ten rounds no one has a colour more than twice oftener; who had White last has Black first."""
    field = rounds(SWISS, players(12), 8)
    blacks, whites = (Counter(getattr(one, side) for one in field.pairings) for side in ("black", "white"))

    assert max(abs(blacks[id_] - whites[id_]) for id_ in range(1, 13)) <= 2


def test_who_had_fewer_blacks_and_then_who_had_white_last_takes_black():
    """E22."""
    people = entries(30, 30, 30, 30)
    found = pair_round_by_system(
        replace(SWISS, seeding_rounds=0), StageData(people, games("1=2 3=4")), order(2)
    ).pairings
    assert {(one.black, one.white) for one in found} == {(4, 1), (2, 3)}
    again = pair_round_by_system(SWISS, StageData(people[:2], games("1=2", "2=1", "1=2", "2=1")), order(5)).pairings
    assert [(one.black, one.white) for one in again] == [(1, 2)]
    again = pair_round_by_system(SWISS, StageData(people[:2], games("1=2", "2=1", "2=1", "1=2")), order(5)).pairings
    assert [(one.black, one.white) for one in again] == [(2, 1)]


def test_a_handicap_is_the_difference_less_one_and_the_weaker_has_black():
    """E35: 1d and above count as 1d; komi is half a point, with no stone for a handicap of 1 too."""
    system = replace(MCMAHON, handicaps=HandicapRules())

    def drawn(*ranks):
        (found,) = pair_round_by_system(system, StageData(entries(*ranks)), order()).pairings
        return found.black, found.handicap, found.komi

    assert drawn(36, 24) == (2, 5, 1)
    assert drawn(10, 30) == (1, 9, 1)
    assert drawn(28, 30) == (1, 1, 1)
    assert drawn(30, 28) == (2, 1, 1)
    assert drawn(29, 30)[1:] == (0, 13)
    assert drawn(38, 31)[1:] == (0, 13)
    assert handicap_and_komi(system, 0) == (0, 13), "an even game"


@pytest.mark.parametrize(
    ("system", "ranks", "drawn"),
    [
        (replace(SWISS, handicaps=HandicapRules()), (20, 26), (5, 1)),
        (replace(MCMAHON, handicaps=HandicapRules()), (3, 9), (0, 13)),
        (replace(MCMAHON, handicaps=HandicapRules(by_score=False)), (3, 9), (5, 1)),
    ],
)
def test_E35_a_handicap_is_by_rank_in_a_swiss_and_by_score_in_a_mcmahon(system, ranks, drawn):
    """Both players below the floor of a McMahon start with the same score."""
    (found,) = pair_round_by_system(system, StageData(entries(*ranks)), order()).pairings
    assert (found.handicap, found.komi) == drawn


def test_E139_a_handicap_by_komi_has_no_stone_and_counts_as_no_even_game():
    """The weaker player has Black by the handicap, so that the colour says nothing about later ones."""
    system = replace(MCMAHON, handicaps=HandicapRules(points=tuple(range(0, 130, 13))))

    def drawn(*ranks):
        (found,) = pair_round_by_system(system, StageData(entries(*ranks)), order()).pairings
        return found.black, found.handicap, found.komi

    assert drawn(36, 24) == (2, 1, 13 - 2 * 65)
    assert drawn(28, 30) == (1, 1, 13 - 2 * 13)
    assert drawn(10, 30) == (1, 1, 13 - 2 * 117)
    assert drawn(29, 30)[1:] == (0, 13)


@pytest.mark.parametrize(
    ("down", "up", "best"),
    [("", "", (3, 8)), ("top", "bottom", (1, 10)), ("bottom", "top", (5, 6)), ("top", "top", (1, 6))],
)
def test_E138_players_who_meet_another_group_come_from_its_top_middle_or_bottom(down, up, best):
    field = StageData(entries(*range(30, 20, -1)), games("1+6 2+7 3+8 4+9 5+10"))  # five winners and five losers
    system = replace(SWISS, drawn_down=FloatersFrom(down), drawn_up=FloatersFrom(up))
    round_ = round_input(system, field, 2, range(1, 11))

    def drawn(pair_):
        found = pair_reasons(round_, round_.candidates[pair_[0]], round_.candidates[pair_[1]])
        return next(one.weight for one in found if one.name == "drawn")

    crossing = [(upper, lower) for upper in range(1, 6) for lower in range(6, 11)]
    assert max(crossing, key=drawn) == best


def test_a_proposal_carries_the_hash_of_what_it_was_made_of():
    """E90: the same again for the same; another for another result, block, setting, seed or entrant."""
    field = StageData(entries(30, 30, 30, 30), games("1+2 3+4"))
    first = pair_round_by_system(SWISS, field, order(2))
    others = [
        (SWISS, replace(field, pairings=games("1+2 3-4")), order(2)),
        (SWISS, field, order(2, blocked=frozenset({frozenset({1, 3})}))),
        (replace(SWISS, club_weight=0), field, order(2)),
        (SWISS, field, order(2, seed="another")),
        (SWISS, replace(field, entries=(*field.entries, Entrant(9))), order(2)),
    ]

    assert pair_round_by_system(SWISS, field, order(2)) == first
    assert first.inputs == pairing_inputs_hash(SWISS, field, order(2))
    assert len({first.inputs, *(pairing_inputs_hash(*one) for one in others)}) == 6


def test_the_hash_is_the_same_on_any_machine():
    """E85, E90: so it is written down here."""
    field = StageData(entries(30, 20), games("1+2"))

    made = int(pairing_inputs_hash(SWISS, field, order(2)), 16)
    assert made == 0xA8F11F9502D3ADA6126BE8E270B3A6A33B101617C9ABAF5A3C1FD6D0E27B00D2


def test_each_pair_says_what_spoke_for_it():
    """E85: a table of reasons."""
    proposal = pair_round_by_system(SWISS, StageData(entries(30, 30, 30, 30), games("1+2 3+4")), order(2))

    assert {one.entrants for one in proposal.explanations} == pairs(proposal)
    for one in proposal.explanations:
        assert tuple(reason.name for reason in one.reasons) == NAMES
        assert all(0 <= reason.weight <= reason.most for reason in one.reasons)
        assert one.reasons[0].weight == one.reasons[0].most


def test_pairings_of_the_round_that_stand_already_are_left_alone():
    """E55: a director's fixed pairings; the numbers of the other boards follow theirs."""
    field = StageData(entries(30, 30, 30, 30), games("2?1"))
    proposal = pair_round_by_system(SWISS, field, order(1))

    assert [(one.entrants, one.board) for one in proposal.pairings] == [(frozenset({3, 4}), 2)]


def test_who_skips_a_round_or_has_withdrawn_is_not_paired():
    """E26, E50."""
    people = entries(30, 30, 30, 30)
    people = (replace(people[0], skips=frozenset({2})), replace(people[1], last_round=1), *people[2:])
    proposal = pair_round_by_system(SWISS, StageData(people, games("1+3 2+4")), order(2))

    assert pairs(proposal) == {frozenset({3, 4})}


@pytest.mark.nightly
def test_a_thousand_are_paired_within_a_minute():
    """E94: and everyone meets someone new."""
    field = rounds(MCMAHON, players(1000), 2)
    begun = time.process_time()

    proposal = pair_round_by_system(MCMAHON, field, order(3))

    assert time.process_time() - begun < 60
    assert len(pairs(proposal)) == 500
    assert not proposal.given_up


@pytest.mark.parametrize("kind", [SystemKind.KNOCKOUT, SystemKind.DOUBLE_KNOCKOUT])
def test_a_knockout_is_not_paired_by_rounds(kind):
    with pytest.raises(KnockoutNotPairedByRounds):
        pair_round_by_system(StageSystem(kind), StageData(entries(30, 30)), order())
