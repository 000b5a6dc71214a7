"""Moves: play a stone, pass, place handicap stones, stop play; also resign and cancel the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

import rules
from games.errors import TooLateToCancel
from games.models import Action
from games.services import plans
from games.services.record import Actor, record_action
from rules import Color, Point, Stage
from rules.actions import IllegalMoveAttempt, check_stopping
from rules.errors import IllegalMove, PassingNotAllowed
from rules.plan import Plan
from rules.variants.leaving import check_may_resign
from rules.variants.seats import check_still_in
from rules.variants.view import ILLEGAL, visible_error_code
from wording.words import COLOR_NAMES, join_as_list

from .fields import ConditionalMoves, Vertex, Vertices, verb_field
from .verb import Confirmation, Verb


@dataclass(frozen=True, slots=True, kw_only=True)
class _MoveVerb(Verb):
    """Base of the verbs that play a move: a play and a pass. Conditional moves can be sent with them (C20)."""

    takes_message: ClassVar[bool] = True
    plan: Plan | None = verb_field(ConditionalMoves(), "Conditional moves for what follows: see `plan_write`.", None)

    @property
    def sets_conditional_moves(self) -> bool:
        """Return whether the move also sets conditional moves."""
        return self.plan is not None

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise WrongPhase or NotYourTurn unless it is this side's turn to play."""
        actor.check_turn(Stage.PLAY)

    def carry_out(self, actor: Actor) -> Action:
        """Record the move, then store its conditional moves, and return the action of the move. Raises a RulesError if
        the move (R9) or the plan is illegal.

        Whether conditional moves are allowed is checked before the move, because in a game with hidden stones rolling
        back a legal move would reveal that the move is legal (V28).
        """
        if self.plan is not None:
            plans.check_may_plan(actor.game)
        row = record_action(actor, self.move(actor.color))
        if self.plan is not None:
            plans.arm_plan(actor, self.plan)
        return row

    def move(self, color: Color) -> rules.Action:
        """Return this verb's move by the side of this colour, as an action of `rules`."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Play(_MoveVerb):
    """Play a stone (R2 to R5). In a game with hidden stones an illegal move is refused with `illegal` and recorded;
    after three of them in a turn the next one loses the turn (V28)."""

    name: ClassVar[str] = "play"
    path: ClassVar[str | None] = "play"
    kinds: ClassVar[dict[str, Promise]] = {
        "play": pgettext_lazy("record of a game", "play"),
        "try": gettext_lazy("tried an illegal move"),
    }
    notices: ClassVar[dict[str, Promise]] = {
        "plan_ended": gettext_lazy("Your conditional moves were cancelled because your opponent played something else")
    }
    point: Point = verb_field(Vertex(), 'Where to play, as a vertex such as "K11".')

    def carry_out(self, actor: Actor) -> Action:
        """Record the move and return the action. Raises a RulesError if the move or the plan is illegal. If that error
        would reveal hidden stones, an attempt is recorded instead (V28)."""
        try:
            return super(Play, self).carry_out(actor)
        except IllegalMove as error:
            if visible_error_code(actor.state, actor.color, error) != ILLEGAL:
                raise
            return record_action(actor, IllegalMoveAttempt(actor.color, self.point))

    def move(self, color: Color) -> rules.Action:
        """Return the play as an action of `rules`."""
        return rules.Play(color, self.point)


@dataclass(frozen=True, slots=True)
class Pass(_MoveVerb):
    """Pass (R6). The second pass in a row stops play."""

    name: ClassVar[str] = "pass"
    path: ClassVar[str | None] = "pass"
    kinds: ClassVar[dict[str, Promise]] = {"pass": pgettext_lazy("text", "pass")}

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise WrongPhase or NotYourTurn unless it is this side's turn to play, and PassingNotAllowed if the variant
        does not allow passing (V15)."""
        actor.check_turn(Stage.PLAY)
        if not actor.state.setup.variant.passing:
            raise PassingNotAllowed

    def move(self, color: Color) -> rules.Action:
        """Return the pass as an action of `rules`."""
        return rules.Pass(color)

    @classmethod
    def confirmation(cls, actor: Actor) -> Confirmation | None:
        """Return a confirmation, because a pass is easily sent by mistake."""
        explanation = _("If %(name)s also passes, play will stop and the dead stones will be marked.")
        if not actor.state.setup.variant.is_scored:
            explanation = _(
                "If %(name)s also passes, the game will be over and the player with more captures will win."
            )
        if not actor.state.setup.variant.two_sided:
            explanation = _("Play will stop when all remaining players have passed in a row.")
        if actor.game.rotates_colors:
            explanation = _("Play will stop when all players have passed in a row.")
        return Confirmation(
            pgettext("record of a game", "Pass?"),
            explanation % {"name": opponent_name(actor)},
            pgettext("text", "Pass"),
        )


