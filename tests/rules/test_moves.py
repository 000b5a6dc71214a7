"""Stones, captures, self-capture, ko, passing (R1 to R9)."""

from decimal import Decimal

import pytest

from rules import (
    RULE_SETS,
    Board,
    Color,
    Pass,
    Phase,
    PlaceHandicap,
    Play,
    Point,
    Reason,
    Resign,
    Setup,
    Stage,
    apply,
    illegal_points,
    illegality_code,
    legal_points,
    new_game,
    parse_vertex,
    replay,
    vertex,
)
from rules.actions import NoResult, Undo
from rules.actions.endings import AgreeOnDraw
from rules.errors import (
    BadHandicap,
    BadVertex,
    CannotUndo,
    GameOver,
    KoViolation,
    NotYourTurn,
    OffBoard,
    PointOccupied,
    SelfCapture,
    SuperkoViolation,
)
from rules.ko import check_ko, history_key
from rules.ruleset import KoRule, SelfCaptureRule
from tests import diagrams

B, W = Color.BLACK, Color.WHITE


def test_a_drawing_and_its_board_are_inverses():
    drawing = ". X O\nX . .\n. O ."

    assert diagrams.draw(diagrams.board(drawing)) == drawing


def test_black_moves_first_and_the_turn_changes_R1():
    assert diagrams.game().to_play is B
    assert diagrams.game("E5").to_play is W


def test_the_last_move_is_the_stone_or_the_pass_that_was_played_last():
    game = diagrams.game("E5 D4")

    assert (game.last_move.color, game.last_move.point) == (Color.WHITE, parse_vertex("D4", 9, 9))
    passed = apply(game, Pass(Color.BLACK))
    assert (passed.last_move.color, passed.last_move.point) == (Color.BLACK, None)


def test_where_no_stones_are_played_every_empty_point_is_refused_with_the_reason_R9():
    stopped = diagrams.game("E5 D4 pass pass")
    for state, code in ((stopped, "wrong_phase"), (apply(stopped, Resign(Color.BLACK)), "game_over")):
        empty = {point for point in state.board.points() if state.board[point] is None}

        assert illegal_points(state) == dict.fromkeys(empty, code)
        assert len(empty) == 79
        assert legal_points(state) == []


def test_a_ko_may_stand_on_the_board_from_which_a_game_is_played_on_R5():
    start = (".XO..", "X.XO.", ".XO..", ".....", ".....")
    ruleset = RULE_SETS["japanese"]
    state = new_game(Setup(5, 5, ruleset, Decimal(0), start=start, first=Color.WHITE))
    taken, back = Point(1, 1), Point(2, 1)

    assert taken in legal_points(state)
    after = apply(state, Play(Color.WHITE, taken))
    assert illegal_points(after) == {back: "ko"}
    assert illegality_code(after, back) == "ko"


def test_stones_that_capture_themselves_are_the_opponents_prisoners_R4():
    start = (".OX", "OOX", "XXX")
    state = new_game(Setup(3, 3, RULE_SETS["new_zealand"], Decimal(0), start=start, first=Color.WHITE))

    after = apply(state, Play(Color.WHITE, Point(0, 0)))

    assert (after.prisoners.black, after.prisoners.white) == (4, 0)
    assert after.board.rows() == ["..X", "..X", "XXX"]


def test_a_draw_by_agreement_is_shared_and_no_result_is_nobodys_R8():
    state = diagrams.game("E5 D4")

    draw, nothing = apply(state, AgreeOnDraw()).outcome, apply(state, NoResult()).outcome

    assert (draw.ranking, draw.winner, draw.reason) == (((Color.BLACK, Color.WHITE),), None, Reason.AGREEMENT)
    assert (nothing.ranking, nothing.winner, nothing.reason) == ((), None, Reason.NO_RESULT)


def test_superko_says_which_move_made_the_position_that_would_come_back_R5():
    history = [history_key(position, Color.BLACK) for position in (5, 6, 7)]

    for rule, key in (
        (KoRule.SITUATIONAL, history[1]),
        (KoRule.POSITIONAL, history[1]),
        (KoRule.POSITIONAL, history[1] ^ 1),
    ):
        with pytest.raises(SuperkoViolation) as refused:
            check_ko(rule, history, key)
        assert refused.value.move_number == 1
    check_ko(KoRule.SITUATIONAL, history, history[1] ^ 1)


