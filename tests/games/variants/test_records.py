"""Records of pairs and of many colours, as other programs load them (V64)."""

from __future__ import annotations

import pytest
from sgfmill import sgf

from games import verbs
from games.models.action import rules_actions
from games.sgf_export import sgf_of_actions
from rules import parse_vertex
from rules.variants import Variant, VariantColors
from rules.variants.presets import PRESETS
from tests.factories import act, make_game, reload
from tests.support.seated import seated

pytestmark = pytest.mark.django_db


def loaded(game, moves=""):
    for vertex in moves.split():
        act(game, verbs.Play, point=parse_vertex(vertex, 9, 9))
    return sgf.Sgf_game.from_string(sgf_of_actions(reload(game), rules_actions(game), reasons=True))


def test_another_program_reads_the_teams_of_a_pair_game_and_its_moves_V64():
    game = seated(PRESETS["pair"])
    names = [seat.player.shown_name for seat in game.seat_list()]

    read = loaded(game, "A1 B1 C1")

    root = read.get_root()
    assert [root.get(name) for name in ("PB", "BT")] == [f"{names[0]}, {names[2]}"] * 2
    assert [root.get(name) for name in ("PW", "WT")] == [f"{names[1]}, {names[3]}"] * 2
    assert [node.get_move() for node in read.get_main_sequence()[1:]] == [("b", (0, 0)), ("w", (0, 1)), ("b", (0, 2))]
    assert not loaded(make_game()).get_root().has_property("BT")


def test_another_program_shows_four_colours_as_setups_through_the_end_phase_V64():
    game = seated(Variant(colors=VariantColors(4)))
    loaded(game, "A1 B1 C1 D1")
    for _side in range(4):
        act(game, verbs.Pass)
    act(game, verbs.Propose, dead=[])

    read = loaded(game)

    root, line = read.get_root(), read.get_main_sequence()
    assert not root.has_property("RE")
    assert not root.has_property("BT")
    assert [node.get_setup_stones()[:2] for node in line[1:5]] == [
        ({(0, 0)}, set()), (set(), {(0, 1)}), (set(), {(0, 2)}), (set(), {(0, 3)})]  # fmt: skip
    assert line[4].get("LB") == [((0, 2), "R"), ((0, 3), "U")]
    assert "Count (Black / White / Red / Blue)" in line[-1].get("C")
