"""Either player alone can end every dispute (R17), also by playing it out on the board (R15)."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    BLACK_AND_WHITE,
    RULE_SETS,
    Accept,
    Action,
    AfterRejection,
    Color,
    EndWithModeratorMarking,
    GameState,
    Pass,
    Phase,
    Play,
    PlayOut,
    Point,
    Propose,
    Reject,
    Resume,
    ResumeByModerator,
    RulesError,
    Setup,
    Stage,
    TimeOut,
    Withdraw,
    apply,
    illegal_points,
    illegality_code,
    legal_points,
    new_game,
    parse_vertex,
    replay,
    score_of,
    sgf,
)
from rules.actions import MOST_WITHDRAWALS
from rules.errors import (
    AlreadyPlayedOut,
    MustPlayOut,
    NotAStone,
    PartOfAChain,
    TooEarlyToPlayOut,
    TooManyWithdrawals,
    WrongPhase,
)
from tests import diagrams
from tests.diagrams import stop

B, W = Color.BLACK, Color.WHITE
NONE: frozenset[Point] = frozenset()
SEEDS = st.integers(0, 2**32)


def most_actions(points: int) -> int:
    """How many actions a game of this many points has at most after play has stopped for the first time, when one side
    asks for the end wherever it can: see docs/decisions/0033-every-dispute-ends.md."""
    return 4 * points + 25


def asks_for_the_end(state: GameState, me: Color) -> Action | None:
    """Return the action of a side that wants to end the game, even out of turn; None if it can only wait."""
    if state.phase is Phase.STONE_REMOVAL and (state.may_play_out or state.dispute_ended):
        return PlayOut(me)
    if state.to_play is not me:
        return None
    if state.stage is Stage.PLAY:
        return Pass(me)
    if state.stage is Stage.MARKING:
        return Propose(me, NONE)
    assert state.proposal is not None
    return Reject(me, state.proposal.number, AfterRejection.PLAY_OUT)


def stalls(dice: random.Random, state: GameState, me: Color, habit: str) -> list[Action]:
    """Return the actions that an opponent might try, in order; some are refused."""
    proposal = 0 if state.proposal is None else state.proposal.number
    if state.stage is Stage.PLAY:
        points = legal_points(state) if state.to_play is me else []
        stone = [Play(me, dice.choice(points))] if points else []
        return [*stone, Pass(me)] if habit != "random" or dice.random() < 0.7 else [Pass(me), *stone]
    ways: list[Action] = [
        Resume(me), Withdraw(me, proposal), Propose(me, NONE), PlayOut(me),
        *(Reject(me, proposal, then) for then in AfterRejection),
    ]  # fmt: skip
    if habit == "random":
        dice.shuffle(ways)
    if habit == "withdraws":
        ways = [Withdraw(me, proposal), Propose(me, NONE), Reject(me, proposal, AfterRejection.MARK), Resume(me)]
    return ways


def tried(state: GameState, ways: list[Action]) -> GameState:
    for action in ways:
        try:
            return apply(state, action)
        except RulesError:
            continue
    return state


@pytest.mark.parametrize("habit", ["random", "resumes", "withdraws"])
@pytest.mark.parametrize("rules", RULE_SETS)
@settings(max_examples=12)
@given(seed=SEEDS, size=st.sampled_from([(1, 2), (2, 2), (3, 3), (4, 3), (5, 5)]))
def test_every_game_ends_when_one_side_asks_for_the_end_R17(rules, habit, seed, size):
    """The opponent does anything, also several actions at a time; if it does nothing, its time would run out."""
    dice, ruleset = random.Random(seed), RULE_SETS[rules]
    state, me = new_game(Setup(*size, ruleset, Decimal(0))), dice.choice(BLACK_AND_WHITE)
    for _ in range(dice.randrange(12)):
        points = legal_points(state)
        state = apply(state, Play(state.to_play, dice.choice(points))) if points else state
    while state.stage is Stage.PLAY:
        state = apply(state, Pass(state.to_play))
    done = 0
    while state.stage is not Stage.FINISHED:
        begun = done
        for _ in range(dice.choice([1, 1, 2, 9])):
            after = tried(state, stalls(dice, state, me.opponent, habit)) if state.outcome is None else state
            done, state = done + (after is not state), after
        action = None if state.outcome is not None else asks_for_the_end(state, me)
        if action is None and done == begun:
            action = TimeOut(me.opponent)
        if action is not None and state.outcome is None:
            done, state = done + 1, apply(state, action)
        assert done <= most_actions(len(state.board.cells))
    assert state.stops <= 3


def stopped_again(rules: str = "brainking") -> GameState:
    """The second end phase of a game, after Black has resumed play in the first."""
    return stop(apply(diagrams.game("E5 D4 pass pass", rules=rules), Resume(B)))


def test_the_first_end_phase_may_be_left_and_no_other_R17():
    state = stopped_again()

    with pytest.raises(MustPlayOut):
        apply(state, Resume(state.to_play))
    state = apply(state, Propose(state.to_play, NONE))
    with pytest.raises(MustPlayOut):
        apply(state, Reject(state.to_play, 1, AfterRejection.RESUME))
    assert apply(state, Reject(state.to_play, 1, AfterRejection.MARK)).stage is Stage.MARKING


def test_in_the_first_end_phase_nobody_can_demand_settling_but_by_a_rejection_R12_R17():
    state = diagrams.game("E5 D4 pass pass")

    for color in BLACK_AND_WHITE:
        with pytest.raises(TooEarlyToPlayOut):
            apply(state, PlayOut(color))
    with pytest.raises(WrongPhase):
        apply(diagrams.game("E5 D4"), PlayOut(B))


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("proposed", [False, True])
def test_from_the_second_on_either_side_may_whoever_has_to_act_R17(rules, proposed):
    state = stopped_again(rules)
    state = apply(state, Propose(state.to_play, NONE)) if proposed else state

    for color in BLACK_AND_WHITE:
        begun = apply(state, PlayOut(color))
        assert (begun.stage, begun.passes, begun.proposal) == (Stage.PLAY, 0, None)
        assert begun.dispute is not None
        assert begun.board == state.board


@pytest.mark.parametrize("rules", RULE_SETS)
def test_who_moves_first_while_settling_is_who_would_when_resuming_R14_R15(rules):
    state = apply(diagrams.game("E5 D4 pass pass", rules=rules), Propose(B, NONE))
    settled = apply(state, Reject(W, 1, AfterRejection.PLAY_OUT))
    for_both = B if rules in ("japanese", "korean") else W

    assert settled.to_play is for_both
    if rules != "leaflet":
        assert apply(state, Reject(W, 1, AfterRejection.RESUME)).to_play is for_both
    again = stopped_again(rules)
    for color in BLACK_AND_WHITE:
        first = color.opponent if rules in ("japanese", "korean") else color
        assert apply(again, PlayOut(color)).to_play is first


def played_out(rules: str = "brainking") -> GameState:
    """A game whose dispute has been played out: marking once more."""
    state = apply(diagrams.game("E5 D4 pass pass", rules=rules), Propose(B, NONE))
    return stop(apply(state, Reject(W, 1, AfterRejection.PLAY_OUT)))


def test_a_dispute_that_was_played_out_is_not_offered_again_R17():
    assert (played_out().dispute_ended, played_out().may_play_out) == (True, False)


@pytest.mark.parametrize("then", list(AfterRejection))
def test_a_rejection_after_a_settling_ends_the_game_with_all_stones_alive_R17(then):
    state = played_out()
    proposed = apply(state, Propose(state.to_play, frozenset({Point(4, 4), Point(3, 5)})))

    ended = apply(proposed, Reject(proposed.to_play, 2, then))

    assert ended.outcome.reason == "score"
    assert ended.proposal.dead == NONE
    assert ended.proposal.by is None
    assert ended.proposal.score == score_of(state, NONE)
    assert ended.rejection_count == 2


def test_after_a_settling_either_side_ends_the_game_as_it_stands_whoever_has_to_act_R17():
    state = played_out()

    for color in BLACK_AND_WHITE:
        ended = apply(state, PlayOut(color))
        assert (ended.outcome.reason, ended.proposal.dead) == ("score", NONE)


def test_after_a_settling_nothing_opens_the_game_again_R17():
    state = played_out()
    proposed = apply(state, Propose(state.to_play, NONE))

    with pytest.raises(AlreadyPlayedOut):
        apply(state, Resume(state.to_play))
    with pytest.raises(AlreadyPlayedOut):
        apply(proposed, Withdraw(state.to_play, 2))
    assert apply(proposed, Accept(proposed.to_play, 2)).outcome.reason == "score"


def test_a_game_cannot_be_counted_as_it_stands_before_a_settling_R17():
    state = apply(diagrams.game("E5 D4 pass pass"), Propose(B, NONE))

    with pytest.raises(MustPlayOut):
        apply(state, Reject(W, 1, AfterRejection.END))


def test_a_moderator_who_lets_play_go_on_opens_the_dispute_again_R61():
    state = stop(diagrams.play(apply(played_out(), ResumeByModerator(B)), "C3"))

    assert not state.dispute_ended
    assert apply(state, PlayOut(B)).dispute is not None


def test_three_proposals_of_an_end_phase_may_be_withdrawn_R12_R17():
    state = diagrams.game("E5 D4 pass pass")
    for number in range(1, MOST_WITHDRAWALS + 1):
        state = apply(apply(state, Propose(B, NONE)), Withdraw(B, number))
    state = apply(state, Propose(B, NONE))

    with pytest.raises(TooManyWithdrawals):
        apply(state, Withdraw(B, MOST_WITHDRAWALS + 1))
    again = stop(apply(state, Reject(W, MOST_WITHDRAWALS + 1, AfterRejection.RESUME)))
    again = apply(again, Propose(again.to_play, NONE))
    assert apply(again, Withdraw(again.proposal.by, again.proposal.number)).withdrawals == 1


KO = "D5 E5 C4 F4 D3 E3 E4 D4"
"""White has just taken a ko at D4."""


@pytest.mark.parametrize("rules", RULE_SETS)
def test_while_settling_no_earlier_position_comes_back_whatever_the_ko_rule_R15(rules):
    """After two moves elsewhere simple ko would let Black take back; and after the stop the position is an old one."""
    state = apply(diagrams.game(f"{KO} pass pass", rules=rules), Propose(B, NONE))
    state = apply(state, Reject(W, 1, AfterRejection.PLAY_OUT))
    if state.to_play is W:
        state = apply(state, Pass(W))
    back = parse_vertex("E4", 9, 9)

    assert illegality_code(state, back) == "superko"
    assert illegal_points(state)[back] == "superko"
    resumed = apply(diagrams.game(f"{KO} pass pass", rules="brainking"), Resume(B))
    assert illegality_code(resumed, back) is None


def test_a_settling_lasts_as_many_turns_of_each_side_as_the_board_has_points_R17():
    state = new_game(Setup(2, 2, RULE_SETS["new_zealand"], Decimal(0)))
    state = apply(apply(state, Pass(B)), Pass(W))
    state = apply(apply(state, Propose(B, NONE)), Reject(W, 1, AfterRejection.PLAY_OUT))
    turns = 0
    while state.stage is Stage.PLAY:
        points = legal_points(state)
        state, turns = apply(state, Play(state.to_play, points[0]) if points else Pass(state.to_play)), turns + 1

    assert turns <= 2 * 4
    assert state.dispute_ended


def test_a_settling_counts_the_turns_of_each_side_and_what_it_hands_over_R15():
    stopped = diagrams.game("E5 D4 pass pass", rules="japanese")
    state = apply(apply(apply(stopped, Propose(B, NONE)), Reject(W, 1, AfterRejection.MARK)), Propose(W, NONE))
    state = apply(state, Reject(B, 2, AfterRejection.PLAY_OUT))
    first = state.to_play

    for turns, handed, move in (((1, 0), (0, 0), "A1"), ((1, 1), (0, 1), "pass"), ((2, 1), (0, 1), "B1")):
        state = diagrams.play(state, move)
        settling = state.dispute
        assert (settling.turns[first], settling.turns[W if first is B else B]) == turns
        assert (settling.handed_over[first], settling.handed_over[W if first is B else B]) == handed


def test_nobody_holds_off_the_end_of_resumed_play_by_self_capture_R17():
    """White passes at every turn; Black fills, captures himself and fills again, as New Zealand's rules allow."""
    ruleset, dice = RULE_SETS["new_zealand"], random.Random(17)
    for size in (2, 3):
        state = new_game(Setup(size, size, ruleset, Decimal(0)))
        state = apply(apply(apply(state, Pass(B)), Pass(W)), Resume(B))
        turns = 0
        while state.stage is Stage.PLAY:
            points = legal_points(state) if state.to_play is B else []
            state, turns = apply(state, Play(B, dice.choice(points)) if points else Pass(state.to_play)), turns + 1
        assert turns <= 2 * size * size + 2


