"""Leagues: E70 to E73."""

from __future__ import annotations

import random

import pytest

from tournaments.systems.league import (
    LeagueStructure,
    SeasonChanges,
    first_season,
    is_removed_for_time_losses,
    next_season,
)


def flat(divisions):
    return [id_ for groups in divisions for group in groups for id_ in group]


def test_a_league_begins_by_strength_from_the_top():
    """E70: groups of six; with factor 2 the second division has two."""
    assert [[len(group) for group in groups] for groups in first_season(LeagueStructure(), range(18))] == [
        [6],
        [6],
        [6],
    ]
    assert [[len(group) for group in groups] for groups in first_season(LeagueStructure(factor=2), range(30))] == [
        [6],
        [6, 6],
        [6, 6],
    ]
    assert flat(first_season(LeagueStructure(factor=2), range(30))) == list(range(30))


def test_two_rise_and_two_fall():
    """E70."""
    found = next_season(LeagueStructure(), first_season(LeagueStructure(), range(18)), SeasonChanges())

    assert [[sorted(group) for group in groups] for groups in found] == [
        [[0, 1, 2, 3, 6, 7]],
        [[4, 5, 8, 9, 12, 13]],
        [[10, 11, 14, 15, 16, 17]],
    ]


def test_with_two_groups_below_twice_as_many_fall():
    """E70: f x p."""
    league = LeagueStructure(size=5, up=1, factor=2)
    found = next_season(league, first_season(league, range(15)), SeasonChanges())

    assert [[sorted(group) for group in groups] for groups in found] == [
        [[0, 1, 2, 5, 10]],
        [[3, 6, 7, 8, 9], [4, 11, 12, 13, 14]],
    ]


def test_a_gap_is_for_the_next_best_below_and_newcomers_come_in_at_the_bottom():
    """E71: 1 leaves the first division, so a third one rises from the second, and one from the third."""
    found = next_season(
        LeagueStructure(), first_season(LeagueStructure(), range(18)), SeasonChanges(frozenset({1}), (90, 91))
    )

    assert [sorted(group) for groups in found for group in groups] == [
        [0, 2, 3, 6, 7, 8],
        [4, 5, 9, 12, 13, 14],
        [10, 11, 15, 16, 17, 90, 91],
    ]


def test_who_leaves_from_the_last_places_falls_for_somebody_else():
    """E72: 5 was last and leaves; so only 4 falls, and two rise."""
    found = next_season(LeagueStructure(), first_season(LeagueStructure(), range(12)), SeasonChanges(frozenset({5})))

    assert [sorted(group) for groups in found for group in groups] == [[0, 1, 2, 3, 6, 7], [4, 8, 9, 10, 11]]


@pytest.mark.parametrize("factor", [1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_sizes_stay_and_nobody_is_lost(factor, seed):
    """E70: over five seasons with people who come and go."""
    rng, league = random.Random(seed), LeagueStructure(size=6, up=1 + seed % 2, factor=factor)
    divisions, new = first_season(league, range(40)), 100
    for _ in range(5):
        divisions = tuple(tuple(tuple(rng.sample(group, len(group))) for group in groups) for groups in divisions)
        there = flat(divisions)
        leaving = frozenset(rng.sample(there, 3))
        newcomers = tuple(range(new, new + 4))
        new += 4
        divisions = next_season(league, divisions, SeasonChanges(leaving, newcomers))

        assert sorted(flat(divisions)) == sorted((set(there) - leaving) | set(newcomers))
        assert all(len(group) == 6 for groups in divisions[:-1] for group in groups)
        assert all(len(groups) <= factor**at for at, groups in enumerate(divisions))


def test_who_lost_half_on_time_leaves():
    """E72."""
    assert [is_removed_for_time_losses(*one) for one in ((0, 0), (2, 5), (2, 4), (5, 5))] == [False, False, True, True]
