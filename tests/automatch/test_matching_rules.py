"""Automatch and standing offers: E80 to E82."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from automatch.matching_rules import (
    MismatchReason,
    SearchValue,
    count_mismatch_reasons,
    match_searches,
    mismatch_reasons,
    remaining_games,
)
from automatch.services.matching import _update_pool_after_attempt


def search(id_, rank=20, since=None, **more):
    fields = {"sizes": (19, 9), "clocks": ("slow", "fast"), "ranks": {19: rank, 9: rank}, **more}
    return SearchValue(id_, player=id_, since=id_ if since is None else since, **fields)


def found(*searches, barred=()):
    return [(one.one.id, one.other.id) for one in match_searches(searches, frozenset(map(frozenset, barred)))]


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({"player": 1}, MismatchReason.SAME_PLAYER),
        ({"sizes": (13,)}, MismatchReason.SIZE),
        ({"ranks": {13: 20}}, MismatchReason.SIZE),
        ({"clocks": ("weekly",)}, MismatchReason.CLOCK),
        ({"rules": "chinese", "insists_on_rules": True}, MismatchReason.RULES),
        ({"handicap": frozenset({True})}, MismatchReason.HANDICAP),
        ({"ranks": {19: 24, 9: 24}}, MismatchReason.RANK),
        ({"ranks": {19: 16, 9: 16}}, MismatchReason.RANK),
        ({"ranks": {19: 22, 9: 22}, "down": 1}, MismatchReason.RANK),
    ],
)
def test_all_wishes_hold(other, reason):
    """E80, E81."""
    one = search(1, insists_on_rules=True, up=3, down=3)

    assert mismatch_reasons(one, search(2)) == ()
    assert mismatch_reasons(one, replace(search(2), **other)) == (reason,)
    assert mismatch_reasons(replace(search(2), **other), one) == (reason,)
    assert not match_searches([one, replace(search(2), **other)])


def test_nobody_meets_whom_they_blocked_or_play_already():
    """E81: the caller names these pairs."""
    assert found(search(1), search(2), barred=[(1, 2)]) == []
    assert found(search(1), search(2), search(3), barred=[(1, 2)]) == [(1, 3)]


def test_the_oldest_is_matched_first_with_the_nearest_rank():
    """E81: of equally near ones with who has waited longest."""
    assert found(search(1, 20), search(2, 25), search(3, 21)) == [(1, 3)]
    assert found(search(1, 20), search(2, 21), search(3, 19)) == [(1, 2)]
    assert found(search(1, 20, since=9), search(2, 25, since=1), search(3, 21, since=2)) == [(2, 3)]


def test_the_rank_is_that_on_the_size():
    """E81: a strong player on 9x9 is a beginner on 19x19; they meet where they are nearest."""
    one = search(1, ranks={19: 5, 9: 30}, up=2, down=2)

    (matched,) = match_searches([one, search(2, ranks={19: 30, 9: 29})])
    assert matched.size == 9
    assert matched.distance == 1
    assert not match_searches([replace(one, sizes=(19,)), search(2, ranks={19: 30, 9: 29})])


def test_who_has_waited_longer_chooses_and_who_insists_has_their_rules():
    """E80."""
    one = search(1, rules="aga", clocks=("fast", "slow"))
    (matched,) = match_searches([search(2, rules="chinese"), one])
    assert (matched.clock, matched.rules, matched.handicap) == ("fast", "aga", False)

    (matched,) = match_searches([search(2, rules="chinese", insists_on_rules=True), one])
    assert matched.rules == "chinese"


def test_a_search_for_more_games_meets_more_people_each_once():
    """E80."""
    assert found(search(1, games=3), search(2, games=3), search(3)) == [(1, 2), (1, 3)]


def test_the_order_of_searches_changes_nothing():
    """E95: and no one gets more than was asked for."""
    rng = random.Random(1)
    searches = [
        search(id_, rng.randrange(30), rng.randrange(5), up=rng.choice([None, 3]), games=rng.choice([1, 2]))
        for id_ in range(40)
    ]
    first = match_searches(searches)

    assert match_searches(rng.sample(searches, 40)) == first
    had = Counter(one.id for matched in first for one in (matched.one, matched.other))
    assert all(had[one.id] <= one.games for one in searches)
    assert len({frozenset((one.one.player, one.other.player)) for one in first}) == len(first)


def test_the_page_shows_what_to_widen():
    """E81: two others are too far in rank, the third wants another size."""
    one = search(1, 20, up=3, down=3)
    others = [
        search(2, 30),
        search(3, 10),
        search(4, 20, sizes=(13,), ranks={13: 20}),
        search(5, 30, clocks=("weekly",)),
    ]

    assert count_mismatch_reasons(one, [one, *others]) == {MismatchReason.RANK: 2, MismatchReason.SIZE: 1}


def test_a_standing_offer_has_a_place_for_each_game_that_is_not_running():
    """E82."""
    assert [remaining_games(5, running) for running in (0, 4, 5, 6)] == [5, 1, 0, 0]


@pytest.mark.parametrize(
    ("games", "out", "left"), [(2, None, 1), (1, None, None), (2, frozenset(), 2), (2, {1}, None), (1, {2}, 1)]
)
def test_E81_a_search_that_was_matched_wants_one_game_less_and_one_that_cannot_match_is_left_out(games, out, left):
    pool = {1: search(1, games=games)}
    _update_pool_after_attempt(pool, 1, out)
    assert {pk: one.games for pk, one in pool.items()} == ({} if left is None else {1: left})
