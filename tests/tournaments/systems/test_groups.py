"""Sections, pools and groups: E25, E31, E37."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.systems.fields import entries, games, players
from tournaments.systems.groups import (
    StageAfterSections,
    advancing_players,
    draw_sections,
    group_sizes,
    sections_schedule,
    serpentine_sections,
    stage_after_sections,
)
from tournaments.systems.pairing import pair_round_by_system
from tournaments.systems.types import Entrant, EventResult, PairingConstraints, StageData, StageSystem, SystemKind

ROUND_ROBIN = StageSystem(SystemKind.ROUND_ROBIN)


def test_a_hundred_are_nine_sections_of_eight_and_four_of_seven():
    """E31: BrainKing's sizes."""
    assert Counter(group_sizes(100, 8)) == {8: 9, 7: 4}
    assert [len(section) for section in serpentine_sections(players(100))] == group_sizes(100, 8)


@pytest.mark.parametrize("most", [2, 3, 8, 10, 25])
@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 25, 99])
def test_sizes_are_within_one_and_none_is_too_large(count, most):
    """E25."""
    found = group_sizes(count, most)

    assert sum(found) == count
    assert max(found) - min(found) <= 1
    assert max(found) <= most


def test_a_snake_deals_there_and_back_again():
    """E31: by rank, then rating; a director's seed goes before."""
    people = tuple(Entrant(id_, 38 - id_) for id_ in range(1, 7))

    assert serpentine_sections(people, most=3) == ((1, 4, 5), (2, 3, 6))
    assert serpentine_sections((*people[:5], replace(people[5], seed=1)), most=3) == ((6, 3, 4), (1, 2, 5))


def test_a_draw_depends_on_the_seed_and_not_on_the_order_of_entry():
    """E31, E95."""
    people = players(20)

    assert draw_sections(people, "a") == draw_sections(people[::-1], "a") != draw_sections(people, "b")


def test_sections_are_played_side_by_side_at_boards_of_their_own():
    """E31."""
    rows = sections_schedule(((1, 2, 3), (4, 5, 6, 7)))

    assert {one.group for one in rows if one.entrants <= {1, 2, 3}} == {1}
    assert len({(one.round, one.board) for one in rows}) == len(rows) == 3 + 6


def test_all_who_share_the_first_place_of_a_section_go_on():
    """E31: 1, 2 and 3 have beaten each other in a ring; 4 beat 5."""
    ring = tuple(replace(one, group=1) for one in games("1+2 2+3 3+1"))
    other = tuple(replace(one, group=2) for one in games("4+5"))
    field = StageData(entries(30, 30, 30, 30, 30), ring + other)

    assert advancing_players(ROUND_ROBIN, field) == (1, 2, 3, 4)
    assert advancing_players(ROUND_ROBIN, field, best=1) == (1, 4)
    assert stage_after_sections(field, (1, 2, 3, 4)) is StageAfterSections.SECTIONS
    assert stage_after_sections(field, (1, 4)) is StageAfterSections.FINAL
    assert stage_after_sections(field, (1,)) is StageAfterSections.DONE


def test_sections_end_when_all_of_the_last_one_have_won_it():
    """E31: three who beat each other in a ring again share the title, else it would never end."""
    field = StageData(entries(30, 30, 30), games("1+2 2+3 3+1"))

    assert (
        stage_after_sections(
            field,
            advancing_players(
                ROUND_ROBIN, replace(field, pairings=tuple(replace(one, group=1) for one in field.pairings))
            ),
        )
        is StageAfterSections.DONE
    )


def test_E31_players_of_several_sections_who_all_tie_play_on_if_any_game_was_won():
    rings = games("1+2 2+3 3+1 4+5 5+6 6+4")
    field = StageData(
        entries(30, 30, 30, 30, 30, 30), tuple(replace(one, group=1 + (at > 2)) for at, one in enumerate(rings))
    )
    void = tuple(replace(one, result=EventResult.VOID) for one in field.pairings)

    assert (
        advancing_players(ROUND_ROBIN, field)
        == advancing_players(ROUND_ROBIN, replace(field, pairings=void))
        == (1, 2, 3, 4, 5, 6)
    )
    assert stage_after_sections(field, (1, 2, 3, 4, 5, 6), sections=2) is StageAfterSections.SECTIONS
    assert (
        stage_after_sections(replace(field, pairings=void), (1, 2, 3, 4, 5, 6), sections=2) is StageAfterSections.DONE
    )


def test_groups_are_cut_by_mms_and_play_all_their_games_in_one_round():
    """E37: twelve in groups of at most five are 4, 4, 4; blocked pairs are left out and named."""
    system = StageSystem(SystemKind.GROUPS, group_size=5)
    people = tuple(Entrant(id_, 33 - id_) for id_ in range(1, 13))
    blocked = frozenset({frozenset({1, 2}), frozenset({1, 12})})

    proposal = pair_round_by_system(system, StageData(people), PairingConstraints(1, "seed", blocked=blocked))

    assert Counter(one.group for one in proposal.pairings) == {1: 5, 2: 6, 3: 6}
    assert {one.round for one in proposal.pairings} == {1}
    assert {frozenset(one.entrants) for one in proposal.pairings if one.group == 3} == {
        frozenset({a, b}) for a in (9, 10, 11, 12) for b in (9, 10, 11, 12) if a < b
    }
    assert proposal.left_out == {frozenset({1, 2})}


def test_a_round_robin_gives_a_round_of_its_table():
    """E30: six players, five rounds, and the draw does not depend on the order of entry."""
    people = players(6)
    found = [
        pair_round_by_system(ROUND_ROBIN, StageData(people), PairingConstraints(number, "seed")).pairings
        for number in range(1, 6)
    ]

    assert len({one.entrants for rows in found for one in rows}) == 15
    assert (
        pair_round_by_system(ROUND_ROBIN, StageData(people[::-1]), PairingConstraints(2, "seed")).pairings == found[1]
    )
