"""The requests that both sides have to agree on: undo a move, end without a result (R8), pause (R56), draw."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

import rules
from games.errors import (
    GameError,
    NoRepetition,
    NoResultAlreadyProposed,
    NoResultNotProposed,
    NothingToUndo,
    NoUndoRequest,
    UndoNotAllowed,
    UndoPending,
)
from games.models import Action, Game
from games.models.action import rules_actions_with_hidden
from games.services.pauses import current_pause_end, pause_game
from games.services.record import Actor, record_action, record_non_rules_action
from games.terms import LONGEST_PAUSE, moves_needed_for_rating
from games.time_errors import DurationOutOfRange, NoPauseProposed, OffTimeNotAllowed, PauseAlreadyProposed
from rules import GameState, Phase, Reason, Stage, has_threefold_repetition, replay
from rules.actions.endings import AgreeOnDraw
from rules.errors import WrongPhase
from rules.off_time import OffTimeKind
from rules.variants.seats import check_may_answer_undo, check_may_ask_undo

from .agreement import Agreement, AnswerVerb, RequestVerb
from .fields import Time, verb_field
from .moves import opponent_name
from .verb import Confirmation

UNDO = Agreement(
    "undo",
    pending=UndoPending,
    missing=NoUndoRequest,
    request_to_reader=gettext_lazy("%(name)s has asked to undo moves back to move %(to)s."),
    request_by_reader=gettext_lazy(
        "You have requested an undo. If your opponent plays on, your request will be declined."
    ),
    yes=pgettext_lazy("button", "Allow"),
    no=pgettext_lazy("text", "Decline"),
)
NO_RESULT = Agreement(
    "no_result",
    pending=NoResultAlreadyProposed,
    missing=NoResultNotProposed,
    request_to_reader=gettext_lazy(
        "A position keeps repeating. %(name)s has proposed ending the game without a result."
    ),
    request_by_reader=gettext_lazy(
        "You have proposed ending the game without a result. If you make a move, the proposal will be withdrawn."
    ),
    yes=gettext_lazy("Agree to no result"),
    no=pgettext_lazy("button", "Play on"),
)
PAUSE = Agreement(
    "pause",
    pending=PauseAlreadyProposed,
    missing=NoPauseProposed,
    request_to_reader=gettext_lazy(
        "%(name)s has proposed pausing the game until %(until)s. Both clocks will stop until then."
    ),
    request_by_reader=gettext_lazy("You have proposed pausing the game until %(until)s."),
    yes=gettext_lazy("Accept the pause"),
    no=gettext_lazy("Decline the pause"),
    outlasts_moves=True,
)


@dataclass(frozen=True, slots=True)
class RequestUndo(RequestVerb):
    """Ask to undo your own last move, also if the opponent has already answered it. In a teaching game the move is
    undone without asking (C37)."""

    name: ClassVar[str] = "request_undo"
    path: ClassVar[str | None] = "undo"
    agreement: ClassVar[Agreement] = UNDO
    menu: ClassVar[Promise | str] = pgettext_lazy("button", "Request undo")
    kinds: ClassVar[dict[str, Promise]] = {
        "undo_request": pgettext_lazy("record of a game", "undo requested"),
        "undo_agree": pgettext_lazy("record of a game", "undo accepted"),
        "undo_decline": pgettext_lazy("record of a game", "undo declined"),
        "undo_withdraw": gettext_lazy("undo request withdrawn"),
    }
    notices: ClassVar[dict[str, Promise]] = {
        "undo_asked": gettext_lazy("%(name)s has asked for an undo"),
        "undo_declined": gettext_lazy("%(name)s declined the undo"),
        "move_undone": gettext_lazy("%(name)s has undone their last move"),
    }

    @classmethod
    def check_condition(cls, actor: Actor) -> None:
        """Raise UndoNotAllowed if the terms do not allow undo (C201), and NothingToUndo if there is no move to undo. In
        a team, raise NotYourTurn unless the actor made that move (V40)."""
        if not actor.game.undo:
            raise UndoNotAllowed
        check_may_ask_undo(actor.state, actor.own_seat.index)
        _undo_target(actor)

    def requested_values(self, actor: Actor) -> dict[str, Any]:
        """Return the number of the move to go back to, as `to`."""
        return {"to": _undo_target(actor)}

    def carry_out(self, actor: Actor) -> Action:
        """Request an undo and return the action. In a teaching game, undo immediately."""
        if not actor.game.teaching:
            return super(RequestUndo, self).carry_out(actor)
        actor.notify_others("move_undone")
        return undo_moves_after(actor, _undo_target(actor))


def _has_many_players(actor: Actor) -> bool:
    """Return whether more than two people play, so that texts cannot name a single opponent."""
    return len(actor.game.seat_list()) > 2


def undo_moves_after(actor: Actor, to: int) -> Action:
    """Undo all moves after the move with number `to`, and return the recorded action."""
    action = rules.Undo(actor.color, to)
    return record_action(
        actor, action, replay(actor.game.agreed_setup, [*rules_actions_with_hidden(actor.game), action])
    )


def _undo_target(actor: Actor) -> int:
    """Return the number of moves that remain after an undo, so that this side is on turn again. Raises
    NothingToUndo."""
    state = actor.state
    back = 2 if state.to_play is actor.color else 1
    by_record = actor.game.has_planned_moves or not state.setup.variant.two_sided
    to = _move_number_before_last_manual_move(actor, state) if by_record else state.move_number - back
    if state.stage is not Stage.PLAY or to < 0 or to < _move_number_of_last_stop(actor.game, state):
        raise NothingToUndo
    return to


def _move_number_before_last_manual_move(actor: Actor, state: GameState) -> int:
    """Return the number of moves before the last move that this side made by hand. An undo to that number also undoes
    the conditional moves that this side made later (C17). Raises NothingToUndo."""
    moves: dict[int, tuple[int | None, bool]] = {}
    rows = actor.game.actions.filter(kind__in=("play", "pass", "undo")).order_by("number")
    for color, effect in rows.values_list("color", "effect"):
        number = effect["move_number"]
        moves = {at: move for at, move in moves.items() if at < number}
        moves[number] = (color, bool(effect.get("planned")))
    own = [at for at, (color, planned) in moves.items() if color == actor.color and not planned and at > 0]
    if not own or max(own) > state.move_number:
        raise NothingToUndo
    return max(own) - 1


def _move_number_of_last_stop(game: Game, state: GameState) -> int:
    """Return the move number when play last stopped. No undo goes back further."""
    if state.has_dispute_limits:
        return state.stopped_at
    stops = game.actions.filter(effect__stage=Stage.MARKING.value).order_by("-number")
    stopped = stops.values_list("effect", flat=True).first()
    return 0 if stopped is None else int(stopped["move_number"])


@dataclass(frozen=True, slots=True)
class AnswerUndo(AnswerVerb):
    """Allow or decline the opponent's undo request. A request without an answer ends with a new move."""

    name: ClassVar[str] = "answer_undo"
    path: ClassVar[str | None] = "undo-answer"
    agreement: ClassVar[Agreement] = UNDO
    kinds: ClassVar[dict[str, Promise]] = {"undo": pgettext_lazy("record of a game", "move undone")}

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise an error unless the opponent has an open undo request. In a team, raise NotYourTurn unless the actor is
        the member with the next turn (V40)."""
        super(AnswerUndo, cls).check(actor)
        check_may_answer_undo(actor.state, actor.own_seat.index)

    def carry_out_agreed(self, actor: Actor, asked: dict[str, Any]) -> Action:
        """Undo the moves after the requested position, and return the action."""
        return undo_moves_after(actor, asked["to"])


@dataclass(frozen=True, slots=True)
class RequestNoResult(RequestVerb):
    """Propose to end the game without a result, when a position has been on the board three times (R8)."""

    name: ClassVar[str] = "request_no_result"
    path: ClassVar[str | None] = "no-result"
    agreement: ClassVar[Agreement] = NO_RESULT
    menu: ClassVar[Promise | str] = gettext_lazy("End without a result…")
    kinds: ClassVar[dict[str, Promise]] = {
        "no_result_request": gettext_lazy("no-result ending proposed"),
        "no_result_agree": gettext_lazy("no-result ending accepted"),
        "no_result_decline": gettext_lazy("no-result ending declined"),
        "no_result_withdraw": gettext_lazy("no-result proposal withdrawn"),
    }
    notices: ClassVar[dict[str, Promise]] = {
        "no_result_asked": gettext_lazy("%(name)s has proposed ending the game without a result"),
        "no_result_declined": gettext_lazy("%(name)s declined to end the game without a result"),
    }

    @classmethod
    def check_condition(cls, actor: Actor) -> None:
        """Raise NoRepetition unless a position has occurred three times."""
        if actor.game.has_hidden_info or not has_threefold_repetition(actor.state):
            raise NoRepetition

    @classmethod
    def confirmation(cls, actor: Actor) -> Confirmation | None:
        """Return a confirmation, because the proposal may end the game."""
        explanation = _("A position keeps repeating. The game will end without a result if %(name)s agrees.")
        if _has_many_players(actor):
            explanation = _(
                "A position keeps repeating. The game will end without a result if the other players agree."
            )
        return Confirmation(
            _("End the game without a result?"), explanation % {"name": opponent_name(actor)}, _("Propose no result")
        )


@dataclass(frozen=True, slots=True)
class AnswerNoResult(AnswerVerb):
    """Agree to end the game without a result, or decline."""

    name: ClassVar[str] = "answer_no_result"
    path: ClassVar[str | None] = "no-result-answer"
    agreement: ClassVar[Agreement] = NO_RESULT
    kinds: ClassVar[dict[str, Promise]] = {"no_result": pgettext_lazy("text", "no result")}

    def carry_out_agreed(self, actor: Actor, asked: dict[str, Any]) -> Action:
        """End the game without a result, and return the action."""
        return record_action(actor, rules.NoResult())


@dataclass(frozen=True, slots=True)
class RequestPause(RequestVerb):
    """Propose that both clocks stop until `until`. During a pause, propose that the pause ends at that time. Moves are
    possible during a pause."""

    name: ClassVar[str] = "request_pause"
    path: ClassVar[str | None] = "pause"
    agreement: ClassVar[Agreement] = PAUSE
    kinds: ClassVar[dict[str, Promise]] = {
        "pause_request": pgettext_lazy("record of a game", "pause proposed"),
        "pause_agree": pgettext_lazy("record of a game", "pause accepted"),
        "pause_decline": pgettext_lazy("record of a game", "pause declined"),
        "pause_withdraw": gettext_lazy("pause proposal withdrawn"),
    }
    notices: ClassVar[dict[str, Promise]] = {
        "pause_asked": gettext_lazy("%(name)s has proposed pausing the game"),
        "pause_declined": gettext_lazy("%(name)s declined the pause"),
    }
    until: datetime = verb_field(
        Time(), "When the pause ends (UTC unless given with a zone). A time in the past ends a pause."
    )

    @classmethod
    def check_condition(cls, actor: Actor) -> None:
        """Raise OffTimeNotAllowed unless the terms of the game allow pauses."""
        if OffTimeKind.PAUSE not in actor.game.off_kinds:
            raise OffTimeNotAllowed

    def requested_values(self, actor: Actor) -> dict[str, Any]:
        """Return the end of the pause as the request's value, or raise DurationOutOfRange."""
        over = self.until <= actor.now and current_pause_end(actor.game, actor.now) is None
        if over or self.until - actor.now > LONGEST_PAUSE:
            raise DurationOutOfRange(
                most=LONGEST_PAUSE.days, field="until", sentence=_("Choose an end within the next 60 days.")
            )
        return {"until": self.until.isoformat()}


