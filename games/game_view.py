"""The only way out of a game: what one viewer may see of it, for pages, API, sockets, streams, records and exports."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

import api_types as shapes
from accounts.security.powers import Power, may
from games.models import Action, Game, Seat
from games.models.action import rules_actions
from games.sgf_export import additions, sgf_with
from rules import Action as RulesAction
from rules import Board, GameState, Move

if TYPE_CHECKING:
    from games.access import Viewer


class GameView:
    """A game as this viewer may see it. Whether they may see it at all is not asked here (`access.game_for`).

    `chat`, `reasons`: whether the chat and the reasons of rejections
    are for this viewer; they are for the players and the moderators (R16). The draft of the side that marks is that
    side's alone (R11). Whatever shows stones to somebody asks `board` and `last_move`: in ordinary Go
    everybody sees everything.
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
        """Whether the chat is for this viewer."""
        return self.audience != "everybody"

    @property
    def reasons(self) -> bool:
        """Whether the reasons of rejections are for this viewer."""
        return self.chat

    @cached_property
    def state(self) -> GameState:
        """The game as a value of `rules`."""
        return self.game.state()

    @cached_property
    def glance(self) -> GameState:
        """The same to look at, not to play on: nothing of earlier positions is read."""
        return GameState.from_json(self.game.agreed_setup, self.game.snapshot, b"")

    def board(self, state: GameState | None = None) -> Board:
        """The stones that this viewer sees: as the game stands, or in this state of it."""
        return (state or self.glance).board

    def last_move(self, state: GameState | None = None) -> Move | None:
        """The last play or pass that this viewer sees, by then."""
        return (state or self.glance).last_move

    @property
    def marks(self) -> bool:
        """Whether the draft of dead stones is this viewer's to see."""
        return self.seat is not None and self.seat.color == self.state.to_play

    def receipt(self, action: Action) -> shapes.Receipt:
        """An action of the record, without what is not for this viewer."""
        receipt = action.receipt()
        if not self.reasons and action.kind == "reject":
            receipt.pop("reason", None)
        return receipt

    def receipts(self, after: int = 0, most: int | None = None) -> list[shapes.Receipt]:
        """The actions after this number, in order, as this viewer may see them."""
        rows = self.game.actions.filter(number__gt=after).order_by("number")[:most]
        return [self.receipt(row) for row in rows]

    def sgf(self, actions: Iterable[RulesAction] | None = None, *, more: str = "") -> str:
        """The record as SGF; `actions` are those of the game, where they have been read before. `more` names what is
        written into it beside the game (`sgf_export.offer_addition`)."""
        recorded = rules_actions(self.game) if actions is None else actions
        added = additions(more, self.game, self.viewer)
        return sgf_with(self.game, recorded, reasons=self.reasons, additions=added)


def eyes(color: int | None) -> int | None:
    """Through whose eyes somebody sees the stones who plays this colour, None for who watches: what is drawn is kept by
    it. None while all see the same, as everybody does in ordinary Go; anyone who changes `board` changes this, too."""
    return None
