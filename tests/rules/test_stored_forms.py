"""Games as stored: exact JSON, which must stay readable permanently (R16)."""

from dataclasses import replace
from decimal import Decimal

import pytest

from rules import (
    RULE_SETS,
    Accept,
    AfterRejection,
    Annul,
    ByColor,
    Cancel,
    Color,
    Decide,
    EndWithModeratorMarking,
    GameState,
    NoResult,
    Outcome,
    Pass,
    PlaceHandicap,
    Play,
    PlayOut,
    Point,
    Propose,
    Reason,
    RefuseWin,
    Reject,
    Resign,
    Resume,
    ResumeByModerator,
    Setup,
    Stop,
    TimeOut,
    Undo,
    Withdraw,
    action_from_payload,
    apply,
    new_game,
)
from rules.errors import BadAction
from tests import diagrams

B, W = Color.BLACK, Color.WHITE
SETUP = Setup(9, 9, RULE_SETS["japanese"], Decimal("6.5"))
OUTCOME = {"winner": "B", "reason": "forfeit", "margin": None}
FORMS = [
    (Play(B, Point(4, 4)), "play", {"point": "E5"}),
    (Pass(W), "pass", {}),
    (PlaceHandicap(B, frozenset({Point(2, 6), Point(6, 2)})), "place_handicap", {"points": ["C3", "G7"]}),
    (Resign(W), "resign", {}),
    (Propose(B, frozenset({Point(0, 8)})), "propose", {"dead": ["A1"]}),
    (Withdraw(B, 3), "withdraw", {"proposal": 3}),
    (Accept(W, 2), "accept", {"proposal": 2}),
    (Reject(W, 2, AfterRejection.PLAY_OUT, "no"), "reject", {"proposal": 2, "then": "settle", "reason": "no"}),
    (Resume(B), "resume", {}),
    (PlayOut(W), "settle", {}),
    (Stop(B), "stop", {}),
    (TimeOut(W), "time_out", {}),
    (TimeOut(W, in_doubt=True), "time_out", {"in_doubt": True}),
    (Cancel(B), "cancel", {}),
    (NoResult(), "no_result", {}),
    (Decide(Outcome.of_two(B, Reason.FORFEIT), "absent"), "decide", {"outcome": OUTCOME, "reason": "absent"}),
    (Annul("one person on both sides"), "annul", {"reason": "one person on both sides"}),
    (EndWithModeratorMarking(frozenset({Point(0, 8)}), "dead"), "set_marking", {"dead": ["A1"], "reason": "dead"}),
    (ResumeByModerator(W, "unclear"), "let_resume", {"first": "W", "reason": "unclear"}),
    (ResumeByModerator(), "let_resume", {"first": None, "reason": ""}),
    (RefuseWin(B), "refuse_win", {}),
    (Undo(W, 7), "undo", {"to": 7}),
]


