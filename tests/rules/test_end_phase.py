"""Every action in every stage, and the paths through the end phase (R10 to R16)."""

from __future__ import annotations

import itertools

import pytest

from rules import (
    Accept,
    AfterRejection,
    Color,
    GameState,
    Pass,
    Phase,
    PlaceHandicap,
    Play,
    PlayOut,
    Point,
    Propose,
    RefuseWin,
    Reject,
    Resign,
    Resume,
    RulesError,
    Stage,
    TimeOut,
    Withdraw,
    apply,
    replay,
    score_of,
)
from rules.errors import GameOver, MustPlayOut, NotWonOnTime, StaleProposal, StonesAreAlive
from tests import diagrams

B, W = Color.BLACK, Color.WHITE
NONE = frozenset()

STATES = {
    Stage.HANDICAP: diagrams.game(rules="chinese", handicap=2),
    Stage.PLAY: diagrams.game("E5 D4"),
    Stage.MARKING: diagrams.game("E5 D4 pass pass"),
    Stage.DECIDING: apply(diagrams.game("E5 D4 pass pass"), Propose(B, NONE)),
    Stage.FINISHED: apply(diagrams.game("E5 D4"), Resign(B)),
}
ACTIONS = {
    "play": lambda c: Play(c, Point(0, 0)),
    "pass": Pass,
    "place_handicap": lambda c: PlaceHandicap(c, frozenset({Point(2, 2), Point(6, 6)})),
    "resign": Resign,
    "propose": lambda c: Propose(c, NONE),
    "withdraw": lambda c: Withdraw(c, 1),
    "accept": lambda c: Accept(c, 1),
    "reject": lambda c: Reject(c, 1, AfterRejection.MARK),
    "resume": Resume,
    "settle": PlayOut,
    "time_out": TimeOut,
}
# What each stage answers to its side to act (first) and to the other side.
TABLE = {
    ("handicap", "place_handicap"): ("ok", "not_your_turn"),
    ("play", "play"): ("ok", "not_your_turn"),
    ("play", "pass"): ("ok", "not_your_turn"),
    ("marking", "propose"): ("ok", "not_your_turn"),
    ("marking", "resume"): ("ok", "not_your_turn"),
    ("deciding", "accept"): ("ok", "not_your_turn"),
    ("deciding", "reject"): ("ok", "not_your_turn"),
    ("deciding", "withdraw"): ("not_your_turn", "ok"),
}


def _answer(state: GameState, action) -> str:
    try:
        apply(state, action)
    except RulesError as refusal:
        return refusal.code
    return "ok"


@pytest.mark.parametrize(("stage", "kind"), list(itertools.product(STATES, ACTIONS)))
def test_every_action_in_every_stage_by_each_side(stage, kind):
    state = STATES[stage]
    to_act = state.to_play or B
    answers = tuple(_answer(state, ACTIONS[kind](c)) for c in (to_act, to_act.opponent))

    if stage is Stage.FINISHED:
        expected = ("game_over", "game_over")
    elif kind == "resign":
        expected = ("ok", "ok")
    elif kind == "time_out":
        expected = ("ok", "not_your_turn")
    elif kind == "settle" and stage in (Stage.MARKING, Stage.DECIDING):
        expected = ("too_early_to_settle", "too_early_to_settle")
    else:
        expected = TABLE.get((stage.value, kind), ("wrong_phase", "wrong_phase"))
    assert answers == expected


def test_proposals_are_numbered_through_the_whole_game_R12():
    state = STATES[Stage.DECIDING]
    for number in (1, 2, 3):
        assert state.proposal.number == number
        state = apply(state, Reject(state.to_play, number, AfterRejection.MARK))
        state = apply(state, Propose(state.to_play, NONE))


def test_a_stale_number_is_refused_R12():
    state = apply(STATES[Stage.DECIDING], Reject(W, 1, AfterRejection.MARK))
    state = apply(state, Propose(W, NONE))

    for action in (Accept(B, 1), Reject(B, 1, AfterRejection.MARK), Withdraw(W, 1)):
        with pytest.raises(StaleProposal):
            apply(state, action)


def test_the_refusal_of_a_stale_number_says_the_one_that_is_open_R12():
    with pytest.raises(StaleProposal) as refused:
        apply(STATES[Stage.DECIDING], Accept(W, 7))

    assert refused.value.data == {"proposal": 1}


def test_resuming_keeps_the_board_and_the_history_for_ko_R14():
    ko = "D5 E5 C4 F4 D3 E3 E4 D4"
    stopped = diagrams.game(f"{ko} pass pass", rules="chinese")

    state = apply(stopped, Resume(B))

    assert state.phase is Phase.PLAY
    assert state.board == stopped.board
    assert _answer(state, Play(B, Point(4, 5))) == "superko"


@pytest.mark.parametrize(("rules", "first"), [("brainking", W), ("japanese", B), ("korean", B), ("chinese", W)])
def test_who_moves_first_after_a_rejection_is_a_matter_of_the_rule_set_R14(rules, first):
    state = apply(diagrams.game("E5 D4 pass pass", rules=rules), Propose(B, NONE))

    assert apply(state, Reject(W, 1, AfterRejection.RESUME)).to_play is first


