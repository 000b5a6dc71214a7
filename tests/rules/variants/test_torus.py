"""Boards with joined edges (V70 to V72): liberties, captures, score, suggestions and records across the edges."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest
from sgfmill import sgf as sgfmill_sgf

from rules import (
    RULE_SETS,
    Board,
    Color,
    Pass,
    Play,
    Point,
    Setup,
    apply,
    illegality_code,
    new_game,
    replay,
    score_of,
    sgf,
)
from rules.board import diagonals_of, neighbors_of
from rules.errors import SelfCapture
from rules.estimate import suggest_dead
from rules.ruleset import SelfCaptureRule
from rules.variants import Variant, VariantColors
from rules.variants.presets import PRESETS, differences_from_standard, preset_of
from tests.support.random_player import RandomPlayer

from .test_properties import setup_of

B, W = Color.BLACK, Color.WHITE
TORUS = PRESETS["torus"]
CORNERED = ("X...X", ".....", "..O..", ".....", "X...X")
"""Four black stones in the corners, which is one chain where the edges are joined."""


def start(*rows: str, first: Color = B, variant: Variant = TORUS) -> Setup:
    return Setup(len(rows[0]), len(rows), RULE_SETS["chinese"], Decimal(0), start=rows, first=first, variant=variant)


def test_every_point_has_four_neighbours_and_four_corners_each_at_the_other_edge_V70():
    for size in ((5, 5), (9, 13), (19, 19)):
        around, corners = neighbors_of(*size, wraps=True), diagonals_of(*size, wraps=True)
        assert {len(near) for near in (*around, *corners)} == {4}
        assert all(index in around[near] for index, nears in enumerate(around) for near in nears)
        assert all(index in corners[near] for index, nears in enumerate(corners) for near in nears)
    assert set(neighbors_of(5, 5, wraps=True)[0]) == {1, 4, 5, 20}
    assert set(diagonals_of(5, 5, wraps=True)[0]) == {6, 9, 21, 24}
    assert set(neighbors_of(2, 1, wraps=True)[0]) == {1}
    assert set(neighbors_of(5, 5)[0]) == {1, 5}


def test_a_chain_and_its_liberties_continue_across_the_edges_V70():
    board = new_game(start(*CORNERED)).board
    chain = board.chain_at(Point(0, 0))
    assert len(chain.stones) == 4
    assert len(chain.liberties) == 8
    assert len(board.wrapped(False).chain_at(Point(0, 0)).stones) == 1
    assert board != board.wrapped(False)


def test_a_stone_is_captured_only_when_the_opposite_edges_are_taken_too_V70():
    rows = ("OX...", "X....", ".....", ".....", ".....")
    state = new_game(start(*rows))
    assert state.board.chain_at(Point(0, 0)).liberties == {Point(4, 0), Point(0, 4)}
    state = apply(apply(state, Play(B, Point(4, 0))), Play(W, Point(2, 2)))
    taken = apply(state, Play(B, Point(0, 4)))
    assert taken.board[Point(0, 0)] is None
    assert taken.prisoners.black == 1


def test_self_capture_looks_across_the_edges_V70():
    rows = (".X..X", "X....", ".....", ".....", "X....")
    state = new_game(start(*rows, first=W))
    assert illegality_code(state, Point(0, 0)) == SelfCapture.code
    assert illegality_code(new_game(start(".X...", "X....", ".....", ".....", ".....", first=W)), Point(0, 0)) is None


def test_territory_is_one_area_across_the_edges_V70():
    state = new_game(start("..X.O", "..X.O", "..X.O", "..X.O", "..X.O"))
    flat = new_game(start(*state.board.rows(), variant=Variant()))
    assert score_of(flat, ()).totals.black == 15
    assert score_of(state, ()).totals.black == 5
    alone = new_game(start("..X..", ".....", ".....", ".....", "....."))
    assert score_of(alone, ()).totals.black == 25


def test_dead_stones_are_found_where_their_last_liberty_is_beyond_the_edge_V70():
    rows = ("OXXXXXXXX", "XX.X.X.XX", "XXXXXXXXX", "OOOOOOOOO", "O.O.O.O.O")
    rows += ("OOOOOOOOO", "XXXXXXXXX", "X.X.X.X.X", ".XXXXXXXX")
    board = Board.from_rows(rows).wrapped()
    assert suggest_dead(board, ruleset=RULE_SETS["chinese"]) == {Point(0, 0)}


def test_the_variant_has_a_name_a_fact_and_a_json_V1_V70():
    assert preset_of(TORUS) == "torus"
    assert [fact.key for fact in differences_from_standard(TORUS)] == ["wraps"]
    assert TORUS.to_json() == {"wraps": True}
    assert Variant.from_json(TORUS.to_json()) == TORUS
    assert Variant().to_json() == {}
    assert not TORUS.plain
    assert TORUS.allows_analysis
    assert preset_of(Variant(colors=VariantColors(3), wraps=True)) == "multi_color"


def written(setup: Setup, record: list[Play]) -> str:
    return sgf.serialize([sgf.write_game(setup, record)])


def game_at_random(seed: int) -> tuple[Setup, list[Play]]:
    """A random game with captures, of stones alone."""
    dice, setup = random.Random(seed), setup_of(TORUS, (5, 5))
    state, record = new_game(setup), []
    for _ in range(60):
        legal = [point for point in state.board.points() if illegality_code(state, point) is None]
        if not legal:
            break
        record.append(Play(state.to_play, dice.choice(legal)))
        state = apply(state, record[-1])
    return setup, record


@pytest.mark.parametrize("seed", range(8))
def test_other_programs_show_every_position_of_the_record_and_ours_reads_it_back_V72(seed):
    setup, record = game_at_random(seed)
    text = written(setup, record)
    read = sgf.read_game(sgf.parse(text)[0])
    assert "XT[1]" in text
    assert read.setup.variant == TORUS
    assert [(turn.color, turn.point) for turn in read.turns] == [(play.color, play.point) for play in record]
    state = replay(setup, record)
    assert sgf.position_after(read).board == state.board
    assert sgf.position_after(read).prisoners == state.prisoners

    shown = Board.empty(5, 5)  # as FF[4] has it: setup is set as it is written, moves capture what is next to them
    for node in sgfmill_sgf.Sgf_game.from_string(text).get_main_sequence():
        for color, stones in zip((B, W, None), node.get_setup_stones(), strict=True):
            shown = shown.with_stones((color, Point(column, 4 - row)) for row, column in stones)
        letter, at = node.get_move()
        if at is not None:
            place = Point(at[1], 4 - at[0])
            shown = shown.place({"b": B, "w": W}[letter], place, SelfCaptureRule.ALLOWED).board
    assert shown.rows() == state.board.rows()


def test_a_file_cannot_make_the_reader_check_many_boards_V72():
    nodes = "".join(f";AB[{a}{b}]" for a in "abcdefghi" for b in "abcdefghi")
    (root,) = sgf.parse(f"(;SZ[9]XT[1]{nodes};B[aa])")
    assert [type(turn) for turn in sgf.read_game(root).turns] == [sgf.SgfMove]


def test_records_of_more_colors_are_read_back_V72():
    for variant in (TORUS, Variant(colors=VariantColors(3), wraps=True)):
        player = RandomPlayer(7)
        setup = setup_of(variant, (5, 5))
        state, record = new_game(setup), []
        for _ in range(30):
            legal = [point for point in state.board.points() if illegality_code(state, point) is None]
            record.append(Play(state.to_play, player.dice.choice(legal)) if legal else Pass(state.to_play))
            state = apply(state, record[-1])
        read = sgf.read_game(sgf.parse(written(setup, record))[0])
        assert read.setup.variant.wraps
        assert sgf.position_after(read).board.rows() == state.board.rows()