@pytest.mark.parametrize(
    ("action", "kind", "payload"), FORMS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_action_has_its_exact_form_and_is_read_back(action, kind, payload):
    color = getattr(action, "color", None)

    assert action.kind == kind
    assert action.payload(SETUP) == payload
    assert action_from_payload(kind, color, payload, SETUP) == action


@pytest.mark.parametrize(
    ("kind", "color", "payload"),
    [("castle", B, {}), ("play", None, {"point": "E5"}), ("play", B, {}), ("accept", B, {"proposal": "x"}),
     ("reject", B, {"proposal": 1, "then": "fight", "reason": ""}), ("undo", B, {"to": None})],
)  # fmt: skip
def test_what_no_action_has_written_cannot_be_read(kind, color, payload):
    with pytest.raises(BadAction) as refusal:
        action_from_payload(kind, color, payload, SETUP)
    assert kind in str(refusal.value) or "colour" in str(refusal.value)


def test_a_decision_without_a_reason_can_be_read():
    assert action_from_payload("decide", None, {"outcome": OUTCOME}, SETUP) == Decide(
        Outcome.of_two(B, Reason.FORFEIT), ""
    )


def test_the_setup_of_a_game_from_a_position():
    rows = ("X....", ".....", "..O..", ".....", ".....")
    setup = Setup(5, 5, RULE_SETS["chinese"], Decimal("7.5"), 2, rows, W, ByColor(3, 1))

    data = setup.to_json()

    assert {name: data[name] for name in data if name != "ruleset"} == {
        "width": 5, "height": 5, "komi": "7.5", "handicap": 2, "start": list(rows), "first": "W", "prisoners": [3, 1],
        "edition": 2,
    }  # fmt: skip
    assert data["ruleset"] == RULE_SETS["chinese"].to_json()
    assert Setup.from_json(data) == setup
    assert set(SETUP.to_json()) == {"width", "height", "ruleset", "komi", "handicap", "edition"}
    assert Setup.from_json(SETUP.to_json()) == SETUP


def test_a_game_from_before_the_second_edition_of_the_end_phase_keeps_its_form():
    first = replace(SETUP, edition=1)
    state = apply(apply(apply(new_game(first), Pass(B)), Pass(W)), Propose(B, frozenset()))

    assert set(first.to_json()) == {"width", "height", "ruleset", "komi", "handicap"}
    assert Setup.from_json(first.to_json()) == first
    assert not {"stops", "stopped_at", "withdrawals", "settled"} & set(state.to_json())
    assert GameState.from_json(first, state.to_json(), state.position_keys) == state


def test_the_state_of_a_game_in_scoring():
    state = apply(diagrams.game("E5 E4 pass pass", rules="japanese"), Propose(B, frozenset({Point(4, 5)})))

    data = state.to_json()

    score = data["proposal"].pop("score")
    assert data == {
        "board": "/".join(state.board.rows()), "phase": "stone_removal", "to_play": "W", "move_number": 4,
        "last_move": ["W", None], "prisoners": [0, 0], "pass_stones": [0, 0], "passes": 2, "handicap_to_place": False,
        "proposal": {"number": 1, "by": "B", "dead": ["E4"]}, "proposal_count": 1, "rejection_count": 0,
        "settling": None, "outcome": None, "stops": 1, "stopped_at": 4, "withdrawals": 0, "settled": False,
    }  # fmt: skip
    assert score["terms"]


def test_a_state_is_read_with_the_key_of_its_board():
    state = diagrams.game("E5 E4 D4")

    again = GameState.from_json(state.setup, state.to_json(), state.position_keys)

    assert again.board.key == state.board.key
    assert again.history == state.history
    assert GameState.from_json(state.setup, state.to_json(), b"").history == ()


ENDS = [
    (TimeOut(B), Outcome.of_two(W, Reason.TIME), "W+T"),
    (Cancel(W), Outcome.of_two(None, Reason.CANCELLED), "Void"),
    (NoResult(), Outcome.of_two(None, Reason.NO_RESULT), "Void"),
    (Resign(W), Outcome.of_two(B, Reason.RESIGNATION), "B+R"),
    (Decide(Outcome.of_two(None, Reason.BOTH_LOSE), "x"), Outcome.of_two(None, Reason.BOTH_LOSE), "Void"),
]


@pytest.mark.parametrize(("action", "outcome", "sgf"), ENDS)
def test_every_end_of_a_game_R24_R26(action, outcome, sgf):
    state = apply(diagrams.game("E5 E4"), action)

    assert (state.outcome, state.outcome.sgf) == (outcome, sgf)
    assert (state.phase.value, state.stage.value, state.to_play) == ("finished", "finished", None)


def test_an_accepted_proposal_is_the_result_with_its_margin_R13():
    state = diagrams.game("E5 pass pass", rules="chinese")
    state = apply(state, Propose(state.to_play, frozenset()))
    number, winner, margin = state.proposal.number, state.proposal.score.winner, state.proposal.score.margin

    ended = apply(state, Accept(state.to_play, number))

    assert ended.outcome == Outcome.of_two(winner, Reason.SCORE, abs(margin))
    assert winner is B
    assert margin == Decimal("73.5")


def test_withdrawing_gives_the_turn_back_R12():
    state = diagrams.game("E5 E4 pass pass")
    proposed = apply(state, Propose(B, frozenset()))

    back = apply(proposed, Withdraw(B, 1))

    assert (back.proposal, back.to_play, back.proposal_count) == (None, B, 1)


def test_free_handicap_stones_begin_the_history_with_white_to_play_R41():
    state = new_game(Setup(9, 9, RULE_SETS["chinese"], Decimal("0.5"), 2))

    placed = apply(state, PlaceHandicap(B, frozenset({Point(2, 2), Point(6, 6)})))

    assert (placed.handicap_to_place, placed.to_play, placed.move_number) == (False, W, 0)
    assert placed.history != state.history
    assert len(placed.history) == 1
    assert placed.history[0] & 1 == apply(diagrams.game("E5"), Pass(W)).history[1] & 1
