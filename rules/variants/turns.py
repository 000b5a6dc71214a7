"""The effects of a variant on a turn: changes to its VariantState, and whether the game is decided now (V10 to V15,
V25, V30, V57)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules.board import Placement
from rules.color import Color
from rules.errors import RulesError
from rules.outcome import Outcome, Ranking, Reason
from rules.placing import placement
from rules.state import GameState, with_outcome

from .course import VariantState, must_record_placed_points
from .seats import next_seat_of
from .variant import ViewKind


def after_turn(before: GameState, after: GameState, color: Color, placed: Placement | None = None) -> GameState:
    """Return the game after a turn of this colour, with the variant's own values updated and the game ended if the turn
    decides it. `before` is the game before the turn, and `after` the game without these changes. `placed` is given if
    the turn was a stone."""
    course = _record_turn(before, color, replace(before.course, tries=0, question=None))
    if placed is not None:
        course = _with_losses(before, color, placed, course)
    if must_record_placed_points(after.setup.variant) and after.move_number > before.move_number:
        course = _with_placed_point(after, course)
    return end_if_decided(replace(after, course=course), color)


def end_if_decided(state: GameState, moved: Color) -> GameState:
    """Return the game, ended if the last turn decides it. It does if a colour has captured enough stones (V10), or if
    the next side has no legal move and passing is not allowed (V15). `moved` is the colour of the turn."""
    goals = state.setup.variant.goal.captures
    for color in state.setup.order.turns_from(moved) if goals else ():
        if state.prisoners[color] >= goals[color - 1]:
            return with_outcome(state, Outcome(_winner_ranking(state, color), Reason.CAPTURE))
    if not state.setup.variant.passing and state.to_play is not None and not _has_legal_move(state, state.to_play):
        return with_outcome(state, Outcome.lost_by(state.to_play, Reason.NO_MOVE, state.setup.order))
    return state


def after_play_stopped(state: GameState) -> GameState:
    """Return the game after play has stopped. Hidden stones are revealed (V23). In capture Go the captures so far may
    decide the game (V14)."""
    variant = state.setup.variant
    if variant.view.kind is not ViewKind.OPEN:
        state = replace(state, course=replace(state.course, stopped_before=True))
    if variant.is_scored:
        return state
    shares = {color: Fraction(held, variant.goal.captures[color - 1]) for color, held in state.prisoners.items()}
    return with_outcome(state, Outcome(_ranking_by(state, shares), Reason.SCORE))


def _winner_ranking(state: GameState, winner: Color) -> Ranking:
    """Return the ranking with the winner first and the others by their captures (V59)."""
    held = {color: Fraction(stones) for color, stones in state.prisoners.items() if color is not winner}
    return ((winner,), *_ranking_by(state, held))


def _ranking_by(state: GameState, values: dict[Color, Fraction]) -> Ranking:
    """Return the ranking of the colours still in the game by their values, where equal colours share a place. Colours
    that left follow, the first to leave last (V58)."""
    out = state.course.out
    inside = {color: value for color, value in values.items() if color not in out}
    places = sorted(set(inside.values()), reverse=True)
    groups = (tuple(color for color, own in inside.items() if own == place) for place in places)
    return (*groups, *((color,) for color in reversed(out) if color in values))


def _has_legal_move(state: GameState, color: Color) -> bool:
    for point in state.board.points():
        try:
            placement(state, color, point)
        except RulesError:
            continue
        return True
    return False


def _record_turn(before: GameState, color: Color, course: VariantState) -> VariantState:
    """Return the variant's values after this turn. The member who took the turn is recorded as its team's last, or, if
    seats share the colours, one more turn is counted (V73)."""
    if not course.acted:
        return course
    if before.setup.order.rotates_colors:
        return replace(course, acted=(course.acted[0] + 1,))
    members = before.setup.order.seats_for(color)
    number = members.index(next_seat_of(before, color)) + 1
    return replace(course, acted=(*course.acted[: color - 1], number, *course.acted[color:]))


def _with_losses(before: GameState, color: Color, placed: Placement, course: VariantState) -> VariantState:
    """Return the variant's values with the captured stones added to the losses of their colours."""
    if not course.lost or not (placed.captured or placed.self_captured):
        return course
    lost = list(course.lost)
    for point in placed.captured:
        lost[before.board.cells[before.board.index(point)] - 1] += 1
    lost[color - 1] += len(placed.self_captured)
    return replace(course, lost=tuple(lost))


def _with_placed_point(after: GameState, course: VariantState) -> VariantState:
    point = after.last_move.point if after.last_move is not None else None
    index = -1 if point is None else after.board.index(point)
    return replace(course, placed_at=(*course.placed_at, index)[-after.setup.variant.view.keep :])
