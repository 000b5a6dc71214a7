"""Knock-out and double knock-out: E21, E22, E38, E39."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from tournaments.systems.brackets import (
    BracketPart,
    bracket_half,
    bracket_seed_order,
    bracket_size,
    double_knockout,
    seeds_with_sections_apart,
)
from tournaments.systems.knockout import NOBODY, Knockout, current_matches, knockout_places, next_pairings
from tournaments.systems.types import EventResult

BLACK, WHITE, DRAW = EventResult.BLACK_WINS, EventResult.WHITE_WINS, EventResult.DRAW


def play(knockout, decide):
    """All games till the end; `decide(pairing)` gives each result. No one waits for another match."""
    rows = ()
    while more := next_pairings(knockout, rows):
        rows += tuple(replace(one, result=decide(one)) for one in more)
    return rows


def by_chance(seed):
    rng = random.Random(seed)
    return lambda _pairing: rng.choice([BLACK, WHITE])


def stronger(pairing):
    """The lower number wins."""
    return BLACK if pairing.black < pairing.white else WHITE


def losses(rows):
    return Counter(one.white if one.result is BLACK else one.black for one in rows)


def champions(knockout, rows):
    return [line.entry for line in knockout_places(knockout, rows) if line.place == 1]


def knockout(count, **more):
    return Knockout(tuple(range(1, count + 1)), **more)


def test_the_first_two_seeds_can_meet_only_at_the_end():
    assert bracket_seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize("count", range(1, 34))
def test_the_highest_seeds_have_the_byes_up_to_a_power_of_two(count):
    """E38."""
    free = [match.entrants[0] for match in current_matches(knockout(count), ()) if match.is_bye]

    assert sorted(free) == list(range(1, bracket_size(count) - count + 1))


@pytest.mark.parametrize("count", range(1, 20))
def test_all_but_one_lose_once(count):
    """E38."""
    rows = play(knockout(count), by_chance(count))

    assert len(rows) == count - 1
    assert sorted(losses(rows).values()) == [1] * (count - 1)
    assert len(champions(knockout(count), rows)) == 1


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("count", [*range(2, 20), 32, 33])
def test_in_a_double_knockout_all_but_one_lose_twice(count, seed):
    """E39: thirteen among them; the winner has lost once at most."""
    event = knockout(count, double=True)
    rows = play(event, by_chance(f"{count}:{seed}"))

    lost = losses(rows)
    (winner,) = champions(event, rows)
    assert lost[winner] <= 1
    assert {lost[id_] for id_ in event.seeds if id_ != winner} == {2}
    assert len(rows) == 2 * count - 2 + lost[winner]


def test_thirteen_by_strength():
    """E39: the favourite wins without a loss in 24 games; the second has lost to the first alone."""
    event = knockout(13, double=True)
    rows = play(event, stronger)

    assert len(rows) == 24
    assert [(line.place, line.entry) for line in knockout_places(event, rows)][:3] == [(1, 1), (2, 2), (3, 3)]
    assert max(one.round for one in rows) <= len({match.round for match in double_knockout(13)})


def test_the_winner_of_the_lower_bracket_must_beat_the_other_twice():
    """E39."""
    event = knockout(4, double=True)

    def decide(pairing):
        plan = event.bracket_matches[pairing.board - 1]
        if plan.bracket in (BracketPart.FINAL, BracketPart.SECOND_FINAL):
            return WHITE if pairing.black < pairing.white else BLACK
        return stronger(pairing)

    rows = play(event, decide)
    assert [event.bracket_matches[one.board - 1].bracket for one in rows][-2:] == [
        BracketPart.FINAL,
        BracketPart.SECOND_FINAL,
    ]
    assert champions(event, rows) == [2]
    first = tuple(replace(one, result=stronger(one)) if one is rows[-1] else one for one in rows)
    assert champions(event, first) == [1]


def test_a_match_starts_when_both_players_are_known():
    """E21: not a round."""
    event = knockout(8)
    rows = next_pairings(event, ())
    assert len(rows) == 4
    assert next_pairings(event, rows) == ()

    two = tuple(replace(one, result=stronger(one)) if one.board <= 2 else one for one in rows)
    (semifinal,) = next_pairings(event, two)
    assert semifinal.entrants == {1, 4}
    assert semifinal.round == 2


@pytest.mark.parametrize("games", [3, 5])
def test_a_match_of_more_games_ends_when_it_is_decided_and_colors_swap(games):
    """E38."""
    event = knockout(2, games=games)
    rows = play(event, stronger)
    assert [one.game for one in rows] == list(range(1, games // 2 + 2))
    assert all(one.black == other.white for one, other in pairwise(rows))

    wins = iter([1, 2] * (games // 2) + [2])
    rows = play(event, lambda one: BLACK if one.black == next(wins) else WHITE)
    assert len(rows) == games
    assert champions(event, rows) == [2]


@pytest.mark.parametrize("result", [DRAW, EventResult.VOID, EventResult.BOTH_WIN])
def test_without_a_winner_they_play_again_with_colors_swapped_and_then_the_better_seed_goes_on(result):
    """E38."""
    event = knockout(2)
    first, second = play(event, lambda _: result)

    assert (first.black, first.white) == (second.white, second.black)
    assert champions(event, (first, second)) == [1]
    assert champions(event, (first, replace(second, result=BLACK if second.black == 2 else WHITE))) == [2]


def test_both_lose_is_a_bye_for_the_next_opponent():
    """E38, E41."""
    event = knockout(4)
    rows = play(event, lambda one: EventResult.BOTH_LOSE if 1 in one.entrants else stronger(one))

    assert len(rows) == 2
    final = current_matches(event, rows)[-1]
    assert final.is_bye
    assert final.winner == 2
    assert NOBODY in final.seats
    assert [(line.place, line.entry) for line in knockout_places(event, rows)] == [(1, 2), (2, 1), (2, 3), (2, 4)]


@pytest.mark.parametrize("count", range(2, 17))
@pytest.mark.parametrize("double_", [False, True])
def test_a_bracket_ends_whatever_both_lose(count, double_):
    """E41: with some games lost by both."""
    event = knockout(count, double=double_)
    rng = random.Random(count)
    rows = play(event, lambda _: rng.choice([BLACK, WHITE, EventResult.BOTH_LOSE]))

    assert all(match.over for match in current_matches(event, rows))
    assert len(knockout_places(event, rows)) == count


def test_the_third_place_is_played_for_where_that_is_wished():
    """E38: else two share it."""
    rows = play(knockout(4), stronger)
    assert [(line.place, line.entry) for line in knockout_places(knockout(4), rows)] == [(1, 1), (2, 2), (3, 3), (3, 4)]

    event = knockout(4, third_place=True)
    rows = play(event, lambda one: stronger(one) if one.entrants != {3, 4} else WHITE if one.black == 3 else BLACK)
    assert [(line.place, line.entry) for line in knockout_places(event, rows)] == [(1, 1), (2, 2), (3, 4), (4, 3)]


def test_a_corrected_result_waits_for_the_director():
    """E92: the final holds a game of someone who is not in it any more; void, it is played again."""
    event = knockout(4)
    rows = play(event, stronger)
    corrected = (replace(rows[0], result=BLACK if rows[0].result is WHITE else WHITE), *rows[1:])

    final = current_matches(event, corrected)[-1]
    assert final.stray == rows[-1:]
    assert not final.over
    assert next_pairings(event, corrected) == ()
    (again,) = next_pairings(event, (*corrected[:-1], replace(corrected[-1], result=EventResult.STRUCK)))
    assert again.entrants == set(final.entrants)


@pytest.mark.parametrize("sections", range(2, 9))
@pytest.mark.parametrize("seed", range(3))
def test_section_mates_stand_in_other_halves(sections, seed):
    """E31: two of each section go into a knock-out."""
    ids = [section * 10 + place for section in range(sections) for place in (1, 2)]
    random.Random(seed).shuffle(ids)
    section_of = {id_: id_ // 10 for id_ in ids}

    seeds = seeds_with_sections_apart(tuple(ids), section_of)
    assert sorted(seeds) == sorted(ids)
    assert seeds[0] == ids[0]
    half = {id_: bracket_half(seed, len(seeds)) for seed, id_ in enumerate(seeds, start=1)}
    assert not [two for two in combinations(seeds, 2) if two[0] // 10 == two[1] // 10 and half[two[0]] == half[two[1]]]


def test_the_order_of_pairings_changes_nothing():
    """E95."""
    event = knockout(13, double=True)
    rows = play(event, by_chance(1))

    assert knockout_places(event, rows[::-1]) == knockout_places(event, rows)
    assert current_matches(event, rows[::-1]) == current_matches(event, rows)