def test_two_new_passes_lead_back_to_marking_R14():
    state = apply(STATES[Stage.MARKING], Resume(B))

    assert diagrams.play(state, "pass").phase is Phase.PLAY
    assert diagrams.play(state, "pass pass").stage is Stage.MARKING


def play_out(moves: str = "E5 D4 pass pass", rules: str = "brainking") -> GameState:
    state = apply(diagrams.game(moves, rules=rules), Propose(B, NONE))
    return apply(state, Reject(W, 1, AfterRejection.PLAY_OUT))


def test_settling_ends_with_two_passes_after_equally_many_turns_R15():
    state = play_out()

    assert diagrams.play(state, "pass pass").stage is Stage.MARKING
    assert diagrams.play(state, "C3 pass pass").stage is Stage.PLAY
    assert diagrams.play(state, "C3 pass pass pass").stage is Stage.MARKING


def test_every_pass_while_settling_hands_a_stone_over_R15():
    state = diagrams.play(play_out(), "C3 pass C4 pass")

    assert (state.dispute.handed_over.black, state.dispute.handed_over.white) == (2, 0)
    assert state.pass_stones.black == 2


@pytest.mark.parametrize(
    ("rules", "filling"),
    [(rules, "J1 A1 J2 A2") for rules in ("brainking", "leaflet", "chinese")] + [("japanese", "A1 J1 A2 J2")],
)
def test_settling_by_filling_ones_own_territory_changes_nothing_R15(rules, filling):
    wall = "E9 F9 E8 F8 E7 F7 E6 F6 E5 F5 E4 F4 E3 F3 E2 F2 E1 F1 pass pass"
    before = score_of(diagrams.game(wall, rules=rules), NONE).margin

    state = diagrams.play(play_out(wall, rules), f"{filling} pass pass")

    assert state.stage is Stage.MARKING
    assert score_of(state, NONE).margin == before


def test_settling_by_taking_a_dead_stone_changes_nothing_R15():
    wall = "E9 F9 E8 F8 E7 F7 E6 F6 E5 F5 E4 F4 E3 F3 E2 F2 E1 F1 J5 A1 pass pass"
    dead = frozenset({Point(0, 8), Point(8, 4)})
    state = diagrams.game(wall)
    before = score_of(state, dead).margin

    settled = diagrams.play(play_out(wall), "pass A2 pass B1 pass pass")

    assert settled.board[Point(0, 8)] is None
    assert settled.stage is Stage.MARKING
    assert score_of(settled, frozenset({Point(8, 4)})).margin == before


def test_a_rejection_under_the_leaflet_rules_always_plays_out_R15():
    state = apply(diagrams.game("E5 D4 pass pass", rules="leaflet"), Propose(B, NONE))

    for then in (AfterRejection.MARK, AfterRejection.RESUME):
        with pytest.raises(MustPlayOut):
            apply(state, Reject(W, 1, then))
    assert apply(state, Reject(W, 1, AfterRejection.PLAY_OUT)).dispute is not None


def test_all_stones_are_alive_under_tromp_taylor_rules():
    with pytest.raises(StonesAreAlive):
        apply(
            diagrams.game("E5 D4 pass pass", rules="tromp_taylor"),
            Propose(B, frozenset({Point(4, 4)})),
        )


def test_out_of_time_while_deciding_the_proposal_stands_R52():
    state = apply(STATES[Stage.DECIDING], TimeOut(W))

    assert state.outcome.reason == "score"


def test_out_of_time_while_deciding_a_proposal_in_doubt_loses_on_time_R52_R60():
    state = apply(STATES[Stage.DECIDING], TimeOut(W, in_doubt=True))

    assert state.outcome.sgf == "B+T"
    assert replay(state.setup, [*diagrams.actions("E5 D4 pass pass"), Propose(B, NONE), TimeOut(W, True)]) == state


@pytest.mark.parametrize("moves", ["E5 D4 C3", "E5 D4 pass pass", "pass pass"])
def test_a_win_on_time_can_be_refused_by_the_winner_R52(moves):
    before = diagrams.game(moves)
    record = [*diagrams.actions(moves), TimeOut(before.to_play)]
    winner = before.to_play.opponent

    assert replay(before.setup, record).outcome.winner is winner
    assert replay(before.setup, [*record, RefuseWin(winner)]) == before
    with pytest.raises(NotWonOnTime):
        replay(before.setup, [*record, RefuseWin(before.to_play)])
    with pytest.raises(NotWonOnTime):
        replay(before.setup, [*record[:-1], Resign(before.to_play), RefuseWin(winner)])
    with pytest.raises(GameOver):
        apply(replay(before.setup, record), RefuseWin(winner))


def test_a_state_and_its_json_are_inverses_in_every_stage():
    states = [*STATES.values(), play_out(), diagrams.play(play_out(), "C3 pass")]
    for state in states:
        again = GameState.from_json(state.setup, state.to_json(), state.position_keys)
        assert again == state
