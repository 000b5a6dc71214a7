"""Moves (a stone, a pass, handicap stones) and resignation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from rules.board import Board, Placement, Point
from rules.color import ByColor, Color
from rules.errors import BadHandicap, PassingNotAllowed
from rules.ko import history_key, position_key
from rules.notation import parse_vertex, parse_vertices, vertex, vertices
from rules.outcome import Reason
from rules.placing import placement
from rules.ruleset import PassStones
from rules.state import Dispute, GameState, Move, Phase, Setup, Stage
from rules.variants.leaving import check_may_resign, without_side
from rules.variants.turns import after_play_stopped, after_turn

from .action import Action, check_turn, require_color


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a stone (R2 to R5)."""

    kind: ClassVar[str] = "play"
    color: Color
    point: Point

    def applied(self, state: GameState) -> GameState:
        """Return the game after the move, which may also end a play-out (R17). Raises WrongPhase, NotYourTurn or
        IllegalMove."""
        check_turn(state, self.color, Stage.PLAY)
        placed = placement(state, self.color, self.point)
        after = _after_turn(
            state,
            self.color,
            Move(self.color, self.point),
            placed,
            board=placed.board,
            prisoners=_prisoners_after_move(state, self.color, placed),
            passes=0,
            dispute=_dispute_after_turn(state.dispute, self.color, handed_over=0),
        )
        return with_play_stopped(after) if _is_played_out(after) else after

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the point as JSON: a vertex under `point`."""
        return {"point": vertex(self.point, setup.height)}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(require_color(color), parse_vertex(payload["point"], setup.width, setup.height))


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Pass the turn (R6)."""

    kind: ClassVar[str] = "pass"
    color: Color

    def applied(self, state: GameState) -> GameState:
        """Return the game after the pass, which may stop play. Raises WrongPhase, NotYourTurn or PassingNotAllowed."""
        check_turn(state, self.color, Stage.PLAY)
        if not state.setup.variant.passing:
            raise PassingNotAllowed
        return after_pass(state, self.color)


@dataclass(frozen=True, slots=True)
class PlaceHandicap(Action):
    """Place all handicap stones on points that Black chooses (R41, R42). The points must be empty."""

    kind: ClassVar[str] = "place_handicap"
    color: Color
    points: frozenset[Point]

    def applied(self, state: GameState) -> GameState:
        """Return the game with the stones placed and the next side on turn. Raises WrongPhase or NotYourTurn, and
        BadHandicap for a wrong number of stones or an occupied point."""
        check_turn(state, self.color, Stage.HANDICAP)
        board = state.board
        if len(self.points) != state.setup.stones_to_place or any(board[point] is not None for point in self.points):
            raise BadHandicap
        board = board.with_stones((Color.BLACK, point) for point in self.points)
        first = state.next_to_act(Color.BLACK)
        after = replace(
            state,
            board=board,
            to_play=first,
            handicap_to_place=False,
            history=(history_key(board.key, first),),
        )
        return after if state.setup.variant.plain else after_turn(state, after, Color.BLACK)

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the points as JSON: a list of vertices under `points`."""
        return {"points": vertices(self.points, setup.height)}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action from its payload()."""
        return cls(require_color(color), parse_vertices(payload["points"], setup.width, setup.height))


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """Resign the game, at any time (R7)."""

    kind: ClassVar[str] = "resign"
    says: ClassVar[str] = "resigns."
    color: Color

    def applied(self, state: GameState) -> GameState:
        """Return the game after the side has resigned. It loses or, if several others remain, leaves the game (V55).
        Raises PartnersNotAsked or NotYourTurn."""
        check_may_resign(state, self.color)
        return without_side(state, self.color, Reason.RESIGNATION)


def after_pass(state: GameState, color: Color) -> GameState:
    """Return the game after this side, which is to play, has passed."""
    stones = int(_gives_pass_stone(state))
    after = _after_turn(
        state,
        color,
        Move(color, None),
        passes=state.passes + 1,
        pass_stones=state.pass_stones.updated(color, state.pass_stones[color] + stones),
        dispute=_dispute_after_turn(state.dispute, color, handed_over=stones),
    )
    return with_play_stopped(after) if _stops_play(after, color) else after


def _prisoners_after_move(state: GameState, color: Color, placed: Placement) -> ByColor[int]:
    held = state.prisoners
    if placed.captured:
        held = held.updated(color, held[color] + len(placed.captured))
    others = state.setup.order.others(color) if placed.self_captured else ()
    if len(others) == 1:
        held = held.updated(others[0], held[others[0]] + len(placed.self_captured))
    return held


def _gives_pass_stone(state: GameState) -> bool:
    return state.dispute is not None or state.setup.ruleset.pass_stones is PassStones.ALWAYS


def _dispute_after_turn(dispute: Dispute | None, color: Color, *, handed_over: int) -> Dispute | None:
    if dispute is None:
        return None
    return Dispute(
        dispute.turns.updated(color, dispute.turns[color] + 1),
        dispute.handed_over.updated(color, dispute.handed_over[color] + handed_over),
    )


def _stops_play(state: GameState, passed: Color) -> bool:
    """Return whether play stops after this pass: all sides have passed, or a limit on passes or on a play-out is
    reached (R6, R15, R32)."""
    if _is_played_out(state) or _keeps_passing_against_play(state):
        return True
    if state.passes < state.setup.order.parties - len(state.course.out):
        return False
    if state.dispute is not None:
        return _has_even_turns(state.dispute)
    return passed is Color.WHITE or not state.setup.ruleset.last_pass_white


def _is_played_out(state: GameState) -> bool:
    """Return whether the play-out of a dispute has reached its limit: each side has had as many turns as the board has
    points (R17)."""
    if state.dispute is None or not state.has_dispute_limits:
        return False
    return _has_even_turns(state.dispute) and state.dispute.turns.black >= len(state.board.cells)


def _has_even_turns(dispute: Dispute) -> bool:
    return min(dispute.turns) == max(dispute.turns)


def _keeps_passing_against_play(state: GameState) -> bool:
    """Return whether play stops because one side keeps passing while its opponent keeps playing after play was resumed
    (R17). The limit is as many consecutive passes of that side as the board has points."""
    if not state.stops or state.dispute is not None or not state.setup.variant.plays_out_disputes:
        return False
    turns = range(state.move_number, state.stopped_at, -len(state.setup.order.colors))
    points = len(state.board.cells)
    return len(turns) >= points and all(
        position_key(state.history[turn]) == position_key(state.history[turn - 1]) for turn in turns[:points]
    )


def with_play_stopped(state: GameState) -> GameState:
    """Return the game after play has stopped. Then dead stones are marked (R6, R10), unless the variant ends the game
    at this time. Return the same state if play has already stopped or the game is over."""
    if state.phase is not Phase.PLAY:
        return state
    after = replace(state, phase=Phase.STONE_REMOVAL, dispute=None)
    if state.has_dispute_limits:
        after = replace(
            after,
            stops=state.stops + 1,
            stopped_at=state.move_number,
            withdrawals=0,
            dispute_ended=state.dispute is not None,
        )
    return after if state.setup.variant.plain else after_play_stopped(after)


def _after_turn(
    state: GameState, color: Color, move: Move, placed: Placement | None = None, **changes: Any
) -> GameState:
    board: Board = changes.get("board", state.board)
    following = state.next_to_act(color)
    after = replace(
        state,
        to_play=following,
        move_number=state.move_number + 1,
        last_move=move,
        history=(*state.history, history_key(board.key, following)),
        **changes,
    )
    return after if state.setup.variant.plain else after_turn(state, after, color, placed)
