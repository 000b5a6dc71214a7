"""Standings and tie-breaks, calculated by hand: E3, E30, E32 to E34, E37, E41, E52, E92."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.tournaments.systems.fields import MCMAHON, SWISS, entries, games, players, rounds
from tournaments.systems.league import TIEBREAKS
from tournaments.systems.ledger import HALVES
from tournaments.systems.standings import standings_table
from tournaments.systems.types import AdjustmentValue, Criterion, EventResult, StageData, StageSystem, SystemKind

C = Criterion
ROUND_ROBIN = StageSystem(SystemKind.ROUND_ROBIN)


def table(system, field, *tiebreaks, through=None):
    """{entrant: (place, first criterion, tie-breaks ...)}"""
    lines = standings_table(replace(system, tiebreaks=tiebreaks), field, through)
    return {line.entry: (line.place, *line.values.values()) for line in lines}


def test_a_round_robin_goes_by_points_direct_comparison_and_sodos():
    """E30: 1, 2 and 4 have two points each and have beaten each other in a ring; so they share the first place."""
    field = StageData(entries(30, 30, 30, 30), games("1+2 3-4", "1+3 2+4", "1-4 2+3"))

    found = standings_table(ROUND_ROBIN, field)

    assert [(line.place, line.entry) for line in found] == [(1, 1), (1, 2), (1, 4), (4, 3)]
    assert {line.entry: line.values[C.POINTS] for line in found} == {1: 4, 2: 4, 4: 4, 3: 0}
    assert {line.entry: line.values[C.DIRECT] for line in found} == {1: 1, 2: 1, 4: 1, 3: 0}
    assert {line.entry: line.values[C.SODOS] for line in found} == {1: 8, 2: 8, 4: 8, 3: 0}


def test_direct_comparison_needs_that_all_tied_have_met_and_are_unequal():
    """E30: OpenGotha's SDC; a win by default does not count as a meeting."""
    people = entries(30, 30)
    assert table(ROUND_ROBIN, StageData(people, games("1-!2", "1+2")), C.DIRECT) == {1: (1, 2, 1), 2: (2, 2, 0)}
    assert table(ROUND_ROBIN, StageData(people, games("1-2", "1+2")), C.DIRECT) == {1: (1, 2, 0), 2: (1, 2, 0)}
    assert table(ROUND_ROBIN, StageData(people, games("1=2")), C.DIRECT) == {1: (1, 1, 0), 2: (1, 1, 0)}


def test_sos_in_a_swiss_event_is_the_sum_of_the_opponents_wins_and_unplayed_is_0():
    """E32: 5 has a bye in the first round and is absent in the second."""
    people = entries(30, 30, 30, 30, 30)
    field = StageData((*people[:4], replace(people[4], skips=frozenset({2}))), games("1+2 3+4 5bye", "1+3 2=4"))

    # points 4 1 2 1 2; SOS 1: 1+2, 2: 4+1, 3: 1+4, 4: 2+1
    assert table(SWISS, field, C.SOS, C.SODOS, C.SOSOS) == {
        1: (1, 4, 3, 6, 10),
        3: (2, 2, 5, 2, 6),
        5: (3, 2, 0, 0, 0),
        2: (4, 1, 5, 1, 6),
        4: (5, 1, 3, 1, 10),
    }


def test_mcmahon_reckons_mms_sos_and_sosos_with_handicap_bye_and_absence():
    """E33. Starting scores: 9d at the bar 33, 1d 30, 10k 20, 25k at the floor 10."""
    people = entries(38, 30, 20, 5)
    people = (*people[:3], replace(people[3], skips=frozenset({2})))
    field = StageData(people, games("2+1/3 4-3/9", "2+1 3bye"))

    # 1: 33; 2: 30+2; 3: 20+1+1; 4: 10 + half a point, rounded down
    # SOS 1: (32+3) + 32, 2: (33-3) + 33, 3: (10+9) + own 20, 4: (22-9) + own 10
    # SOSOS 1: 63+63, 2: 67+67, 3: 23 + 20*2, 4: 39 + 10*2
    assert table(MCMAHON, field, C.SOS, C.SOSOS) == {
        1: (1, 66, 134, 252),
        2: (2, 64, 126, 268),
        3: (3, 44, 78, 126),
        4: (4, 20, 46, 118),
    }


@pytest.mark.parametrize(("halves", "points"), [(0, [0, 0, 0]), (1, [1, 2, 3]), (2, [2, 4, 6])])
def test_E137_an_absence_from_a_swiss_counts_as_the_event_says(halves, points):
    """The sum is rounded down in a McMahon only."""
    people = tuple(replace(one, skips=frozenset({1, 2, 3})) if one.id == 3 else one for one in entries(20, 20, 20))
    system, field = replace(SWISS, absent_in_swiss=halves), StageData(people, games("1+2", "2+1", "1=2"))

    assert [table(system, field, through=round_)[3][1] for round_ in (1, 2, 3)] == points


def test_the_sum_of_byes_and_absences_is_rounded_down():
    """E33: two absences make a point, three make no more."""
    people = (replace(entries(20)[0], skips=frozenset({1, 2, 3})), *entries(0, 20, 20)[1:])
    field = StageData(people, games("2+3", "2+3", "2+3"))

    assert [table(MCMAHON, field, through=round_)[1][1] for round_ in (1, 2, 3)] == [40, 42, 42]


