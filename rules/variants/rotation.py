"""Passing the turn. Where seats share the colours, every action is a turn and the next seat acts, in play and in
marking (V73, V74)."""

from __future__ import annotations

from dataclasses import replace

from rules.color import Color
from rules.order import OrderOfPlay
from rules.state import GameState

from .course import VariantState


def pass_turn(state: GameState, color: Color) -> GameState:
    """Return the game with the turn passed from this colour to the next one, for actions other than moves."""
    if state.setup.order.rotates_colors:
        return _advance(state, 1)
    return replace(state, to_play=state.next_to_act(color))


def give_turn_back(state: GameState, color: Color) -> GameState:
    """Return the game with the turn returned to this colour, because it withdraws its open proposal."""
    if state.setup.order.rotates_colors and state.proposal is not None:
        return _advance(state, -1 - len(state.proposal.accepted))
    return replace(state, to_play=color)


def give_turn_to(state: GameState, color: Color) -> GameState:
    """Return the game with this colour on turn. If seats share the colours, the next seat that plays this colour is on
    turn."""
    if state.setup.order.rotates_colors and state.to_play is not color:
        return _advance(state, 1)
    return replace(state, to_play=color)


def color_of_seat(order: OrderOfPlay, course: VariantState, seat: int) -> Color:
    """Return the colour that the seat plays. If seats share the colours, this is the colour of the seat's turn if it is
    on turn, otherwise of its last turn, or of its first turn if it has had none."""
    if not order.rotates_colors:
        return order.seats[seat]
    now = course.acted[0]
    turns = map(order.turn, range(now, max(now - len(order.seats), -1), -1))
    return next((color for other, color in turns if other == seat), order.seats[seat])


def proposing_seat_index(state: GameState) -> int | None:
    """Return the index of the seat that made the open proposal, in a game whose seats share the colours. Return None if
    there is no proposal, and in all other games, where a colour makes the proposal."""
    order, proposal = state.setup.order, state.proposal
    if not order.rotates_colors or proposal is None or proposal.by is None:
        return None
    return order.turn(state.course.acted[0] - 1 - len(proposal.accepted))[0]


def _advance(state: GameState, turns: int) -> GameState:
    number = state.course.acted[0] + turns
    _seat, color = state.setup.order.turn(number)
    return replace(state, to_play=color, course=replace(state.course, acted=(number,)))
