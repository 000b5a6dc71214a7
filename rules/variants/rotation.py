"""Passing on the turn, also where seats share the colours: then every action of the game is a turn of the next seat, in
play and in marking (V73, V74)."""

from __future__ import annotations

from dataclasses import replace

from rules.color import Color
from rules.order import OrderOfPlay
from rules.state import GameState

from .course import VariantState


def pass_turn_on(state: GameState, color: Color) -> GameState:
    """Return the game with the turn passed on by this colour, outside play."""
    if state.setup.order.shares:
        return _advance(state, 1)
    return replace(state, to_play=state.next_to_act(color))


def give_turn_back(state: GameState, color: Color) -> GameState:
    """Return the game with the turn given back to this colour, which withdraws the open proposal."""
    if state.setup.order.shares and state.proposal is not None:
        return _advance(state, -1 - len(state.proposal.accepted))
    return replace(state, to_play=color)


def give_turn_to(state: GameState, color: Color) -> GameState:
    """Return the game with this colour on turn; where seats share the colours, with the next seat that plays it."""
    if state.setup.order.shares and state.to_play is not color:
        return _advance(state, 1)
    return replace(state, to_play=color)


def color_of(order: OrderOfPlay, course: VariantState, seat: int) -> Color:
    """Return the seat's colour: where seats share the colours, that of its turn now, otherwise of its last turn, and
    before its first turn that of the first."""
    if not order.shares:
        return order.seats[seat]
    now = course.acted[0]
    turns = map(order.turn, range(now, max(now - len(order.seats), -1), -1))
    return next((color for other, color in turns if other == seat), order.seats[seat])


def proposer(state: GameState) -> int | None:
    """Return the seat that made the open proposal, where seats share the colours; None without one, and in other
    games, where it is a matter of colours."""
    order, proposal = state.setup.order, state.proposal
    if not order.shares or proposal is None or proposal.by is None:
        return None
    return order.turn(state.course.acted[0] - 1 - len(proposal.accepted))[0]


def _advance(state: GameState, turns: int) -> GameState:
    number = state.course.acted[0] + turns
    _seat, color = state.setup.order.turn(number)
    return replace(state, to_play=color, course=replace(state.course, acted=(number,)))
