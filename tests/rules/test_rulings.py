"""A moderator's rulings about the end of a game, as actions of the rules (R61)."""

import random
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    BLACK_AND_WHITE,
    RULE_SETS,
    Accept,
    AfterRejection,
    Annul,
    Color,
    EndWithModeratorMarking,
    Pass,
    Phase,
    Play,
    Point,
    Propose,
    Reason,
    Reject,
    Resign,
    ResumeByModerator,
    Setup,
    Stage,
    action_from_payload,
    apply,
    legal_points,
    new_game,
    replay,
    replay_states,
    sgf,
)
from rules.errors import GameOver, NotAStone, StonesAreAlive, WrongPhase
from rules.replay import FEWEST
from tests import diagrams

B, W = Color.BLACK, Color.WHITE
NONE = frozenset()
STOPPED = "E5 E4 pass pass"


def stopped(rules="japanese"):
    return diagrams.game(STOPPED, rules=rules)


def test_the_moderators_marking_gives_the_result_that_accepting_it_would_R61():
    dead = frozenset({Point(4, 5)})
    agreed = apply(apply(stopped(), Propose(B, dead)), Accept(W, 1))

    ruled = apply(stopped(), EndWithModeratorMarking(dead, "It has one liberty."))

    assert ruled.outcome == agreed.outcome
    assert ruled.outcome.reason is Reason.SCORE
    assert (ruled.proposal.by, ruled.proposal.dead, ruled.proposal.number) == (None, dead, 1)


def test_it_takes_the_place_of_an_open_proposal_R61():
    proposed = apply(stopped(), Propose(B, NONE))

    ruled = apply(proposed, EndWithModeratorMarking(frozenset({Point(4, 4)})))

    assert ruled.proposal.number == 2
    assert ruled.proposal.dead == {Point(4, 4)}
    assert ruled.phase is Phase.FINISHED


@pytest.mark.parametrize("action", [EndWithModeratorMarking(NONE), ResumeByModerator()])
def test_nothing_is_ruled_about_the_end_while_play_goes_on_or_afterwards_R61(action):
    with pytest.raises(WrongPhase):
        apply(diagrams.game("E5 E4"), action)
    with pytest.raises(GameOver):
        apply(apply(stopped(), EndWithModeratorMarking(NONE)), action)


def test_only_stones_are_marked_and_none_where_all_are_alive():
    with pytest.raises(NotAStone):
        apply(stopped(), EndWithModeratorMarking(frozenset({Point(0, 0)})))
    with pytest.raises(StonesAreAlive):
        apply(stopped("tromp_taylor"), EndWithModeratorMarking(frozenset({Point(4, 4)})))


@pytest.mark.parametrize("rules", ["japanese", "chinese"])
@pytest.mark.parametrize("deciding", [False, True])
def test_play_goes_on_with_whom_the_moderator_names_or_whom_the_rules_say_R14_R61(rules, deciding):
    state = apply(stopped(rules), Propose(B, NONE)) if deciding else stopped(rules)
    asked = state.to_play
    usual = asked.opponent if rules == "japanese" else asked

    assert apply(state, ResumeByModerator()).to_play is usual
    for first in BLACK_AND_WHITE:
        resumed = apply(state, ResumeByModerator(first))
        assert (resumed.stage, resumed.to_play, resumed.passes) == (Stage.PLAY, first, 0)
        assert resumed.board == state.board
        assert resumed.history == state.history


def test_a_game_that_is_let_go_on_after_a_playing_out_is_no_longer_decided_R17_R61():
    settled = replace(stopped(), dispute_ended=True)

    assert apply(settled, ResumeByModerator()).dispute_ended is False
    assert apply(settled, ResumeByModerator(first=W)).dispute_ended is False


def test_an_annulled_game_has_no_winner_and_says_why_R61():
    resigned = apply(diagrams.game("E5 E4"), Resign(B))

    outcome = apply(resigned, Annul("a bad start")).outcome

    assert (outcome.ranking, outcome.winner, outcome.reason) == ((), None, Reason.ANNULLED)


def test_two_new_passes_lead_back_to_marking():
    state = apply(stopped(), ResumeByModerator(B))

    state = apply(apply(state, Pass(B)), Pass(W))

    assert state.stage is Stage.MARKING


@pytest.mark.parametrize("length", [3, FEWEST + 3])
@given(seed=st.integers(0, 2**32))
def test_a_game_with_rulings_is_replayed_stored_and_written_to_the_same_R16_R61(length, seed):
    rng = random.Random(seed)
    setup = Setup(5, 5, RULE_SETS[rng.choice(["brainking", "japanese", "chinese", "aga"])], Decimal("6.5"))
    state, record = new_game(setup), []

    def do(action):
        nonlocal state
        state = apply(state, action)
        record.append(action_from_payload(action.kind, None, action.payload(setup), setup) if ruled(action) else action)

    for _ in range(rng.randint(1, 3)):
        for _ in range(length):
            points = legal_points(state)
            do(Play(state.to_play, rng.choice(sorted(points))) if points else Pass(state.to_play))
        while state.phase is Phase.PLAY:
            do(Pass(state.to_play))
        if rng.random() < 0.5:
            do(Propose(state.to_play, NONE))
        if state.stage is Stage.DECIDING and rng.random() < 0.3:
            do(Reject(state.to_play, state.proposal.number, AfterRejection.MARK))
        do(ResumeByModerator(rng.choice([None, B, W]), "Play it out."))
    while state.phase is Phase.PLAY:
        do(Pass(state.to_play))
    stones = [point for point in state.board.points() if state.board[point] is not None]
    chosen = rng.sample(stones, min(len(stones), 2))
    do(
        EndWithModeratorMarking(
            frozenset().union(*(state.board.chain_at(point).stones for point in chosen)), "So it is."
        )
    )

    assert replay(setup, record) == state
    assert replay_states(setup, record)[-1] == state
    assert type(state).from_json(setup, state.to_json(), state.position_keys) == state
    text = sgf.serialize([sgf.write_game(setup, record, reasons=False)])
    assert text.count("Reason: Play it out.") == sum(isinstance(action, ResumeByModerator) for action in record)
    assert "A moderator says that these stones are dead" in text
    assert f"Result: {state.outcome.sgf}" in text


def ruled(action):
    return isinstance(action, EndWithModeratorMarking | ResumeByModerator)