def test_sos_without_the_weakest_opponents():
    """E33: SOS-1 and SOS-2."""
    field = StageData(entries(30, 30, 30, 30), games("1+2 3+4", "1+3 2-4", "1+4 2-3"))

    assert table(SWISS, field, C.SOS, C.SOS_1, C.SOS_2)[1] == (1, 6, 6, 6, 4)


def test_a_default_gives_the_point_and_counts_the_opponent():
    """E34, and with the option unplayed games count half a point in the SOS of others."""
    field = StageData(entries(30, 30, 30, 30), games("1+!2 3+4", "1+3 2+4"))

    assert table(SWISS, field, C.SOS)[1] == (1, 4, 4)
    # 2: one win and a game not played; 3: one win, one loss
    assert table(replace(SWISS, unplayed_as_half=True), field, C.SOS)[1] == (1, 4, 5)
    # 1, of one win and a default, counts 3 halves for 2 and 3
    assert table(replace(SWISS, unplayed_as_half=True), field, C.SOS)[3] == (2, 2, 3)


@pytest.mark.parametrize(
    ("sign", "points", "sos"),
    [
        ("--", (0, 0), (0, 0)),
        ("++", (2, 2), (2, 2)),
        ("void", (1, 1), (0, 0)),
        ("struck", (0, 0), (0, 0)),
        ("=", (1, 1), (1, 1)),
    ],
)
def test_what_the_results_of_a_director_count_for(sign, points, sos):
    """E4, E41, E52, E92: both lose counts the opponents, void gives half and counts none, struck is as never paired."""
    found = table(SWISS, StageData(entries(30, 30), games(f"1{sign}2")), C.SOS)

    assert tuple(found[one][1] for one in (1, 2)) == points
    assert tuple(found[one][2] for one in (1, 2)) == sos


def test_both_who_lose_count_in_sos():
    """E41: 3 met 1, who lost with 2, and both of these stay opponents."""
    found = table(SWISS, StageData(entries(30, 30, 30), games("1--2", "1+3", "2+3")), C.SOS)

    assert found == {1: (1, 2, 2), 2: (1, 2, 2), 3: (3, 0, 4)}


def test_every_result_says_what_it_gives():
    """E4."""
    assert set(HALVES) == set(EventResult)
    assert all(black + white <= 4 for black, white in HALVES.values())


def test_adjustments_count_from_their_round_on():
    """E55: a director gives a half and takes a point."""
    field = StageData(entries(30, 30), games("1+2", "1+2"), (AdjustmentValue(1, -2, 2), AdjustmentValue(2, 1, 1)))

    assert {id_: row[1] for id_, row in table(SWISS, field, through=1).items()} == {1: 2, 2: 1}
    assert {id_: row[1] for id_, row in table(SWISS, field).items()} == {1: 2, 2: 1}


def test_equals_share_a_place_and_the_next_is_left_free():
    """E30: 1, 2, 2, 4."""
    field = StageData(entries(30, 30, 30, 30), games("1+4 2=3"))

    assert [(line.place, line.entry) for line in standings_table(SWISS, field)] == [(1, 1), (2, 2), (2, 3), (4, 4)]
    assert [line.place for line in standings_table(SWISS, StageData(entries(30, 30, 30)))] == [1, 1, 1]


def test_a_lot_is_drawn_by_the_seed_and_parts_all():
    """E33: lots as the last tie-break."""
    field = StageData(entries(*[30] * 6))
    one, again, other = (standings_table(replace(SWISS, tiebreaks=(C.LOT,), lot=lot), field) for lot in ("a", "a", "b"))

    assert one == again
    assert [line.entry for line in one] != [line.entry for line in other]
    assert [line.place for line in one] == [1, 2, 3, 4, 5, 6]


def test_in_a_smaller_group_each_missing_game_counts_half():
    """E37: who is in the group of two has one game less than the others; nothing of it is rounded."""
    field = StageData(entries(20, 20, 20, 20, 20), games("1+2 1+3 2+3 4+5"))

    assert {id_: row[1] for id_, row in table(StageSystem(SystemKind.GROUPS), field).items()} == {
        1: 44,
        2: 42,
        3: 40,
        4: 43,
        5: 41,
    }


def test_an_absence_from_a_round_of_groups_counts_half_for_each_game():
    """E26, E37: two games were there to be played."""
    people = entries(20, 20, 20, 20)
    field = StageData((*people[:3], replace(people[3], skips=frozenset({1}))), games("1+2 1+3 2+3"))

    assert table(StageSystem(SystemKind.GROUPS), field)[4][1] == 42


def test_the_order_of_input_changes_nothing():
    """E95: for entries, pairings and adjustments."""
    field = rounds(MCMAHON, players(21), 3)
    rng = random.Random(3)
    shuffled = StageData(tuple(rng.sample(field.entries, 21)), tuple(rng.sample(field.pairings, len(field.pairings))))

    every = tuple(one for one in C if one is not C.MMS)
    assert standings_table(replace(MCMAHON, tiebreaks=every), shuffled) == standings_table(
        replace(MCMAHON, tiebreaks=every), field
    )


def test_equals_of_a_league_stand_by_their_place_at_the_start():
    """E71."""
    people = tuple(replace(entry, seed=7 - entry.id) for entry in entries(30, 30, 30))
    found = standings_table(replace(ROUND_ROBIN, tiebreaks=TIEBREAKS), StageData(people, games("1+2 2+3 3+1")))

    assert [(line.place, line.entry) for line in found] == [(1, 3), (2, 2), (3, 1)]
