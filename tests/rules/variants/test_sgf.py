"""Records of games with more colours: other programs can show them, and our reader reads them back (V64)."""

from decimal import Decimal

import pytest

from rules import (
    RULE_SETS,
    Accept,
    AfterRejection,
    Color,
    Pass,
    Play,
    Point,
    Propose,
    Reject,
    Resign,
    Setup,
    apply,
    replay,
    sgf,
)
from rules.state import new_game
from rules.variants import Variant, VariantColors, VariantGoal, VariantSeats
from rules.variants.presets import PRESETS
from tests.support.random_player import RandomPlayer

from .test_properties import setup_of

B, W, R = Color.BLACK, Color.WHITE, Color.RED
THREE = Variant(colors=VariantColors(3, (Decimal(0), Decimal(0), Decimal("0.5"))))


def written(setup, record):
    """The text of a record."""
    return sgf.serialize([sgf.write_game(setup, record)])


def read(text):
    """The game of a text."""
    (root,) = sgf.parse(text)
    return sgf.read_game(root)


def of_three(*rows):
    rules = THREE.rules_of(RULE_SETS["chinese"])
    return Setup(len(rows[0]), len(rows), rules, Decimal(0), start=rows, variant=THREE)


def test_every_turn_of_three_colors_is_a_position_that_other_programs_show():
    setup = of_three(".O...", "XR...", ".O...")
    text = written(setup, [Play(B, Point(2, 1)), Pass(W), Play(R, Point(4, 0))])
    assert ";AB[cb]AE[bb]XM[B:cb];XM[W:];" in text.replace("\n", "")
    assert "AW[ea]LB[ea:R]XM[R:ea]" in text.replace("\n", "")
    for found in ("XC[3]", "XK[B:0][W:0][R:0.5]", "AB[ab]", "AW[ba][bb][bc]", "LB[bb:R]"):
        assert found in text
    assert "RE[" not in text


def test_the_result_of_three_is_shown_by_color_V58():
    setup = of_three(".XO.OR.", ".XO.OR.")
    record = [Pass(B), Pass(W), Pass(R), Propose(B, frozenset()), Accept(W, 1), Accept(R, 1)]
    assert "XR[W:6][R:4.5][B:4]" in written(setup, record)
    assert "XR[B:][R:][W:]" in written(setup, [Resign(W), Resign(R)])


def test_rejections_are_comments_there_too():
    setup = of_three(".XO.OR.", ".XO.OR.")
    record = [
        Pass(B),
        Pass(W),
        Pass(R),
        Propose(B, frozenset()),
        Reject(R, 1, AfterRejection.RESUME, "no"),
        Play(R, Point(0, 0)),
    ]
    text = written(setup, record)
    assert "Count (Black / White / Red):" in text
    assert len(read(text).moves) == 4


@pytest.mark.parametrize("colors", range(3, 7))
def test_a_record_of_more_colors_comes_back_turn_by_turn(colors):
    for seed in range(8):
        player, setup = RandomPlayer(seed), setup_of(Variant(colors=VariantColors(colors)), (5, 4), seed)
        state, record = new_game(setup), []
        while len(record) < 60:
            point = player.dice.choice([None, *state.board.points()])
            action = Pass(state.to_play) if point is None or state.board[point] else Play(state.to_play, point)
            try:
                after = apply(state, action)
            except Exception:
                continue
            if after.to_play is None or after.phase is not state.phase:
                break
            state = after
            record.append(action)
        game = read(written(setup, record))
        assert game.setup.variant == setup.variant
        assert [(turn.color, turn.point) for turn in game.moves] == [
            (action.color, getattr(action, "point", None)) for action in record
        ]
        end = sgf.position_after(game)
        assert (end.board, end.to_play, end.prisoners) == (state.board, state.to_play, state.prisoners)
        assert replay(setup, record) == state


def test_the_start_of_six_colors_comes_back_V4():
    rules = RULE_SETS["chinese"]
    start = (".X.O.R", "U.G.Y.")
    variant = Variant(colors=VariantColors(6))
    setup = Setup(6, 2, variant.rules_of(rules), Decimal(0), start=start, variant=variant)
    assert read(written(setup, [])).setup == setup


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(;XC[7]SZ[3])", "sgf_number"),
        ("(;XC[x]SZ[3])", "sgf_number"),
        ("(;XC[3]SZ[3]XK[R:x])", "sgf_number"),
        ("(;XC[3]SZ[3]XK[R:Infinity])", "sgf_number"),
        ("(;XC[3]SZ[3];XM[U:aa])", "sgf_setup"),
        ("(;XC[3]SZ[3];XM[?:aa])", "sgf_setup"),
        ("(;XC[3]SZ[3];XM[R:zz])", "sgf_point"),
        ("(;XC[3]SZ[3]AW[aa]LB[aa:U])", "sgf_setup"),
        ("(;XC[3]SZ[1]AW[aa]LB[aa:R])", "sgf_setup"),
    ],
)
def test_what_cannot_be_is_refused_with_a_code(text, code):
    with pytest.raises(sgf.SgfError) as refused:
        read(text)
    assert refused.value.code == code


def test_variants_of_two_colors_are_ordinary_records():
    for variant in (
        PRESETS["capture"],
        PRESETS["pair"],
        PRESETS["blind"],
        Variant(VariantColors(), VariantSeats((1, 2)), VariantGoal((2, 2))),
    ):
        setup = Setup(9, 9, RULE_SETS["chinese"], Decimal(7), variant=variant)
        text = written(setup, [Play(B, Point(2, 2)), Play(W, Point(3, 3))])
        assert ";B[cc];W[dd]" in text.replace("\n", "")
        assert [turn.point for turn in read(text).moves] == [Point(2, 2), Point(3, 3)]
