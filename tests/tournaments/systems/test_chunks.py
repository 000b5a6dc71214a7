"""Large fields are split into parts that are paired separately (E94)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.tournaments.systems.fields import MCMAHON, SWISS, players, rounds
from tournaments.systems import pairing
from tournaments.systems.candidates import round_input
from tournaments.systems.chunks import split_into_parts
from tournaments.systems.pairing import pair_round_by_system
from tournaments.systems.types import Entrant, PairingConstraints, StageData


def order(round_):
    return PairingConstraints(round_, "seed")


def pairs(proposal):
    return {one.entrants for one in proposal.pairings}


@pytest.mark.parametrize("groups", [(1000,), (10,) * 100, (199, 401, 400), (601, 1), (3, 995)])
def test_a_large_field_is_cut_into_even_parts_by_score(groups):
    """E94: everyone once, about 200 in each, no part but the last odd."""
    ids, people, number = [], [], 0
    for group, size in enumerate(groups):
        for _ in range(size - size % 2 if sum(groups) % 2 and group == 0 else size):
            number += 1
            ids.append(number)
            people.append(Entrant(number, rank=38 - group % 30, rating=5000 - number))
    ids = ids[: len(ids) // 2 * 2]
    field = StageData(tuple(people))
    found = split_into_parts(round_input(MCMAHON, field, 1, ids), ids)

    assert sorted(id_ for part in found for id_ in part) == ids
    assert all(len(part) % 2 == 0 for part in found)
    assert max(map(len, found)) <= 600


def cut(*sizes):
    """The parts of a field with score groups of these sizes. Players are numbered by score, from 1."""
    group_of = [group for group, size in enumerate(sizes) for _ in range(size)]
    candidates = {number: SimpleNamespace(group=group, place=number) for number, group in enumerate(group_of, start=1)}
    return split_into_parts(SimpleNamespace(candidates=candidates), sorted(candidates, reverse=True))


@pytest.mark.parametrize(
    ("sizes", "parts"),
    [((100, 100, 100), [200, 100]), ((199, 2, 199), [200, 200]), ((198, 1, 1), [200]), ((150, 149, 1), [298, 2]),
     ((400, 200), [400, 200]), ((402,), [134, 134, 134]), ((3, 401), [4, 200, 200]), ((4, 402), [4, 134, 134, 134]),
     ((401, 99), [200, 200, 100]), ((403, 201), [134, 134, 134, 202]), ((10, 10), [20])],
)  # fmt: skip
def test_E94_parts_are_even_and_end_with_a_score_group_from_200_players_on(sizes, parts):
    found = cut(*sizes)

    assert [len(part) for part in found] == parts
    assert sorted(id_ for part in found for id_ in part) == list(range(1, sum(sizes) + 1))


def test_E94_players_of_a_higher_score_are_in_an_earlier_part_and_a_large_group_is_spread():
    assert [sorted(part) for part in cut(3, 401)[:1]] == [[1, 2, 3, 4]], "an odd number takes the best of the next"
    assert sorted(cut(401, 99)[-1]) == list(range(401, 501)), "the last of an odd group meets the next group"
    assert cut(402)[0] == [*range(1, 202, 3), *range(202, 403, 3)], "each part has the best and the weakest"
    assert [sorted(part) for part in cut(199, 2, 199)] == [list(range(1, 201)), list(range(201, 401))]


@pytest.mark.parametrize(("size", "asked"), [(600, [600]), (602, [152, 150, 150, 150])])
def test_E94_a_field_of_more_than_600_is_paired_in_parts(monkeypatch, size, asked):
    sizes = []

    def heaviest(_task, ids):
        sizes.append(len(ids))
        return frozenset(frozenset(ids[at : at + 2]) for at in range(0, len(ids), 2))

    monkeypatch.setattr(pairing, "_best_unforbidden_pairs", heaviest)
    proposal = pair_round_by_system(SWISS, StageData(players(size)), order(1))

    assert sizes == asked
    assert len(pairs(proposal)) == size / 2


def test_E94_parts_that_would_repeat_a_pair_are_paired_all_together(monkeypatch):
    field, sizes = rounds(SWISS, players(12), 1), []

    def heaviest(_task, ids):
        sizes.append(len(ids))
        met = [one.entrants for one in field.pairings]
        return frozenset(frozenset(two) for two in met if two <= frozenset(ids))

    monkeypatch.setattr(pairing, "MOST_AT_ONCE", 10)
    monkeypatch.setattr(pairing, "_best_unforbidden_pairs", heaviest)
    pair_round_by_system(SWISS, field, order(2))

    assert sizes == [12, 12], "one part, and then all"
