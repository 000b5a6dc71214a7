"""A game as one viewer may see it. Pages, the API, sockets, streams, records and exports read games only through
GameView."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import api_types as shapes
from accounts.security.staff_permissions import StaffPermission, may
from foundation.caches import LRUCache
from games.models import Action, Game, Seat
from games.sgf_export import ExportedRecord, read_record, requested_additions, sgf_of_actions
from rules import Board, Color, GameState, Move, Point, RulesError, illegal_points, illegality, vertex
from rules.errors import PointOccupied
from rules.variants import view
from rules.variants.seats import may_act

if TYPE_CHECKING:
    from games.access import Viewer


class GameView:
    """A game as this viewer may see it. `access.game_for` decides whether they may see the game at all.

    Only players and moderators may read the chat and the reasons of rejections (R16); with more than two colours the
    chat is public (V60). Only the players who mark dead stones see their draft (R11). Code that shows stones uses
    `board` and `last_move`. If something is hidden from this viewer (`hides_info`), `state` does not contain it, so
    that nothing computed from `state` can reveal it.
    """

    def __init__(self, game: Game, viewer: Viewer) -> None:
        self.game, self.viewer = game, viewer

    @cached_property
    def seat(self) -> Seat | None:
        """Return the viewer's seat, or None for a spectator."""
        return self.game.seat_of(self.viewer)

    @cached_property
    def audience(self) -> str:
        """Return a key for the group of viewers who see the same as this viewer: the players of one seat, the
        moderators, or everyone else.

        The visible part of the record depends only on this group, so it is serialized once for each group.
        """
        if self.seat is not None:
            return f"seat {self.seat.index}"
        return "moderators" if may(self.viewer, StaffPermission.MODERATE) else "everybody"

    @cached_property
    def may_read_chat(self) -> bool:
        """Return whether this viewer may read the chat, which is public with more than two colours (V60)."""
        return self.audience != "everybody" or self.game.has_many_colors

    @property
    def may_read_reasons(self) -> bool:
        """Return whether this viewer may read the reasons of rejections."""
        return self.audience != "everybody"

    @property
    def color(self) -> Color | None:
        """Return the colour of the viewer's seat, or None for a spectator."""
        return None if self.seat is None else Color(self.seat.color)

    @property
    def hides_info(self) -> bool:
        """Return whether some information about the game is hidden from this viewer now (V20, V25)."""
        if not self.game.has_hidden_info:
            return False
        whole = self._state_with_keys(b"")
        return view.is_hidden_from(whole, self.color) and not view.shows_start_position(whole)

    @cached_property
    def state(self) -> GameState:
        """Return the game state as a value of `rules`, without the information that is hidden from this viewer."""
        return self._without_hidden(self.game.full_state())

    @cached_property
    def state_without_history(self) -> GameState:
        """Return the state without earlier positions. This state loads faster, but cannot be used to check moves for
        repetition."""
        return self._without_hidden(self._state_with_keys(b""))

    def _state_with_keys(self, position_keys: bytes) -> GameState:
        return GameState.from_json(self.game.agreed_setup, self.game.snapshot, position_keys)

    def _without_hidden(self, state: GameState) -> GameState:
        """Return the state without the information that is hidden from this viewer in the current position. Points that
        were visible before remain visible (V23)."""
        if not self.hides_info or isinstance(state.board, view.SeenBoard):
            return state
        return view.with_drawn_board(state, view.visible_rows(state, self.color))

    def board(self, state: GameState | None = None) -> Board:
        """Return the board with the stones that this viewer sees, in the given or by default the current position."""
        return self.state_without_history.board if state is None else self._without_hidden(state).board

    def visible_rows(self, state: GameState | None = None) -> list[str] | None:
        """Return the visible board as rows of text, or None if no board is shown (V61).

        `S` is a stone of hidden colour and `?` an unknown point.
        """
        board = self.board(state)
        return board.drawn if isinstance(board, view.SeenBoard) else board.rows()

    def last_move(self, state: GameState | None = None) -> Move | None:
        """Return the last play or pass that this viewer sees, in the given or by default the current state."""
        return (state or self.state_without_history).last_move

    def move_error(self, point: Point) -> RulesError | None:
        """Return the error of playing on this point, or None if the move is legal. The error says only what this viewer
        may know before trying the move (V22, V27)."""
        if not self.hides_info:
            return illegality(self.state, point)
        seen = self.state.board
        is_known = isinstance(seen, view.SeenBoard) and not seen.unknown
        return PointOccupied() if is_known and seen.cells[seen.index(point)] else None

    def illegal_points(self) -> dict[Point, str]:
        """Return the illegal empty points with the code of the reason, or {} while something is hidden (V21)."""
        if self.hides_info:
            return {}
        key = (self.game.pk, self.game.number)
        return _illegal.get_or_make(key, lambda: illegal_points(self.state))

    @property
    def may_read_draft(self) -> bool:
        """Return whether this viewer may see the draft of dead stones."""
        return self.seat is not None and may_act(self.state, self.seat.index)

    def receipt(self, action: Action) -> shapes.Receipt:
        """Return the action as clients get it (its receipt), without values that this viewer may not see."""
        receipt = action.receipt()
        if self.game.has_hidden_info:
            self._redact(receipt)
        if not self.may_read_reasons and action.kind == "reject":
            receipt.pop("reason", None)
        return receipt

    def redact_stored_receipt(self, answer: shapes.Receipt) -> shapes.Receipt:
        """Remove the values that the viewer may not see now from a stored receipt, which was the response to an earlier
        request. Return the receipt."""
        if self.game.has_hidden_info:
            self._redact(answer)
        return answer

    def _redact(self, receipt: shapes.Receipt) -> None:
        """Remove values that this viewer may not see from the receipt: the points of all moves except the last, and
        captures (V21, V25, V61)."""
        if not self.hides_info:
            return
        now = self._state_with_keys(b"")
        is_last = _is_of_last_move(receipt, now)
        if not is_last:
            receipt.pop("point", None)
        if now.move_number:
            receipt.pop("points", None)
        if not (is_last and view.shows_captures(now)):
            if is_last:
                receipt["taken"] = len(receipt["captured"])
            receipt["captured"] = []

    def receipts(self, after: int = 0, most: int | None = None) -> list[shapes.Receipt]:
        """Return the actions after this number as clients get them, in order, without values that this viewer may not
        see. `most` is the largest number of actions."""
        rows = self.game.actions.filter(number__gt=after).order_by("number")[:most]
        return [self.receipt(row) for row in rows]

    def sgf(self, record: ExportedRecord | None = None, *, more: str = "") -> str:
        """Return the game as SGF. `record` is the game's record if it was already read. `more` is a comma-separated
        list of additions to include (`signals.record_additions`). Raises RecordSealed while information is hidden."""
        self.game.check_not_sealed()
        added = requested_additions(more, self.game, self.viewer)
        return sgf_of_actions(
            self.game, record or read_record(self.game), reasons=self.may_read_reasons, additions=added
        )


def _is_of_last_move(receipt: shapes.Receipt, now: GameState) -> bool:
    """Return whether the receipt (an action as clients see it) describes the last move. A move that was undone may have
    the same number, but another point."""
    last = now.last_move
    if receipt["kind"] != "play" or receipt["move_number"] != now.move_number or last is None or last.point is None:
        return False
    return receipt.get("point") == vertex(last.point, now.setup.height)


def drawing_viewpoint_key(game: Game, color: int | None) -> int | None:
    """Return the part of a cache key that says whose view a drawing of this game shows: the colour, or None for
    spectators. The result is None if all viewers see the same.

    Keep this consistent with `GameView.board`.
    """
    return (color or WATCHING) if game.has_hidden_info else None


_illegal: LRUCache[tuple[int, int], dict[Point, str]] = LRUCache(1000)
"""Illegal points by game and number, for games without hidden information."""
WATCHING = 0
"""The drawing cache key of spectators (drawing_viewpoint_key), for games that look different to different viewers."""
