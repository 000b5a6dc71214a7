"""From ratings to ranks and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.ranks import STRONGEST, WEAKEST, Rank, is_provisional

EVERY = [Rank(steps) for steps in range(WEAKEST, STRONGEST + 1)]


def test_the_ranks_are_30k_to_1k_and_1d_to_9d():
    assert [str(rank) for rank in EVERY] == [*(f"{n}k" for n in range(30, 0, -1)), *(f"{n}d" for n in range(1, 10))]


@pytest.mark.parametrize(
    ("rating", "rank"), [(525, "30k"), (1245, "11k"), (1246, "10k"), (1487, "6k"), (1500, "6k"), (1918, "1k"),
                         (1919, "1d"), (2710, "8d"), (2711, "9d")],
)  # fmt: skip
def test_published_conversion(rating, rank):
    assert str(Rank.of_rating(rating)) == rank


@pytest.mark.parametrize(("rating", "rank"), [(-500, "30k"), (0, "30k"), (524, "30k"), (6000, "9d")])
def test_beyond_the_ends_it_is_the_nearest(rating, rank):
    assert str(Rank.of_rating(rating)) == rank


@pytest.mark.parametrize("rank", EVERY, ids=str)
def test_every_rank_begins_at_its_least_rating(rank):
    assert Rank.of_rating(rank.least_rating + 1e-6) == rank
    if rank > EVERY[0]:
        assert Rank.of_rating(rank.least_rating - 1e-6) == Rank(rank.steps - 1)


@given(st.floats(0, 4000), st.floats(0, 4000))
def test_a_higher_rating_is_never_a_lower_rank(one, other):
    assert (one >= other) <= (Rank.of_rating(one) >= Rank.of_rating(other))


def test_a_rating_is_provisional_until_its_deviation_is_small():
    assert is_provisional(350)
    assert is_provisional(110.1)
    assert not is_provisional(110)
