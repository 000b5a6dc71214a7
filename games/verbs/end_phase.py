"""Actions after play has stopped: propose dead stones, withdraw, accept, reject, resume play, play out a dispute (R10
to R18)."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

import rules
from games.errors import ChatClosed, ConfirmationRequired, FreeTextNotAllowed
from games.models import Action
from games.services.chat import is_chat_closed_to
from games.services.discrepancy import discrepancy_to_confirm
from games.services.record import Actor, record_action
from games.services.suggestions import ensure_dead_stone_suggestions
from games.services.teams import may_talk_freely
from rules import (
    AfterRejection,
    Discrepancy,
    GameState,
    Point,
    Stage,
    check_whole_chains,
    vertex,
)
from rules.actions.end_phase import check_playing_out, check_resuming, check_withdrawing
from rules.errors import NotYourTurn
from rules.variants.rotation import proposing_seat_index

from .fields import EnumValue, Text, Vertices, WholeNumber, YesNo, verb_field
from .moves import opponent_name
from .verb import Confirmation, Verb

logger = logging.getLogger(__name__)

LONGEST_REASON = 500
_WHICH = "The number of the proposal that is meant."


@dataclass(frozen=True, slots=True)
class Propose(Verb):
    """Propose which stones are dead. The proposal gets the next number (R11, R12)."""

    name: ClassVar[str] = "propose"
    path: ClassVar[str | None] = "propose"
    is_costly: ClassVar[bool] = True
    kinds: ClassVar[dict[str, Promise]] = {"propose": pgettext_lazy("record of a game", "proposal")}
    dead: frozenset[Point] = verb_field(Vertices(), "The dead stones, as vertices.")

    @classmethod
    def prepare(cls, game_id: int) -> None:
        """Compute the server's count before the game is locked, so that the opponent sees it together with the
        proposal. Errors are only logged, because a proposal is possible without the count."""
        try:
            ensure_dead_stone_suggestions([game_id])
        except Exception:
            logger.exception("no suggestion for game %s", game_id)

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise WrongPhase or NotYourTurn unless it is this side's turn to mark dead stones."""
        actor.check_turn(Stage.MARKING)

    def carry_out(self, actor: Actor) -> Action:
        """Record the proposal and return the action. Raises NotAStone, PartOfAChain (R18), StonesAreAlive."""
        check_whole_chains(actor.state.board, self.dead)
        return record_action(actor, rules.Propose(actor.color, self.dead))


@dataclass(frozen=True, slots=True)
class Withdraw(Verb):
    """Withdraw your own proposal while it is unanswered (R12)."""

    name: ClassVar[str] = "withdraw"
    path: ClassVar[str | None] = "withdraw"
    is_costly: ClassVar[bool] = True
    kinds: ClassVar[dict[str, Promise]] = {"withdraw": pgettext_lazy("record of a game", "proposal withdrawn")}
    proposal: int = verb_field(WholeNumber(1), _WHICH)

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise an error unless this side has an open proposal and may still withdraw it: WrongPhase, NotYourTurn,
        AlreadyPlayedOut, TooManyWithdrawals."""
        check_withdrawing(actor.state, actor.color)
        if proposing_seat_index(actor.state) not in (None, actor.own_seat.index):
            raise NotYourTurn

    def carry_out(self, actor: Actor) -> Action:
        """Record the withdrawal and return the action. Raises StaleProposal if the request names another proposal."""
        return record_action(actor, rules.Withdraw(actor.color, self.proposal))


@dataclass(frozen=True, slots=True)
class Accept(Verb):
    """Accept a proposal: its score is the result (R13)."""

    name: ClassVar[str] = "accept"
    path: ClassVar[str | None] = "accept"
    is_costly: ClassVar[bool] = True
    kinds: ClassVar[dict[str, Promise]] = {"accept": pgettext_lazy("record of a game", "result accepted")}
    proposal: int = verb_field(WholeNumber(1), _WHICH)
    confirmed: bool = verb_field(YesNo(), "The second confirmation of a proposal in doubt.", default=False)

    @classmethod
    def prepare(cls, game_id: int) -> None:
        """Compute the server's suggestion of dead stones if it is missing, while no game is locked."""
        ensure_dead_stone_suggestions([game_id])

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise WrongPhase or NotYourTurn unless it is this side's turn to accept or reject a proposal."""
        actor.check_turn(Stage.DECIDING)

    def carry_out(self, actor: Actor) -> Action:
        """Record the acceptance and return the action. Raises StaleProposal, and NotScoredYet if the server has not
        scored the board. Raises ConfirmationRequired if the server's count differs and the request is not the second
        confirmation (R60)."""
        state, action = actor.state, rules.Accept(actor.color, self.proposal)
        after = rules.apply(state, action)
        discrepancy = discrepancy_to_confirm(actor.game, state)
        if discrepancy is not None and not self.confirmed:
            raise _confirmation_required(state, discrepancy)
        return record_action(actor, action, after)