def test_white_moves_first_with_a_fixed_handicap_R1_R40():
    state = diagrams.game(size=19, handicap=2)

    assert state.to_play is W
    assert state.board[parse_vertex("D4", 19, 19)] is B
    assert state.board[parse_vertex("Q16", 19, 19)] is B


def test_a_stone_goes_on_an_empty_point_R2():
    with pytest.raises(PointOccupied):
        diagrams.game("E5 E5")


def test_a_point_off_the_board_is_refused_R2():
    with pytest.raises(OffBoard):
        apply(diagrams.game(), Play(B, Point(9, 0)))


def test_chains_without_liberties_are_captured_together_R3():
    before = diagrams.board("""
        . X . . .
        X O X . .
        X O X . .
        . . . . .
        """)

    placed = before.place(B, Point(1, 3))

    assert diagrams.draw(placed.board) == diagrams.draw(
        diagrams.board("""
        . X . . .
        X . X . .
        X . X . .
        . X . . .
        """)
    )
    assert placed.captured == (Point(1, 1), Point(1, 2))


def test_prisoners_are_held_by_the_side_that_took_them_R3():
    state = diagrams.game("A9 A8 J1 B9")

    assert (state.prisoners.white, state.prisoners.black) == (1, 0)


SURROUNDED = """
    . X . . .
    X . X . .
    . X . . .
    . . . . .
    """


def test_self_capture_is_illegal_R4():
    with pytest.raises(SelfCapture):
        diagrams.board(SURROUNDED).place(W, Point(1, 1))


def test_a_stone_that_captures_is_never_self_capture_R4():
    position = diagrams.board("""
        . O X
        O X .
        X . .
        """)

    assert position.place(B, Point(0, 0)).captured == (Point(1, 0), Point(0, 1))


@pytest.mark.parametrize(
    ("rule", "single", "several"),
    [
        (SelfCaptureRule.FORBIDDEN, False, False),
        (SelfCaptureRule.MULTI_STONE, False, True),
        (SelfCaptureRule.ALLOWED, True, True),
    ],
)
def test_which_own_chains_one_may_take_off_is_a_matter_of_the_rule_set_R4(rule, single, several):
    two = diagrams.board("""
        O . X .
        X X . .
        . . . .
        """)
    for position, point, allowed, left in (
        (diagrams.board(SURROUNDED), Point(1, 1), single, 0),
        (two, Point(1, 0), several, 0),
    ):
        if allowed:
            assert W not in [position.place(W, point, rule).board[p] for p in position.points()]
            assert left == 0
        else:
            with pytest.raises(SelfCapture):
                position.place(W, point, rule)


KO = "D5 E5 C4 F4 D3 E3 E4 D4"


def test_retaking_a_ko_at_once_is_refused_R5():
    with pytest.raises(KoViolation):
        diagrams.game(f"{KO} E4")


def test_a_ko_may_be_retaken_after_another_move_R5():
    state = diagrams.game(f"{KO} J9 J1 E4")

    assert state.prisoners.black == 1


def test_a_superko_refusal_names_the_move_whose_position_it_repeats_R5_R9():
    with pytest.raises(SuperkoViolation) as refused:
        diagrams.game(f"{KO} E4", rules="chinese")

    assert refused.value.move_number == 7


def test_positional_superko_remembers_the_start_R5():
    start = diagrams.board("""
        . X O .
        X O . O
        . X O .
        . . . .
        """)
    setup = Setup(4, 4, RULE_SETS["chinese"], Decimal(0), start=tuple(start.rows()))
    state = diagrams.play(new_game(setup), "C3")
    assert state.prisoners.black == 1

    with pytest.raises(SuperkoViolation) as refused:
        diagrams.play(state, "B3")

    assert refused.value.move_number == 0


@pytest.mark.parametrize(("rule", "refusal"), [(KoRule.POSITIONAL, SuperkoViolation), (KoRule.SITUATIONAL, None)])
def test_situational_superko_allows_a_position_with_the_other_side_to_move_R5(rule, refusal):
    position = diagrams.game("E5").board.key
    history = [history_key(position, B)]

    check_ko(rule, history, history_key(position + 1, W))
    if refusal is None:
        check_ko(rule, history, history_key(position, W))
    else:
        with pytest.raises(refusal):
            check_ko(rule, history, history_key(position, W))
    with pytest.raises(SuperkoViolation):
        check_ko(rule, history, history_key(position, B))