@dataclass(frozen=True, slots=True)
class AnswerPause(AnswerVerb):
    """Agree to the opponent's proposal of a pause, or decline."""

    name: ClassVar[str] = "answer_pause"
    path: ClassVar[str | None] = "pause-answer"
    agreement: ClassVar[Agreement] = PAUSE
    kinds: ClassVar[dict[str, Promise]] = {"pause": pgettext_lazy("record of a game", "game paused")}
    notices: ClassVar[dict[str, Promise]] = {"paused": gettext_lazy("%(name)s agreed to pause the game")}

    def carry_out_agreed(self, actor: Actor, asked: dict[str, Any]) -> Action:
        """Stop the clocks until the agreed time, and return the action."""
        until = max(actor.now, datetime.fromisoformat(asked["until"]))
        pause_game(actor.game, actor.now, until)
        actor.notify_others("paused")
        return record_non_rules_action(actor, "pause", {"until": until.isoformat()})


class DrawAlreadyOffered(GameError, code="draw_pending", sentence=gettext_lazy("A draw has already been offered.")):
    """Raised if a draw offer is already pending."""


class NoDrawOffered(GameError, code="no_draw_offered", sentence=gettext_lazy("Your opponent is not offering a draw.")):
    """Raised if the opponent has not offered a draw."""


