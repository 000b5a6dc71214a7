"""Variants, one rule at a time, where no shared case covers it."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest

from rules import (
    ORDINARY,
    RULE_SETS,
    Accept,
    AfterRejection,
    Board,
    ByColor,
    Color,
    GameState,
    Outcome,
    Pass,
    PlaceHandicap,
    Play,
    PlayOut,
    Point,
    Propose,
    Reason,
    Reject,
    Resign,
    Score,
    Setup,
    Stage,
    TimeOut,
    Undo,
    apply,
    new_game,
    parse_vertex,
    replay_states,
    score_of,
)
from rules.actions import AnswerPartner, AskToResign, IllegalMoveAttempt, Leave, TakeVacantSeat
from rules.board import stone_keys
from rules.errors import BadVariant, NotYourTurn, PartnersNotAsked, PassingNotAllowed, PlayingOutNotAllowed, WrongPhase
from rules.variants import HiddenInformation, OnStop, Variant, VariantColors, VariantGoal, VariantSeats, ViewKind
from rules.variants.presets import PRESETS
from rules.variants.seats import check_seat_may_act, may_act, seat_name, seat_on_turn
from rules.variants.view import visible_rows
from tests import diagrams

B, W, R = Color.BLACK, Color.WHITE, Color.RED


def start(variant: Variant, rows: tuple[str, ...] = (), *, size: int = 5, handicap: int = 0) -> GameState:
    """A game under Chinese rules with positional superko and no komi."""
    rules = variant.rules_of(RULE_SETS["chinese"])
    width, height = (len(rows[0]), len(rows)) if rows else (size, size)
    return new_game(Setup(width, height, rules, Decimal(0), handicap, start=rows, variant=variant))


def names(state: GameState) -> str:
    """The seat on turn."""
    return seat_name(state.setup.order, seat_on_turn(state))


def played(state: GameState, vertices: str) -> GameState:
    """After these moves in turn."""
    return diagrams.play(state, vertices)


@pytest.mark.parametrize(
    ("made", "part"),
    [
        (lambda: Variant(colors=VariantColors(7)), "colors"),
        (lambda: Variant(colors=VariantColors(1)), "colors"),
        (lambda: Variant(colors=VariantColors(3, (Decimal(0),))), "komi"),
        (lambda: Variant(colors=VariantColors(3), seats=VariantSeats((1, 1, 1))), "seats"),
        (lambda: Variant(seats=VariantSeats((0, 2))), "seats"),
        (lambda: Variant(seats=VariantSeats((9, 2))), "seats"),
        (lambda: Variant(goal=VariantGoal((0, 1))), "goal"),
        (lambda: Variant(goal=VariantGoal((1, 21))), "goal"),
        (lambda: Variant(goal=VariantGoal((1, 1, 1))), "goal"),
        (lambda: Variant(goal=VariantGoal((), OnStop.COUNT)), "goal"),
        (lambda: Variant(view=HiddenInformation(ViewKind.FADING)), "view"),
        (lambda: Variant(view=HiddenInformation(ViewKind.FADING, 51)), "view"),
        (lambda: Variant(view=HiddenInformation(ViewKind.NONE, of=R)), "view"),
        (lambda: Variant(colors=VariantColors(3), passing=False), "passing"),
        (lambda: PRESETS["multi_color"].rules_of(RULE_SETS["japanese"]), "rules"),
        (lambda: start(Variant(), ("R..", "...", "..."), handicap=0) and start(PRESETS["pair"], ("R.",)), "colors"),
        (lambda: start(PRESETS["multi_color"], handicap=2), "handicap"),
    ],
)
def test_what_cannot_be_is_refused_with_the_part_that_is_wrong_V1(made, part):
    with pytest.raises(BadVariant) as refused:
        made()
    assert refused.value.data == {"part": part}


@pytest.mark.parametrize("variant", PRESETS.values(), ids=PRESETS)
def test_a_variant_comes_back_from_its_json_and_ordinary_go_has_none_V1(variant):
    assert Variant.from_json(variant.to_json()) == variant
    assert not variant.plain
    assert Variant.from_json({}) is ORDINARY
    assert ORDINARY.to_json() == {}
    assert Variant(goal=VariantGoal()).plain


def test_the_stored_form_of_the_variants():
    made = Variant(
        seats=VariantSeats((2, 3)),
        goal=VariantGoal((1, 5), OnStop.COUNT),
        view=HiddenInformation(ViewKind.FADING, 4, B),
        passing=False,
    )
    assert made.to_json() == {
        "seats": [2, 3],
        "goal": {"captures": [1, 5], "on_stop": "count"},
        "view": {"kind": "fading", "keep": 4, "of": "B"},
        "passing": False,
    }
    assert Variant(colors=VariantColors(3, tuple(map(Decimal, "012")))).to_json() == {
        "colors": {"count": 3, "komi": ["0", "1", "2"]}
    }


def test_the_keys_of_black_and_white_stones_are_those_of_every_stored_game():
    keys = stone_keys(9, 9)
    assert len(keys) == 7
    assert (keys[1][0], keys[2][80]) == (6968763097266016185, 8241064411660036732)


def test_passing_is_refused_where_there_is_none_V15():
    with pytest.raises(PassingNotAllowed):
        apply(start(Variant(passing=False)), Pass(B))


def test_most_prisoners_by_the_share_of_ones_own_goal_win_when_both_pass_V14():
    setup = Setup(
        3, 3, RULE_SETS["chinese"], Decimal(0), prisoners=ByColor(2, 3), variant=Variant(goal=VariantGoal((4, 8)))
    )
    ended = played(new_game(setup), "pass pass")
    assert ended.outcome == Outcome.of_two(B, Reason.SCORE)
    assert ended.outcome.sgf == "B+"


def test_a_reached_goal_is_no_end_phase_V10():
    ended = played(start(PRESETS["capture"], ("XO", "..")), "B1")
    assert (ended.outcome, ended.outcome.sgf, ended.stage) == (
        Outcome.of_two(B, Reason.CAPTURE), "B+", Stage.FINISHED,
    )  # fmt: skip


def test_partners_take_turns_and_a_pass_is_a_turn_V30():
    state, seats = start(PRESETS["pair"]), []
    for word in ["A1", "B1", "pass", "D1", "E1"]:
        seats.append(names(state))
        state = played(state, word)
    assert seats == ["B1", "W1", "B2", "W2", "B1"]


def test_free_handicap_stones_are_the_turn_of_the_first_seat_V30():
    state = start(PRESETS["pair"], handicap=2)
    assert (state.stage, names(state)) == (Stage.HANDICAP, "B1")
    state = apply(state, PlaceHandicap(B, frozenset({Point(1, 1), Point(3, 3)})))
    assert names(state) == "W1"
    assert names(played(state, "A1")) == "B2"


def test_only_the_seat_on_turn_plays_and_either_partner_decides_V31_V35():
    state = start(PRESETS["pair"])
    with pytest.raises(NotYourTurn) as refused:
        check_seat_may_act(state, 2)
    assert refused.value.data == {"seat": "B1"}
    deciding = apply(played(state, "pass pass"), Propose(B, frozenset()))
    assert [seat for seat in range(4) if may_act(deciding, seat)] == [1, 3]


def test_after_a_resumption_the_rotation_goes_on_V35():
    state = apply(played(start(PRESETS["pair"]), "A1 pass pass"), Propose(W, frozenset()))
    assert names(apply(state, Reject(B, 1, AfterRejection.RESUME))) == "B1"


def test_a_pair_resigns_when_the_partner_agrees_V36():
    state = played(start(PRESETS["pair"]), "A1")
    with pytest.raises(PartnersNotAsked):
        apply(state, Resign(W))
    with pytest.raises(NotYourTurn):
        apply(state, AskToResign(W, 3))
    asked = apply(state, AskToResign(W, 1))
    assert asked.outcome is None
    assert apply(asked, AnswerPartner(W, 3)).outcome == Outcome.of_two(B, Reason.RESIGNATION)
    assert apply(asked, AnswerPartner(W, 3, agrees=False)).course.question is None
    with pytest.raises(WrongPhase):
        apply(played(asked, "B1"), AnswerPartner(W, 3))


def test_more_than_half_of_the_members_must_agree_V36():
    asked = apply(start(Variant(seats=VariantSeats((4, 1)))), AskToResign(B, 0))
    two = apply(asked, AnswerPartner(B, 2))
    assert two.outcome is None
    assert apply(two, AnswerPartner(B, 3)).outcome == Outcome.of_two(W, Reason.RESIGNATION)
    refused = apply(apply(asked, AnswerPartner(B, 2, agrees=False)), AnswerPartner(B, 3, agrees=False))
    assert refused.course.question is None
    with pytest.raises(NotYourTurn):
        apply(two, AnswerPartner(B, 2))


def test_a_seat_that_is_left_is_skipped_until_somebody_comes_in_V39():
    state = apply(played(start(PRESETS["pair"]), "A1 B1"), Leave(B, 2, Reason.RESIGNATION))
    assert names(state) == "B1"
    assert names(apply(state, TakeVacantSeat(B, 2))) == "B2"
    with pytest.raises(WrongPhase):
        apply(state, TakeVacantSeat(W, 1))
    with pytest.raises(NotYourTurn):
        apply(state, Leave(W, 0))
    assert apply(state, Leave(B, 0)).outcome == Outcome.of_two(W, Reason.TIME)


def test_the_next_has_all_its_tries_again_V28():
    state = start(PRESETS["blind"], ("X..", "...", "..."), size=3)
    tried = apply(apply(state, IllegalMoveAttempt(B, Point(0, 0))), IllegalMoveAttempt(B, Point(0, 0)))
    assert tried.course.tries == 2
    assert played(tried, "B2").course.tries == 0
    with pytest.raises(WrongPhase):
        apply(tried, IllegalMoveAttempt(B, Point(1, 1)))


def test_a_view_that_was_opened_stays_open_after_resuming_and_undoing_V23():
    state = start(PRESETS["blind"])
    first = [Play(B, parse_vertex("C3", 5, 5)), Pass(W), Pass(B)]
    again = [*first, Propose(W, frozenset()), Reject(B, 1, AfterRejection.RESUME)]
    assert visible_rows(replay_states(state.setup, first[:1])[-1], B) is None
    for record in (first, again, [*again, Undo(W, 1)]):
        shown = replay_states(state.setup, record)[-1]
        assert visible_rows(shown, None) == shown.board.rows()
    assert shown.move_number == 1


def test_fixed_and_start_stones_fade_like_those_of_turn_0_V25():
    state = start(Variant(view=HiddenInformation(ViewKind.FADING, 2)), ("X..", "...", "..."), size=3)
    assert visible_rows(state, B) == ["X??", "???", "???"]
    state = played(state, "C1")
    assert visible_rows(state, None) == ["X??", "???", "??X"]
    assert visible_rows(played(state, "B2"), W) == ["???", "?O?", "??X"]


def test_the_ground_of_who_leaves_while_a_proposal_is_open_becomes_nobodys_V55():
    state = played(start(PRESETS["multi_color"], (".XO.OR.", ".XO.OR.")), "pass pass pass")
    left = apply(apply(state, Propose(B, frozenset())), Resign(R))
    assert (left.to_play, left.proposal.number) == (W, 1)
    ended = apply(left, Accept(W, 1))
    assert ended.outcome == Outcome(((W,), (B,), (R,)), Reason.SCORE, Decimal(2))


def test_the_last_to_answer_may_leave_instead_V55_V56():
    state = played(start(PRESETS["multi_color"], (".XO.OR.", ".XO.OR.")), "pass pass pass")
    state = apply(apply(state, Propose(B, frozenset())), Accept(R, 1))
    with pytest.raises(NotYourTurn):
        apply(state, Reject(R, 1, AfterRejection.MARK))
    assert apply(state, Resign(W)).outcome.ranking == ((B, R), (W,))


def test_three_sides_do_not_settle_V56():
    state = played(start(PRESETS["multi_color"]), "pass pass pass")
    with pytest.raises(PlayingOutNotAllowed):
        apply(state, PlayOut(R))
    with pytest.raises(PlayingOutNotAllowed):
        apply(apply(state, Propose(B, frozenset())), Reject(W, 1, AfterRejection.PLAY_OUT))


def test_who_runs_out_of_time_while_marking_is_out_V55():
    state = apply(played(start(PRESETS["multi_color"]), "pass pass pass"), TimeOut(B))
    assert (state.stage, state.to_play, state.course.out) == (Stage.MARKING, W, (B,))


def test_who_has_left_stays_away_after_an_undo_V55():
    state = start(PRESETS["multi_color"])
    record = [Play(B, Point(0, 0)), Play(W, Point(1, 0)), Resign(R), Undo(B, 1)]
    back = replay_states(state.setup, record)[-1]
    assert (back.move_number, back.to_play, back.course.out) == (1, W, (R,))


def test_a_ranking_of_three_comes_back_from_its_json_V58():
    outcome = Outcome(((W,), (B, R)), Reason.SCORE, Decimal(2))
    assert outcome.to_json() == {"winner": "W", "reason": "score", "margin": "2", "ranking": ["W", "BR"]}
    assert Outcome.from_json(outcome.to_json()) == outcome
    assert outcome.sgf == "W+2"
    assert Outcome(((B, R), (W,)), Reason.SCORE, Decimal(0)).sgf == "0"


def test_a_count_of_three_comes_back_from_its_json_V57():
    count = score_of(start(Variant(colors=VariantColors(3, (Decimal(0), Decimal(0), Decimal("0.5")))), (".XRO.",)), ())
    assert Score.from_json(count.to_json(1), 5, 1) == count
    assert count.totals == ByColor(Decimal(2), Decimal(2), Decimal("1.5"))


def test_six_colors_are_drawn_and_read_V4():
    rows = [".XO", "RUG", "Y.."]
    board = Board.from_rows(rows)
    assert board.rows() == rows
    assert [board[Point(0, 1)], board[Point(0, 2)]] == [Color.RED, Color.YELLOW]
    assert [Color.from_letter(color.letter) for color in Color] == list(Color)


ROOT = Path(__file__).resolve().parents[3]
ASKED = re.compile(
    r"(?<![\"'])\bvariant\.(?!variant|course|presets|plain\b|order\b|passing\b|plays_out_disputes\b|komi\b|is_scored\b|hides\b|captures_to_win\b"
    r"|allows_analysis\b|wraps\b|two_sided\b|skips_members_out_of_time\b|to_full_json\b|to_json\b|from_json\b|rules_of\b)\w+"
)


def test_only_the_variants_themselves_know_which_variant_is_played_V1():
    """Others ask for what holds of a variant (`plain`, `passing`, ...); never for a part, never for a name."""
    inside = ROOT / "rules" / "variants"
    apps = ("rules", "games", "challenges", "bot", "wording", "study", "sharing", "live", "learn", "machine_review")
    files = [path for app in apps for path in (ROOT / app).rglob("*.py") if inside not in path.parents]
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files
        for line in path.read_text().splitlines()
        if ASKED.search(line)
    ]
    assert len(files) > 200
    assert found == []