def test_two_passes_in_a_row_begin_stone_removal_R6():
    state = diagrams.game("E5 pass pass")

    assert state.phase is Phase.STONE_REMOVAL
    assert state.to_play is W


def test_a_move_between_passes_starts_the_count_again_R6():
    assert diagrams.game("E5 pass D4 pass").phase is Phase.PLAY


def test_either_side_may_resign_at_any_time_R7():
    for moves in ("", "E5", "E5 pass pass"):
        state = apply(diagrams.game(moves), Resign(W))
        assert state.outcome.sgf == "B+R"


def test_nothing_may_be_done_after_the_end_R9():
    over = apply(diagrams.game("E5"), Resign(W))

    for action in (Play(W, Point(0, 0)), Pass(W), Resign(B)):
        with pytest.raises(GameOver):
            apply(over, action)


def test_playing_out_of_turn_is_refused_R9():
    with pytest.raises(NotYourTurn):
        apply(diagrams.game(), Play(W, Point(0, 0)))


def test_a_refused_action_leaves_the_state_as_it_was_R9():
    state = diagrams.game(KO)
    before = (state.to_json(), state.position_keys)

    with pytest.raises(KoViolation):
        apply(state, Play(B, parse_vertex("E4", 9, 9)))

    assert (state.to_json(), state.position_keys) == before


def test_every_empty_point_is_legal_or_has_a_reason_R9():
    state = diagrams.game(KO)
    legal, refused = set(legal_points(state)), illegal_points(state)

    empty = {point for point in state.board.points() if state.board[point] is None}
    assert legal | set(refused) == empty
    assert refused == {parse_vertex("E4", 9, 9): "ko"}
    assert illegality_code(state, parse_vertex("D4", 9, 9)) == "occupied"


def test_white_passes_last_under_aga_rules_R32():
    state = diagrams.game("E5 pass pass", rules="aga")
    assert state.phase is Phase.PLAY

    state = diagrams.play(state, "pass")

    assert state.phase is Phase.STONE_REMOVAL
    assert (state.pass_stones.black, state.pass_stones.white) == (1, 2)


def test_free_handicap_is_one_action_with_all_stones_R41():
    state = diagrams.game(rules="chinese", handicap=3)
    assert state.stage is Stage.HANDICAP
    points = frozenset({Point(2, 2), Point(6, 6), Point(4, 4)})

    with pytest.raises(BadHandicap):
        apply(state, PlaceHandicap(B, frozenset({Point(2, 2)})))
    after = apply(state, PlaceHandicap(B, points))

    assert after.to_play is W
    assert after.board.cells.count(1) == 3


def test_an_undo_goes_back_through_the_record():
    setup = diagrams.game().setup
    actions = [Play(B, Point(4, 4)), Play(W, Point(3, 3)), Undo(B, 1), Play(W, Point(2, 2))]

    state = replay(setup, actions)

    assert state.move_number == 2
    assert state.board[Point(3, 3)] is None
    assert state.board[Point(2, 2)] is W


def test_an_undo_to_a_move_that_was_not_made_is_refused():
    with pytest.raises(CannotUndo):
        replay(diagrams.game().setup, [Play(B, Point(4, 4)), Undo(W, 1)])


@pytest.mark.parametrize("size", range(1, 26))
def test_vertices_and_points_are_inverses_on_every_size(size):
    board = Board.empty(size, size)

    for point in board.points():
        assert parse_vertex(vertex(point, size), size, size) == point


@pytest.mark.parametrize("text", ["", "I5", "E", "5E", "E05", "E5 ", "EE5", "E٥", "pass", "E100"])
def test_what_is_no_vertex_is_refused(text):
    with pytest.raises(BadVertex):
        parse_vertex(text, 19, 19)


def test_equal_positions_have_equal_keys_however_they_arose():
    one = diagrams.game("E5 D4 C3").board
    other = diagrams.game("C3 D4 E5").board

    assert one.key == other.key == Board.from_rows(one.rows()).key
