"""Stopping play when the opponent never passes (R6, R17)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from rules import (
    RULE_SETS,
    ByColor,
    Color,
    Dispute,
    GameState,
    Pass,
    Play,
    Resume,
    Setup,
    Stage,
    Stop,
    apply,
    new_game,
    parse_vertex,
)  # fmt: skip
from rules.errors import NotYourTurn, TooEarlyToStop, WrongPhase
from rules.variants import HiddenInformation, Variant, ViewKind

B, W = Color.BLACK, Color.WHITE


def played(moves: str, rule_set: str = "japanese", first: Color = B, variant: Variant | None = None) -> GameState:
    """A game on 9x9 after these moves, "-" being a pass."""
    setup = Setup(9, 9, RULE_SETS[rule_set], Decimal("6.5"), first=None if first is B else first)
    state = new_game(setup if variant is None else replace(setup, variant=variant))
    return go_on(state, moves)


def go_on(state: GameState, moves: str) -> GameState:
    for move in moves.split():
        assert state.to_play is not None
        point = None if move == "-" else parse_vertex(move, 9, 9)
        state = apply(state, Pass(state.to_play) if point is None else Play(state.to_play, point))
    return state


def test_three_passes_that_were_answered_by_plays_let_their_side_stop_play_R17():
    state = played("E5 C3 - C4 - C5 - C6")

    stopped = apply(state, Stop(B))

    assert (stopped.stage, stopped.to_play, stopped.stops) == (Stage.MARKING, B, 1)
    assert (stopped.board, stopped.move_number, stopped.pass_stones) == (state.board, 8, state.pass_stones)


@pytest.mark.parametrize(
    "moves",
    [
        "E5 C3",  # no passes
        "E5 C3 - C4 - C5",  # two
        "- C3 - C4 E5 C5 - C6",  # not in a row
        "E5 C3 - C4 - C5 - C6 E6 C7",  # a stone after them
    ],
)
def test_before_that_nobody_stops_play_alone_R17(moves):
    with pytest.raises(TooEarlyToStop):
        apply(played(moves), Stop(B))


def test_only_the_side_to_play_that_has_passed_may_stop_R17():
    state = played("E5 C3 - C4 - C5 - C6")
    with pytest.raises(NotYourTurn):
        apply(state, Stop(W))
    with pytest.raises(TooEarlyToStop):
        apply(apply(state, Pass(B)), Stop(W))
    with pytest.raises(WrongPhase):
        apply(apply(state, Stop(B)), Stop(B))


def test_after_the_other_side_resumes_three_passes_more_lead_to_the_last_end_phase_R17():
    state = apply(apply(played("E5 C3 - C4 - C5 - C6"), Stop(B)), Resume(B))
    while state.to_play is not B:
        state = go_on(state, "D9")
    with pytest.raises(TooEarlyToStop):
        apply(state, Stop(B))

    again = apply(go_on(state, "- D1 - D2 - D3"), Stop(B))

    assert (again.stage, again.stops, again.may_resume, again.may_play_out) == (Stage.MARKING, 2, False, True)


@pytest.mark.parametrize(("first", "stones", "to_mark"), [(B, (3, 0), B), (W, (0, 4), B)])
def test_where_white_passes_last_whites_stop_hands_a_stone_over_R32(first, stones, to_mark):
    stopped = apply(played("E5 C3 - C4 - C5 - C6", "aga", first), Stop(first))
    assert (stopped.stage, stopped.to_play, tuple(stopped.pass_stones)) == (Stage.MARKING, to_mark, stones)


def test_a_hidden_board_is_open_when_play_is_stopped_V23():
    state = played("E5 C3 - C4 - C5 - C6", variant=Variant(view=HiddenInformation(ViewKind.NONE)))
    assert apply(state, Stop(B)).course.stopped_before


def test_while_a_dispute_is_played_out_nobody_stops_it_R15():
    none = ByColor(0, 0)
    state = replace(played("E5 C3 - C4 - C5 - C6"), dispute=Dispute(none, none))
    with pytest.raises(WrongPhase):
        apply(state, Stop(B))