def _confirmation_required(state: GameState, discrepancy: Discrepancy) -> ConfirmationRequired:
    assert state.proposal is not None
    return ConfirmationRequired(
        stones=[vertex(point, state.setup.height) for point in sorted(discrepancy.stones)],
        proposed=state.proposal.score.sgf_result,
        estimated=discrepancy.estimate.sgf_result,
        unsure=[vertex(point, state.setup.height) for point in sorted(discrepancy.unsure)],
    )


@dataclass(frozen=True, slots=True)
class Reject(Verb):
    """Reject a proposal, choose what happens next and, optionally, give a reason (R12).

    After a dispute has been played out the choice has no effect: the board is scored as it is (R17).
    """

    name: ClassVar[str] = "reject"
    path: ClassVar[str | None] = "reject"
    is_costly: ClassVar[bool] = True
    kinds: ClassVar[dict[str, Promise]] = {"reject": pgettext_lazy("record of a game", "proposal rejected")}
    notices: ClassVar[dict[str, Promise]] = {
        "proposal_rejected": gettext_lazy("%(name)s rejected your dead-stone marking")
    }
    proposal: int = verb_field(WholeNumber(1), _WHICH)
    then: AfterRejection = verb_field(
        EnumValue(AfterRejection), "What to do instead: mark differently, resume play, or play it out on the board."
    )
    reason: str = verb_field(Text(LONGEST_REASON), "Why, in your words.", default="")

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise WrongPhase or NotYourTurn unless it is this side's turn to accept or reject a proposal."""
        actor.check_turn(Stage.DECIDING)

    def carry_out(self, actor: Actor) -> Action:
        """Record the rejection and return the action. Raises StaleProposal, MustPlayOut. With a reason, raises
        FreeTextNotAllowed if partners would read it (V37), and ChatClosed between players who have blocked each
        other."""
        if self.reason and not may_talk_freely(actor.game):
            raise FreeTextNotAllowed
        if self.reason and is_chat_closed_to(actor.game, actor.own_seat):
            raise ChatClosed
        then = AfterRejection.END if actor.state.dispute_ended else self.then
        actor.notify_others("proposal_rejected")
        return record_action(actor, rules.Reject(actor.color, self.proposal, then, self.reason))


@dataclass(frozen=True, slots=True)
class Resume(Verb):
    """Resume play instead of marking dead stones (R14)."""

    name: ClassVar[str] = "resume"
    path: ClassVar[str | None] = "resume"
    is_costly: ClassVar[bool] = True
    kinds: ClassVar[dict[str, Promise]] = {"resume": pgettext_lazy("record of a game", "play resumed")}

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise WrongPhase, NotYourTurn, AlreadyPlayedOut or MustPlayOut unless this side has to mark dead stones after
        the first stop of play, when it may resume play instead (R17)."""
        check_resuming(actor.state, actor.color)

    def carry_out(self, actor: Actor) -> Action:
        """Record the resumption and return the action."""
        return record_action(actor, rules.Resume(actor.color))


@dataclass(frozen=True, slots=True)
class PlayOut(Verb):
    """Demand that the dispute is played out on the board. You can do this even when it is not your turn. After the
    dispute has been played out, demand that the game ends with the board scored as it is (R17)."""

    name: ClassVar[str] = "settle"
    path: ClassVar[str | None] = "settle"
    is_costly: ClassVar[bool] = True
    kinds: ClassVar[dict[str, Promise]] = {"settle": gettext_lazy("demanded that the dispute be played out")}
    notices: ClassVar[dict[str, Promise]] = {
        "settling_demanded": gettext_lazy("%(name)s has chosen to play out the dispute on the board")
    }

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise WrongPhase, PlayingOutNotAllowed or TooEarlyToPlayOut unless play has stopped at least twice."""
        check_playing_out(actor.state)

    def carry_out(self, actor: Actor) -> Action:
        """Record the demand, notify the other players, who cannot refuse it, and return the action."""
        if not actor.state.dispute_ended:
            actor.notify_others("settling_demanded")
        return record_action(actor, rules.PlayOut(actor.color))

    @classmethod
    def confirmation(cls, actor: Actor) -> Confirmation | None:
        """Return a confirmation, because the demand cannot be undone."""
        if actor.state.dispute_ended:
            explanation = _(
                "The dispute has been played out. The board will be scored as it is, with all stones alive."
            )
            return Confirmation(_("End the game as it stands?"), explanation, _("End the game"))
        explanation = _(
            "The dispute will be played out on the board, and %(name)s can't refuse. Every pass gives the opponent a "
            "stone, so only stones and territory that change hands affect the score. Then there will be one last "
            "marking. If it is rejected, the game will end as it stands, with all stones alive."
        )
        return Confirmation(
            _("Play out the dispute?"), explanation % {"name": opponent_name(actor)}, _("Play out the dispute")
        )