@dataclass(frozen=True, slots=True)
class Stop(Verb):
    """Stop play, and then mark the dead stones. This is possible when the opponent has answered three of your passes in
    a row with plays (R17)."""

    name: ClassVar[str] = "stop"
    path: ClassVar[str | None] = "stop"
    is_costly: ClassVar[bool] = True
    kinds: ClassVar[dict[str, Promise]] = {"stop": pgettext_lazy("record of a game", "play stopped")}
    notices: ClassVar[dict[str, Promise]] = {
        "play_stopped": gettext_lazy("%(name)s has stopped play after three passes. Mark the dead stones.")
    }
    menu: ClassVar[Promise | str] = pgettext_lazy("button", "Stop play…")

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise TooEarlyToStop unless this side has passed three times in a row, and the opponent played a stone each
        time. Raise WrongPhase or NotYourTurn unless it is this side's turn to play."""
        actor.check_turn(Stage.PLAY)
        check_stopping(actor.state, actor.color)

    def carry_out(self, actor: Actor) -> Action:
        """Record the stop, notify the other players, and return the action."""
        actor.notify_others("play_stopped")
        return record_action(actor, rules.Stop(actor.color))

    @classmethod
    def confirmation(cls, actor: Actor) -> Confirmation | None:
        """Return a confirmation that explains what follows: dead stones are marked, and the opponent can resume play
        once."""
        explanation = _(
            "You passed three times, and %(name)s kept playing each time. The dead stones will now be marked. %(name)s "
            "can resume play once. After that, either of you can ask to play out the dispute."
        )
        return Confirmation(
            pgettext("record of a game", "Stop play?"),
            explanation % {"name": opponent_name(actor)},
            pgettext("button", "Stop play"),
        )


@dataclass(frozen=True, slots=True)
class PlaceHandicap(Verb):
    """Place all free handicap stones as one action (R41)."""

    name: ClassVar[str] = "place_handicap"
    path: ClassVar[str | None] = "handicap"
    kinds: ClassVar[dict[str, Promise]] = {"place_handicap": pgettext_lazy("record of a game", "handicap stones")}
    points: frozenset[Point] = verb_field(Vertices(), "Where the stones of a free handicap go, as vertices.")

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise WrongPhase or NotYourTurn unless this side has handicap stones to place."""
        actor.check_turn(Stage.HANDICAP)

    def carry_out(self, actor: Actor) -> Action:
        """Place the handicap stones and return the action. Raises BadHandicap if their number is not the handicap."""
        return record_action(actor, rules.PlaceHandicap(actor.color, self.points))


@dataclass(frozen=True, slots=True)
class Resign(Verb):
    """Resign, at any time, also out of turn and in the end phase (R7)."""

    name: ClassVar[str] = "resign"
    path: ClassVar[str | None] = "resign"
    kinds: ClassVar[dict[str, Promise]] = {"resign": pgettext_lazy("text", "resignation")}

    def carry_out(self, actor: Actor) -> Action:
        """Record the resignation and return the action."""
        return record_action(actor, rules.Resign(actor.color))

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise NotYourTurn if this side has left the game (V55), and PartnersNotAsked if it has partners, who must be
        asked first (V36)."""
        check_still_in(actor.state, actor.color)
        check_may_resign(actor.state, actor.color)

    @classmethod
    def confirmation(cls, actor: Actor) -> Confirmation | None:
        """Return a confirmation, because a resignation ends the game, or the others continue without this side
        (V55)."""
        explanation = _("%(name)s will win the game.") % {"name": opponent_name(actor)}
        if not actor.state.setup.variant.two_sided:
            explanation = _(
                "The others will play on without you. Your turns will be skipped, and your stones will stay on the "
                "board. The last player remaining wins."
            )
        if actor.game.rotates_colors:
            explanation = _("The game will end for all players, without a result.")
        return Confirmation(pgettext("record of a game", "Resign?"), explanation, pgettext("text", "Resign"))


@dataclass(frozen=True, slots=True)
class Cancel(Verb):
    """Cancel the game, which then has no result. Either side can do this until each side has played once."""

    name: ClassVar[str] = "cancel"
    path: ClassVar[str | None] = "cancel"
    kinds: ClassVar[dict[str, Promise]] = {"cancel": pgettext_lazy("text", "game cancelled")}
    menu: ClassVar[Promise | str] = gettext_lazy("Cancel the game…")

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise TooLateToCancel if each side has already played."""
        if actor.game.move_number >= len(actor.game.seat_list()):
            raise TooLateToCancel

    def carry_out(self, actor: Actor) -> Action:
        """Cancel the game, make it unrated, and return the action."""
        actor.game.rated, actor.game.unrated_reason = False, "cancelled"
        return record_action(actor, rules.Cancel(actor.color))

    @classmethod
    def confirmation(cls, actor: Actor) -> Confirmation | None:
        """Return a confirmation, because cancelling ends the game."""
        explanation = _("The game will end without a result. You can cancel a game until all players have moved.")
        return Confirmation(_("Cancel the game?"), explanation, _("Cancel the game"))


def opponent_name(actor: Actor) -> str:
    """Return the opponent's name for the text of a confirmation. It is the name of the other player (or all other
    players), or in a team game the colour of the other team."""
    has_teams = any(actor.game.partners(seat) for seat in actor.game.seat_list())
    if not has_teams:
        return join_as_list(seat.player.username for seat in actor.others)
    return str(COLOR_NAMES[actor.state.setup.order.opponent(actor.color)])