def test_play_that_was_resumed_stops_when_one_side_has_passed_as_often_running_as_there_are_points_R17():
    start = diagrams.play(new_game(Setup(2, 2, RULE_SETS["new_zealand"], Decimal(0))), "A1 pass")
    stopped = apply(start, Pass(B))
    resumed = apply(stopped, Resume(stopped.to_play))
    assert resumed.to_play is W
    three = "pass A2 pass B1 pass B2"  # the last one takes all of Black's stones off

    assert diagrams.play(resumed, three).stage is Stage.PLAY
    again = diagrams.play(resumed, f"{three} pass")
    assert (again.stage, again.stops, again.stopped_at) == (Stage.MARKING, 2, 10)
    not_resumed = replace(resumed, stops=0)
    assert diagrams.play(not_resumed, f"{three} pass").stage is Stage.PLAY
    played_once = diagrams.play(resumed, "B2 A2 pass B1 pass B2 pass")
    assert played_once.stage is Stage.PLAY


@pytest.mark.parametrize("verb", [lambda dead: Propose(B, dead), EndWithModeratorMarking])
def test_a_part_of_a_chain_is_no_marking_and_the_refusal_names_the_rest_R18(verb):
    state = diagrams.game("E5 A9 E6 A8 E7 A7 D5 B9 pass pass")

    with pytest.raises(PartOfAChain) as refusal:
        apply(state, verb(frozenset({Point(4, 4), Point(0, 0)})))
    assert refusal.value.data == {"rest": ["A8", "A7", "B9", "D5", "E7", "E6"]}
    with pytest.raises(NotAStone):
        apply(state, verb(frozenset({Point(8, 8)})))
    whole = state.board.chain_at(Point(4, 4)).stones
    assert apply(state, verb(whole)).proposal.dead == whole