class TooEarlyForDraw(GameError, code="too_early_for_draw"):
    """Raised if a draw is offered before each side has played ten moves (five on 9x9), the same limit as for a rated
    resignation (R46)."""

    sentence = gettext_lazy("A draw can be offered once each side has made ten moves (five on 9×9).")


DRAW = Agreement(
    "draw",
    pending=DrawAlreadyOffered,
    missing=NoDrawOffered,
    request_to_reader=gettext_lazy("%(name)s has offered a draw."),
    request_by_reader=gettext_lazy("You have offered a draw. If you make a move, the offer will be withdrawn."),
    yes=gettext_lazy("Accept the draw"),
    no=pgettext_lazy("button", "Play on"),
)


@dataclass(frozen=True, slots=True)
class RequestDraw(RequestVerb):
    """Offer a draw while the game is in play. A new move by either side ends the offer."""

    name: ClassVar[str] = "request_draw"
    path: ClassVar[str | None] = "draw"
    agreement: ClassVar[Agreement] = DRAW
    menu: ClassVar[Promise | str] = gettext_lazy("Offer a draw…")
    kinds: ClassVar[dict[str, Promise]] = {
        "draw_request": pgettext_lazy("record of a game", "draw offered"),
        "draw_agree": pgettext_lazy("record of a game", "draw accepted"),
        "draw_decline": pgettext_lazy("record of a game", "draw declined"),
        "draw_withdraw": gettext_lazy("draw offer withdrawn"),
    }
    notices: ClassVar[dict[str, Promise]] = {
        "draw_asked": gettext_lazy("%(name)s has offered a draw"),
        "draw_declined": gettext_lazy("%(name)s declined the draw"),
    }

    @classmethod
    def check_condition(cls, actor: Actor) -> None:
        """Raise WrongPhase unless the game is in play and someone can win it (V75), and TooEarlyForDraw unless each
        side has played enough moves."""
        if actor.state.phase is not Phase.PLAY or actor.game.rotates_colors:
            raise WrongPhase
        if actor.game.move_number < 2 * moves_needed_for_rating(actor.game.width):
            raise TooEarlyForDraw

    @classmethod
    def confirmation(cls, actor: Actor) -> Confirmation | None:
        """Return a confirmation, because the offer may end the game."""
        explanation = _("The game will be a draw if %(name)s accepts your offer.")
        if _has_many_players(actor):
            explanation = _("The game will be a draw if the other players accept your offer.")
        return Confirmation(_("Offer a draw?"), explanation % {"name": opponent_name(actor)}, _("Offer a draw"))


@dataclass(frozen=True, slots=True)
class AnswerDraw(AnswerVerb):
    """Agree to a draw, or decline."""

    name: ClassVar[str] = "answer_draw"
    path: ClassVar[str | None] = "draw-answer"
    agreement: ClassVar[Agreement] = DRAW
    kinds: ClassVar[dict[str, Promise]] = {"draw": gettext_lazy("draw by agreement")}
    ends: ClassVar[dict[Reason, tuple[Promise, Promise]]] = {
        Reason.AGREEMENT: (gettext_lazy("draw by agreement"), gettext_lazy("Draw by agreement"))
    }

    def carry_out_agreed(self, actor: Actor, asked: dict[str, Any]) -> Action:
        """End the game as a draw, and return the action."""
        return record_action(actor, AgreeOnDraw())
