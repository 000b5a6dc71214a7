"""Properties of every game of every variant: random turns in each, and ten thousand at night."""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import replace
from decimal import Decimal

import pytest

from rules import (
    RULE_SETS,
    Board,
    Color,
    GameState,
    Play,
    RulesError,
    Setup,
    action_from_payload,
    apply,
    new_game,
    replay,
    replay_states,
)
from rules.variants import HiddenInformation, OnStop, Variant, VariantColors, VariantGoal, VariantSeats, ViewKind
from rules.variants.presets import PRESETS
from rules.variants.seats import may_act, seat_on_turn, seats_still_in
from rules.variants.view import ILLEGAL, is_hidden_from, visible_error_code, visible_rows
from tests.support.random_player import RandomPlayer

MOST_TURNS = 10_000
TURNS = MOST_TURNS if os.environ.get("IGO_NIGHTLY") else 1_500
"""The least; as many more as it takes until everything has happened that can."""
LONGEST = 200
LOOKED_AT = 10
"""Every tenth state, and the last of a game, is looked at from all sides."""
VARIANTS = PRESETS | {
    "capture by side, counted": Variant(goal=VariantGoal((3, 5), OnStop.COUNT)),
    "no pass": Variant(passing=False),
    "fading": Variant(view=HiddenInformation(ViewKind.FADING, 3)),
    "blind White": Variant(view=HiddenInformation(ViewKind.NONE, of=Color.WHITE)),
    "rengo": Variant(seats=VariantSeats((1, 3))),
    "six colors": Variant(colors=VariantColors(6, tuple(map(Decimal, "012345")))),
    "everything of two": Variant(
        seats=VariantSeats((3, 2)), goal=VariantGoal((9, 9)), view=HiddenInformation(ViewKind.FADING, 2, Color.BLACK, 1)
    ),
    "everything of four": Variant(
        colors=VariantColors(4), goal=VariantGoal((5, 5, 6, 6)), view=HiddenInformation(ViewKind.ONE_COLOR)
    ),
}


def setup_of(variant: Variant, size: tuple[int, int], seed: int = 0) -> Setup:
    """Area or own losses, self-capture allowed every third time."""
    rules = variant.rules_of(RULE_SETS[("chinese", "brainking", "new_zealand")[seed % 3]])
    return Setup(*size, replace(rules, ko=RULE_SETS["chinese"].ko), Decimal(0), variant=variant)


def check(state: GameState, put_down: Counter[Color]) -> None:
    """Check the invariants of every state."""
    board, order = state.board, state.setup.order
    for color in order.colors:
        lost = state.course.lost[color - 1] if state.course.lost else state.prisoners[order.opponent(color)]
        assert put_down[color] == board.cells.count(color) + lost
    if state.to_play is None:
        assert state.outcome is not None
        assert sorted(color for place in state.outcome.ranking for color in place) in ([], list(order.colors))
        return
    assert state.to_play not in state.course.out
    seat = seat_on_turn(state)
    if order.rotates_colors:
        assert (seat, state.to_play) == order.turn(state.course.acted[0])
    else:
        assert order.seats[seat] is state.to_play
        assert seat in seats_still_in(state, state.to_play)
    assert may_act(state, seat)


def check_board(state: GameState) -> None:
    """Check the invariants of the board."""
    board = state.board
    assert board.key == Board(board.width, board.height, board.cells).key
    for point in board.points():
        assert board[point] is None or board.chain_at(point).liberties


def check_views(state: GameState) -> None:
    """No one is shown more than the view lets through (V20, V25, V26)."""
    view, truth = state.setup.variant.view, "".join(state.board.rows())
    for viewer in (None, *state.setup.order.colors):
        shown = visible_rows(state, viewer)
        if not is_hidden_from(state, viewer):
            assert "".join(shown) == truth
        elif view.kind is ViewKind.NONE:
            assert shown is None
        elif view.kind is ViewKind.ONE_COLOR:
            assert "".join(shown) == "".join("." if point == "." else "S" for point in truth)
        else:
            drawn = "".join(shown)
            assert all(point in ("?", true) for point, true in zip(drawn, truth, strict=True))
            assert "." not in drawn
            if state.move_number >= view.keep:
                assert len(drawn.replace("?", "")) <= view.keep


def stored(state: GameState) -> GameState:
    """The same from its JSON."""
    setup = Setup.from_json(json.loads(json.dumps(state.setup.to_json())))
    return GameState.from_json(setup, json.loads(json.dumps(state.to_json())), state.position_keys)


def play_one(variant: Variant, seed: int) -> tuple[int, Counter[str]]:
    """One game; how many turns it had, and what happened in it."""
    player = RandomPlayer(seed)
    setup = setup_of(variant, player.dice.choice([(5, 5), (4, 4), (3, 5), (6, 5)]), seed)
    states, record = [new_game(setup)], []
    put_down, seen_kinds = Counter[Color](), Counter[str]()
    while states[-1].to_play is not None and len(record) < LONGEST:
        state, action = states[-1], player.action(states[-1])
        assert (
            action_from_payload(action.kind, action.color, json.loads(json.dumps(action.payload(setup))), setup)
            == action
        )
        try:
            after = apply(state, action)
        except RulesError as error:
            seen_kinds[error.code] += 1
            seen_kinds[ILLEGAL] += visible_error_code(state, action.color, error) == ILLEGAL
            continue
        if isinstance(action, Play):
            put_down[action.color] += 1
        seen_kinds[action.kind] += 1
        record.append(action)
        states.append(after)
        check(after, put_down)
        if len(states) % LOOKED_AT == 0 or after.to_play is None:
            check_board(after)
            check_views(after)
            assert stored(after) == after
    assert replay(setup, record) == states[-1]
    assert seed % 4 or replay_states(setup, record) == states
    seen_kinds[states[-1].outcome.reason.value if states[-1].outcome else "unfinished"] += 1
    return states[-1].move_number, seen_kinds


@pytest.mark.parametrize("name", VARIANTS)
def test_random_turns_keep_what_the_rules_promise_V1(name):
    turns, kinds = 0, Counter[str]()
    for seed in range(MOST_TURNS):
        moved, happened = play_one(VARIANTS[name], seed)
        turns += moved
        kinds += happened
        if turns >= MOST_TURNS or (turns >= TURNS and not missing(VARIANTS[name], kinds)):
            break

    assert turns >= TURNS
    assert missing(VARIANTS[name], kinds) == set()
    assert VARIANTS[name].passing or not kinds["pass"]


def missing(variant: Variant, kinds: Counter[str]) -> set[str]:
    """Return the events that should have happened in enough games of a variant, but have not."""
    wanted = {"play"}
    if variant.goal.captures:
        wanted |= {"capture"}
    elif not variant.plays_out_disputes:
        wanted |= {"accept", "score", "resign"}
    if not variant.passing:
        wanted |= {"no_move", "no_passing"}
    if variant.view.kind is not ViewKind.OPEN:
        wanted |= {"try"}
    if len(variant.seats.members) > 1:
        wanted |= {"leave", "not_your_turn"}
    return {kind for kind in wanted if not kinds[kind]}