# Records from before


def test_a_record_of_the_first_edition_is_replayed_as_it_was_played():
    """Endless resuming, a settling that the rejecter began, a part of a chain, a rejection after it: all as then."""
    setup = replace(diagrams.game(rules="japanese").setup, edition=1)
    record = diagrams.actions("E5 D4 E6 D5 pass pass")
    for _ in range(2):
        record += [Resume(B), Pass(W), Pass(B), Resume(W), Pass(B), Pass(W)]
    for number in range(1, 5):
        record += [Propose(B, NONE), Withdraw(B, number)]
    record += [Propose(B, frozenset({Point(4, 4)})), Reject(W, 5, AfterRejection.PLAY_OUT), Pass(W), Pass(B)]
    record += [Propose(W, NONE), Reject(B, 6, AfterRejection.RESUME)]

    state = replay(setup, record)

    assert (state.stage, state.to_play, state.rejection_count, state.dispute_ended) == (Stage.PLAY, W, 2, False)
    assert "stops" not in state.to_json()
    with pytest.raises(RulesError):
        replay(replace(setup, edition=2), record)


def test_in_a_running_game_of_the_first_edition_either_side_may_demand_settling_which_then_ends_it_R17():
    setup = replace(diagrams.game().setup, edition=1)
    record: list[Action] = [Pass(B), Pass(W), Resume(B), Pass(B), Pass(W), PlayOut(W), Pass(W), Pass(B)]
    state = replay(setup, record)

    assert state.dispute_ended
    assert GameState.from_json(setup, state.to_json(), state.position_keys) == state
    with pytest.raises(AlreadyPlayedOut):
        apply(state, Resume(state.to_play))
    assert apply(state, PlayOut(W)).outcome is not None


def test_the_record_says_what_comes_before_the_first_rejection_R17():
    record = [
        *diagrams.actions("E5 D4 pass pass"),
        Propose(B, NONE),
        Reject(W, 1, AfterRejection.PLAY_OUT),
        Pass(W),
        Pass(B),
    ]
    record += [Propose(W, NONE), Reject(B, 2, AfterRejection.END)]

    text = sgf.serialize([sgf.write_game(diagrams.game().setup, record)])

    assert "From the second end phase on either side may demand" in text
    assert "No agreement after playing it out" in text
    assert text.index("From the second end phase") < text.index("rejects proposal 1")
