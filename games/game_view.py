"""The only way out of a game: what one viewer may see of it, for pages, API, sockets, streams, records and exports."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import api_types as shapes
from accounts.security.powers import Power, may
from foundation.caches import LRUCache
from games.models import Action, Game, Seat
from games.sgf_export import Record, additions, record_of, sgf_with
from rules import Board, Color, GameState, Move, Point, RulesError, illegal_points, refusal, vertex
from rules.errors import PointOccupied
from rules.variants import view

if TYPE_CHECKING:
    from games.access import Viewer


class GameView:
    """A game as this viewer may see it. Whether they may see it at all is not asked here (`access.game_for`).

    `chat`, `reasons`: whether the chat and the reasons of rejections
    are for this viewer; they are for the players and the moderators (R16), but what many sides say is for everybody
    (V60). The draft of the side that marks is that
    side's alone (R11). Whatever shows stones to somebody asks `board` and `last_move`. In ordinary Go everybody sees
    everything; where something is hidden from this viewer (`hides`), `state` has it no more, so that nothing that is
    reckoned from it can tell it.
    """

    def __init__(self, game: Game, viewer: Viewer) -> None:
        self.game, self.viewer = game, viewer

    @cached_property
    def seat(self) -> Seat | None:
        """The viewer's own, None for who watches."""
        return self.game.seat_of(self.viewer)

    @cached_property
    def audience(self) -> str:
        """Whose eyes these are. What is shown of the record depends on this alone, so that it need be written down once
        for all of an audience: each seat is one, the moderators are, and all others are."""
        if self.seat is not None:
            return f"seat {self.seat.index}"
        return "moderators" if may(self.viewer, Power.MODERATE) else "everybody"

    @cached_property
    def chat(self) -> bool:
        """Whether the chat is for this viewer; among more than two sides talk is public (V60)."""
        return self.audience != "everybody" or self.game.has_many_colors

    @property
    def reasons(self) -> bool:
        """Whether the reasons of rejections are for this viewer."""
        return self.audience != "everybody"

    @property
    def color(self) -> Color | None:
        """That of the viewer's seat, None for who watches."""
        return None if self.seat is None else Color(self.seat.color)

    @property
    def hides(self) -> bool:
        """Whether something of the game is hidden from this viewer now (V20, V25)."""
        if not self.game.is_sealed:
            return False
        whole = self._whole(b"")
        return view.is_hidden_from(whole, self.color) and not view.is_told(whole)

    @cached_property
    def state(self) -> GameState:
        """The game as a value of `rules`, as far as this viewer may know it."""
        return self._seen(self.game.whole_state())

    @cached_property
    def glance(self) -> GameState:
        """The same to look at, not to play on: nothing of earlier positions is read."""
        return self._seen(self._whole(b""))

    def _whole(self, position_keys: bytes) -> GameState:
        return GameState.from_json(self.game.agreed_setup, self.game.snapshot, position_keys)

    def _seen(self, state: GameState) -> GameState:
        """The state as this viewer may know it. What is hidden goes by the game as it stands: what was seen once stays
        seen (V23)."""
        if not self.hides or isinstance(state.board, view.SeenBoard):
            return state
        return view.veil(state, view.seen(state, self.color))

    def board(self, state: GameState | None = None) -> Board:
        """The stones that this viewer sees: as the game stands, or in this state of it."""
        return self.glance.board if state is None else self._seen(state).board

    def rows(self, state: GameState | None = None) -> list[str] | None:
        """The same drawn, `S` for a stone whose colour is not shown and `?` for a point of which nothing is; None where
        no board is shown (V61)."""
        board = self.board(state)
        return board.drawn if isinstance(board, view.SeenBoard) else board.rows()

    def last_move(self, state: GameState | None = None) -> Move | None:
        """The last play or pass that this viewer sees, by then."""
        return (state or self.glance).last_move

    def refusal(self, point: Point) -> RulesError | None:
        """Why the side to play may not play there, as far as this viewer may know before it is tried (V22, V27)."""
        if not self.hides:
            return refusal(self.state, point)
        seen = self.state.board
        is_known = isinstance(seen, view.SeenBoard) and not seen.unknown
        return PointOccupied() if is_known and seen.cells[seen.index(point)] else None

    def illegal_points(self) -> dict[Point, str]:
        """Every empty point where the side to play may not play, with the code of the reason; none while something is
        hidden (V21)."""
        if self.hides:
            return {}
        key = (self.game.pk, self.game.number)
        return _illegal.get_or_make(key, lambda: illegal_points(self.state))

    @property
    def marks(self) -> bool:
        """Whether the draft of dead stones is this viewer's to see."""
        return self.seat is not None and self.seat.color == self.state.to_play

    def receipt(self, action: Action) -> shapes.Receipt:
        """An action of the record, without what is not for this viewer."""
        receipt = action.receipt()
        if self.game.is_sealed:
            self._veil(receipt)
        if not self.reasons and action.kind == "reject":
            receipt.pop("reason", None)
        return receipt

    def kept(self, answer: shapes.Receipt) -> shapes.Receipt:
        """A receipt that was kept as the answer to a request, as the viewer may see it now."""
        if self.game.is_sealed:
            self._veil(answer)
        return answer

    def _veil(self, receipt: shapes.Receipt) -> None:
        """Take out of it what this viewer may not know: of what was played only the last move has a point (V21, V25,
        V61), of its captures where or how many."""
        if not self.hides:
            return
        now = self._whole(b"")
        is_last = _is_last(receipt, now)
        if not is_last:
            receipt.pop("point", None)
        if now.move_number:
            receipt.pop("points", None)
        if not (is_last and view.shows_captures(now)):
            if is_last:
                receipt["taken"] = len(receipt["captured"])
            receipt["captured"] = []

    def receipts(self, after: int = 0, most: int | None = None) -> list[shapes.Receipt]:
        """The actions after this number, in order, as this viewer may see them."""
        rows = self.game.actions.filter(number__gt=after).order_by("number")[:most]
        return [self.receipt(row) for row in rows]

    def sgf(self, record: Record | None = None, *, more: str = "") -> str:
        """The game as SGF; `record` is its record, where it has been read before. `more` names what is written into it
        in addition to the game (`signals.record_additions`)."""
        self.game.check_open()
        added = additions(more, self.game, self.viewer)
        return sgf_with(self.game, record or record_of(self.game), reasons=self.reasons, additions=added)


def _is_last(receipt: shapes.Receipt, now: GameState) -> bool:
    """Whether it is the last move; one that was undone has its number, too, and another point."""
    last = now.last_move
    if receipt["kind"] != "play" or receipt["move_number"] != now.move_number or last is None or last.point is None:
        return False
    return receipt.get("point") == vertex(last.point, now.setup.height)


def eyes(game: Game, color: int | None) -> int | None:
    """Through whose eyes somebody sees the stones who plays this colour, None for who watches: what is drawn is kept by
    it. None while all see the same, as everybody does in ordinary Go; anyone who changes `board` changes this, too."""
    return (color or WATCHING) if game.is_sealed else None


_illegal: LRUCache[tuple[int, int], dict[Point, str]] = LRUCache(1000)
"""Where may not be played, by the game and its number; of games in which nothing is hidden."""
WATCHING = 0
"""The eyes of who has no seat, where not all see the same."""
