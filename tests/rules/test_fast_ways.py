"""The fast paths through a record and over a board agree with the reference."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rules import (
    RULE_SETS,
    Color,
    GameState,
    Pass,
    Play,
    Point,
    RulesError,
    Setup,
    apply,
    illegal_points,
    illegality_code,
    legal_points,
    new_game,
    replay,
    replay_states,
)
from rules.replay import replay_stones
from rules.ruleset import KoRule, SelfCaptureRule

B, W = Color.BLACK, Color.WHITE
KO_AND_SELF_CAPTURE = [(ko, rule) for ko in KoRule for rule in SelfCaptureRule]


def _game(seed: int, ko: KoRule, rule: SelfCaptureRule) -> tuple[Setup, list[Play | Pass]]:
    """A long random game on a small board: full of captures and of kos."""
    dice = random.Random(seed)
    ruleset = replace(RULE_SETS["chinese"], ko=ko, self_capture=rule)
    width, height = dice.choice([(3, 3), (4, 4), (2, 5), (5, 5), (1, 6)])
    setup = Setup(width, height, ruleset, ruleset.komi[0])
    state, record = new_game(setup), []
    while len(record) < 120:
        points = legal_points(state)
        if points and dice.random() < 0.97:
            action = Play(state.to_play, dice.choice(points))
        elif state.last_move is not None and state.last_move.point is None:
            break
        else:
            action = Pass(state.to_play)
        record.append(action)
        state = apply(state, action)
    return setup, record


@pytest.mark.parametrize(("ko", "rule"), KO_AND_SELF_CAPTURE)
def test_a_record_replayed_fast_gives_the_same_game(ko, rule):
    for seed in range(12):
        setup, record = _game(seed, ko, rule)

        assert replay(setup, record) == replay_states(setup, record)[-1]


@pytest.mark.parametrize(("ko", "rule"), KO_AND_SELF_CAPTURE)
def test_the_survey_of_the_board_refuses_what_each_point_refuses(ko, rule):
    for seed in range(12):
        setup, record = _game(seed, ko, rule)
        for state in replay_states(setup, record)[::7]:
            assert illegal_points(state) == _refused_one_by_one(state)


def _refused_one_by_one(state: GameState) -> dict[Point, str]:
    empty = [point for point in state.board.points() if state.board[point] is None]
    return {point: code for point in empty if (code := illegality_code(state, point)) is not None}


@pytest.mark.parametrize(("ko", "rule"), KO_AND_SELF_CAPTURE)
def test_a_record_with_an_illegal_stone_is_refused_in_the_same_words(ko, rule):
    refusals = 0
    for seed in range(12):
        setup, record = _game(seed, ko, rule)
        dice = random.Random(seed)
        at = dice.randrange(len(record))
        color = record[at].color
        record[at] = Play(color, Point(dice.randrange(-1, setup.width + 1), dice.randrange(setup.height)))
        assert _outcome(replay, setup, record) == _outcome(replay_states, setup, record)
        refusals += _outcome(replay, setup, record) is not None
    assert refusals


def _outcome(way, setup, record) -> tuple[str, dict] | None:
    try:
        way(setup, record)
    except RulesError as refusal:
        return refusal.code, refusal.data
    return None


def test_stones_by_their_index_are_played_as_far_as_they_are_legal():
    setup = Setup(5, 5, RULE_SETS["japanese"], RULE_SETS["japanese"].komi[0])
    state = new_game(setup)
    for index in (0, 1, 5):
        state = apply(state, Play(state.to_play, Point(index % 5, index // 5)))

    assert replay_stones(new_game(setup), [0, 1, 5]) == (3, list(state.history))
    assert replay_stones(new_game(setup), [0, 1, 5, 1, 2]) == (3, list(state.history))  # there is a stone
    assert replay_stones(new_game(setup), [1, 24, 5, 0, 2])[0] == 3  # White would take a stone off himself
    assert replay_stones(new_game(setup), []) == (0, list(new_game(setup).history))


@pytest.mark.parametrize("ko", KoRule)
def test_a_ko_is_fought_by_index_as_far_as_its_rule_allows_R5(ko):
    ruleset = replace(RULE_SETS["chinese"], ko=ko)
    rows = (".XO..", "X.XO.", ".XO..", ".....", ".....")
    start = new_game(Setup(5, 5, ruleset, ruleset.komi[0], start=rows, first=Color.WHITE))
    fight = [6, 20, 24, 7, 23, 21, 6, 15, 19, 7]  # White takes at 6, Black at 7, with a stone of each elsewhere between

    assert replay_stones(start, [6, 7])[0] == 1
    assert replay_stones(start, [6, 20, 24, 7, 6])[0] == 4
    played, history = replay_stones(start, fight)
    assert (played, len(set(history))) == (10, 11)
    later = replay(
        start.setup, [Play(W if turn % 2 == 0 else B, Point(at % 5, at // 5)) for turn, at in enumerate(fight)]
    )
    assert replay_stones(later, [6])[0] == 0
    assert replay_stones(later, [18, 17, 6])[0] == 3


def test_a_stone_out_of_turn_ends_the_fast_way():
    setup = Setup(9, 9, RULE_SETS["japanese"], RULE_SETS["japanese"].komi[0])
    record = [Play(new_game(setup).to_play, Point(column, 4)) for column in range(9)]

    with pytest.raises(RulesError, match="not_your_turn"):
        replay(setup, record)
