"""Undo your own last move without a request, until the opponent has seen it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext_lazy

from games import seen
from games.errors import GameError, NothingToUndo
from games.models import Action
from games.services.record import Actor
from rules import Stage

from .agreements import undo_moves_after
from .verb import Verb


class UndoNeedsRequest(GameError, code="not_free_to_undo"):
    """Raised if the game does not allow undoing a move without a request, because of its terms, its hidden information
    or its number of players."""

    sentence = gettext_lazy("In this game you can't undo without asking. Request an undo instead.")


class MoveAlreadySeen(GameError, code="already_seen"):
    """Raised if the move was shown or sent to the opponent, or if their conditional moves have replied to it."""

    sentence = gettext_lazy("Your opponent has already seen this move. You can request an undo.")


@dataclass(frozen=True, slots=True)
class UndoUnseenMove(Verb):
    """Undo your own last move without a request, if the game allows this (`undo_unseen`) and the opponent has not seen
    the move: they have not opened the game, none of their programs has read it, no e-mail or push message about it
    was sent, and no conditional move has answered it."""

    name: ClassVar[str] = "take_back"
    path: ClassVar[str | None] = "take-back"

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise UndoNeedsRequest, NothingToUndo or MoveAlreadySeen unless the terms allow this and the last move is
        this side's own, played by hand and not seen by the opponent. At most one query."""
        game = actor.game
        if not game.undo_unseen or len(game.seat_list()) > 2 or game.agreed_variant.hides:
            raise UndoNeedsRequest
        if actor.state.stage is not Stage.PLAY or game.turn == actor.own_seat.index:
            raise NothingToUndo
        if not seen.is_last_change_unseen(game):
            raise MoveAlreadySeen
        last = game.actions.filter(number=game.state_number, seat=actor.own_seat, kind__in=("play", "pass")).first()
        if last is None or last.effect.get("planned"):
            raise NothingToUndo

    def carry_out(self, actor: Actor) -> Action:
        """Undo the move and return the action. The opponent is not notified, because they never saw the move."""
        return undo_moves_after(actor, actor.state.move_number - 1)
