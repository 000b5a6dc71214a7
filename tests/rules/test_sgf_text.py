"""Whole records as text, exactly as other programs read them (R16)."""

from decimal import Decimal

from rules import (
    RULE_SETS,
    AfterRejection,
    Annul,
    Color,
    Decide,
    Outcome,
    Pass,
    PlaceHandicap,
    Play,
    Point,
    Propose,
    Reason,
    RefuseWin,
    Reject,
    Resign,
    Setup,
    TimeOut,
    Undo,
    Withdraw,
    sgf,
)
from rules.sgf.writing import WHAT_COMES_NEXT
from tests import diagrams

B, W = Color.BLACK, Color.WHITE
NONE = frozenset()
ALL = "".join(f"[{column}{row}]" for column in "abcdefghi" for row in "abcdefghi" if column + row not in ("ee", "ff"))

SCORED = f"""\
(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[7.5]RU[AGA]RE[W+6.5]PB[a\\\\\\]b]
;B[ee]
;W[cg]
(
;B[ff]
;W[]
;B[]
;W[]
;MA[cg]TB{ALL}C[Black proposes these dead stones: C3.
Count (Black / White):
stones: 2 / 0
territory: 79 / 0
komi: 0 / 7.5
total: 81 / 7.5
{WHAT_COMES_NEXT}]
;C[White rejects proposal 1; next: mark.
Reason: alive: really]
;C[White proposes these dead stones: none.
Count (Black / White):
stones: 2 / 1
territory: 0 / 0
komi: 0 / 7.5
total: 2 / 8.5]
;C[White withdraws proposal 2.]
;C[White proposes these dead stones: none.
Count (Black / White):
stones: 2 / 1
territory: 0 / 0
komi: 0 / 7.5
total: 2 / 8.5]
;C[Black has run out of time.
Result: W+6.5])
(
;B[df]))
"""
FROM_A_POSITION = """\
(;GM[1]FF[4]CA[UTF-8]SZ[5:4]KM[0.5]RU[Chinese]RE[W+R]AB[aa]AW[dd][ed]PL[W]
;W[bb]
;C[Black resigns.
Result: W+R])
"""
REFUSED = """\
(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[0.5]RU[Chinese]HA[2]RE[Void]AB[cc][gg]
;W[ee]C[White refuses the win on time; the game continues.]
(
;C[Decided by a moderator.
Reason: absent
Result: Void])
(
;C[Black has run out of time.
Result: W+T]))
"""


def text_of(setup, actions, **info):
    return sgf.serialize([sgf.write_game(setup, actions, info=info)])


def test_a_game_with_a_move_taken_back_a_dispute_and_the_end_on_time():
    actions = [
        *diagrams.actions("E5 C3 D4"), Undo(B, 2), Play(B, Point(5, 5)), Pass(W), Pass(B), Pass(W),
        Propose(B, frozenset({Point(2, 6)})), Reject(W, 1, AfterRejection.MARK, "alive: really"),
        Propose(W, NONE), Withdraw(W, 2), Propose(W, NONE), TimeOut(B),
    ]  # fmt: skip

    assert text_of(Setup(9, 9, RULE_SETS["aga"], Decimal("7.5")), actions, PB="a\\]b") == SCORED


def test_reasons_can_be_left_out():
    actions = [*diagrams.actions("E5 pass pass"), Propose(W, NONE), Reject(B, 1, AfterRejection.RESUME, "secret")]
    setup = Setup(9, 9, RULE_SETS["chinese"], Decimal("7.5"))

    assert "secret" not in sgf.serialize([sgf.write_game(setup, actions, reasons=False)])
    assert "Reason: secret" in text_of(setup, actions)


def test_a_game_from_a_position_on_a_rectangle():
    setup = Setup(5, 4, RULE_SETS["chinese"], Decimal("0.5"), 0, ("X....", ".....", ".....", "...OO"), W)

    assert text_of(setup, [Play(W, Point(1, 1)), Resign(B)]) == FROM_A_POSITION


def test_free_handicap_and_a_refused_win():
    setup = Setup(9, 9, RULE_SETS["chinese"], Decimal("0.5"), 2)
    actions = [
        PlaceHandicap(B, frozenset({Point(2, 2), Point(6, 6)})), Play(W, Point(4, 4)), TimeOut(B), RefuseWin(W),
        Decide(Outcome.of_two(None, Reason.BOTH_LOSE), "absent"),
    ]  # fmt: skip

    assert text_of(setup, actions) == REFUSED


def test_why_a_game_was_annulled_is_in_its_record_R61():
    setup = Setup(9, 9, RULE_SETS["chinese"], Decimal("7.5"))

    written = text_of(setup, [*diagrams.actions("E5"), Resign(W), Annul("two accounts of one person")])

    assert "Annulled by a moderator.\nReason: two accounts of one person\nResult: Void" in written


def test_a_running_game_has_no_result_yet_and_a_rule_set_of_ones_own_its_key():
    from dataclasses import replace

    setup = Setup(9, 9, replace(RULE_SETS["chinese"], key="club"), Decimal(7))

    assert text_of(setup, []) == "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[7]RU[club]RE[?])\n"
