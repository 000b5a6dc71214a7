"""Seats, and which of them may act. Members of a team take turns in seat order (V30 to V36)."""

from __future__ import annotations

from rules.color import Color
from rules.errors import NotYourTurn, WrongPhase
from rules.order import OrderOfPlay
from rules.state import GameState, Phase, Stage

from .agreement import sides_to_answer
from .course import VariantState


def seat_name(order: OrderOfPlay, seat: int) -> str:
    """Return a seat's name, such as "B1" or "W2". The name is "B" if the colour has one seat, and "1" if seats share
    the colours."""
    if order.rotates_colors:
        return str(seat + 1)
    color = order.seats[seat]
    members = order.seats_for(color)
    return f"{color.letter}{members.index(seat) + 1}" if len(members) > 1 else color.letter


def seats_still_in(state: GameState, color: Color) -> tuple[int, ...]:
    """Return the seats of this colour's team that have not left, in seat order. Return () where seats share the
    colours."""
    if state.setup.order.rotates_colors:
        return ()
    gone = state.course.seats_out
    return tuple(seat for seat in state.setup.order.seats_for(color) if seat not in gone)


def seats_that_left(order: OrderOfPlay, course: VariantState) -> frozenset[int]:
    """Return the seats that have left: all seats of sides that have left (V55), and members of teams (V38)."""
    return frozenset(seat for seat, color in enumerate(order.seats) if color in course.out or seat in course.seats_out)


def check_still_in(state: GameState, color: Color) -> None:
    """Raise NotYourTurn if this side has left the game and others continue (V55)."""
    if color in state.course.out:
        raise NotYourTurn


def seat_on_turn(state: GameState) -> int | None:
    """Return the index of the seat whose turn it is and whose clock runs, or None when the game is finished."""
    if state.to_play is None or not state.course.acted:
        return None if state.to_play is None else state.setup.order.first_seat_of(state.to_play)
    return next_seat_of(state, state.to_play)


def next_seat_of(state: GameState, color: Color) -> int:
    """Return the index of the seat that acts next for this colour. It is the seat after the one that acted last,
    skipping seats that have left (V38). If seats share the colours, it is the seat on turn (V73)."""
    if state.setup.order.rotates_colors:
        return state.setup.order.turn(state.course.acted[0])[0]
    members = state.setup.order.seats_for(color)
    after = state.course.acted[color - 1] if state.course.acted else 0
    return next(seat for seat in (*members[after:], *members[:after]) if seat not in state.course.seats_out)


def may_act(state: GameState, seat: int) -> bool:
    """Return whether this seat may take the action that its side has to take now. During play, only the seat on turn
    may. While dead stones are marked or a proposal is decided, any member of a side that has to act may (V35, V56). If
    seats share the colours, only the seat on turn may at any time (V74)."""
    color = state.setup.order.seats[seat]
    if state.phase is Phase.PLAY or state.setup.order.rotates_colors:
        return seat == seat_on_turn(state)
    if seat in state.course.seats_out:
        return False
    return color in (sides_to_answer(state) if state.stage is Stage.DECIDING else (state.to_play,))


def check_acting(state: GameState, seat: int, stage: Stage) -> None:
    """Raise WrongPhase or NotYourTurn unless this seat may act now, at this stage."""
    if state.stage is not stage:
        raise WrongPhase
    if not state.setup.variant.plain:
        check_seat_may_act(state, seat)
    elif state.setup.order.seats[seat] is not state.to_play:
        raise NotYourTurn


def check_seat_may_act(state: GameState, seat: int) -> None:
    """Raise NotYourTurn, with the name of the seat on turn, unless this seat may act (V31)."""
    if not may_act(state, seat):
        on = seat_on_turn(state)
        raise NotYourTurn(**({} if on is None else {"seat": seat_name(state.setup.order, on)}))


def check_may_ask_undo(state: GameState, seat: int) -> None:
    """Raise NotYourTurn in a team game unless this seat took the last turn (V40)."""
    last, order = state.last_move, state.setup.order
    if order.rotates_colors:
        if order.turn(state.course.acted[0] - 1)[0] != seat:
            raise NotYourTurn
    elif state.course.acted and last is not None:
        taken = state.course.acted[last.color - 1]
        if not taken or state.setup.order.seats_for(last.color)[taken - 1] != seat:
            raise NotYourTurn


def check_may_answer_undo(state: GameState, seat: int) -> None:
    """Raise NotYourTurn in a team game unless this seat has the next turn (V40). If seats share the colours, any seat
    may answer, because every other player has to reply (V74)."""
    if state.course.acted and not state.setup.order.rotates_colors and seat != seat_on_turn(state):
        raise NotYourTurn
