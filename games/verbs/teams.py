"""Actions among members of a team: ask whether to resign, reply, leave (V36, V39)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.errors import NoOwnRequest, RequestAlreadyDeclined
from games.models import Action
from games.services.record import Actor, record_action
from rules import Reason
from rules.actions import teams
from rules.errors import NotYourTurn
from rules.variants.seats import check_seat_may_act, seats_still_in

from .fields import YesNo, verb_field
from .verb import Confirmation, Verb


def _check_still_has_partners(actor: Actor) -> None:
    """Raise NotYourTurn for a player who has left, or who has no partner in the game."""
    members = seats_still_in(actor.state, actor.color)
    if actor.own_seat.index not in members or len(members) < 2:
        raise NotYourTurn


def _notify_partners(actor: Actor, kind: str) -> None:
    actor.notify_seats(kind, actor.game.partners(actor.own_seat))


@dataclass(frozen=True, slots=True)
class AskToResign(Verb):
    """Ask your partners whether to resign for the team; the team resigns when more than half of the members agree. The
    question lapses with the team's next turn (V36)."""

    name: ClassVar[str] = "ask_to_resign"
    path: ClassVar[str | None] = "ask-to-resign"
    menu: ClassVar[Promise | str] = pgettext_lazy("button", "Propose resigning…")
    kinds: ClassVar[dict[str, Promise]] = {"ask_to_resign": gettext_lazy("proposed that the team resign")}
    notices: ClassVar[dict[str, Promise]] = {"resign_asked": gettext_lazy("%(name)s has proposed resigning your game")}

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise NotYourTurn unless it is this seat's turn and the player has partners. Raise RequestAlreadyDeclined if
        the partners have already been asked."""
        _check_still_has_partners(actor)
        check_seat_may_act(actor.state, actor.own_seat.index)
        question = actor.state.course.question
        if question is not None and question.color is actor.color:
            raise RequestAlreadyDeclined

    def carry_out(self, actor: Actor) -> Action:
        """Record that the player asks the partners whether to resign, notify the partners, and return the action."""
        _notify_partners(actor, "resign_asked")
        return record_action(actor, teams.AskToResign(actor.color, actor.own_seat.index))

    @classmethod
    def confirmation(cls, actor: Actor) -> Confirmation | None:
        """Return a confirmation: the team resigns if enough members agree."""
        explanation = _("Your team will resign if more than half of you agree.")
        return Confirmation(
            _("Propose to your team that you resign?"), explanation, pgettext("button", "Propose resigning")
        )


@dataclass(frozen=True, slots=True)
class AnswerPartner(Verb):
    """Agree or disagree when a partner asks to resign for the team (V36)."""

    name: ClassVar[str] = "answer_partner"
    path: ClassVar[str | None] = "partner-answer"
    kinds: ClassVar[dict[str, Promise]] = {"answer_partner": gettext_lazy("answered the proposal to resign")}
    notices: ClassVar[dict[str, Promise]] = {"resign_declined": gettext_lazy("%(name)s does not want to resign")}
    allow: bool = verb_field(YesNo(), "The answer: yes or no.")

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise NoOwnRequest unless a partner has asked whether to resign and this seat has not replied, and
        NotYourTurn for a player without partners."""
        _check_still_has_partners(actor)
        question, seat = actor.state.course.question, actor.own_seat.index
        if question is None or question.color is not actor.color or seat in (*question.yes, *question.no):
            raise NoOwnRequest

    def carry_out(self, actor: Actor) -> Action:
        """Record the reply, notify the partners if it is a refusal, and return the action."""
        if not self.allow:
            _notify_partners(actor, "resign_declined")
        return record_action(actor, teams.AnswerPartner(actor.color, actor.own_seat.index, self.allow))


@dataclass(frozen=True, slots=True)
class Leave(Verb):
    """Leave a game in which your partners play on: your turns are skipped (V39)."""

    name: ClassVar[str] = "leave"
    path: ClassVar[str | None] = "leave"
    menu: ClassVar[Promise | str] = gettext_lazy("Leave the game…")
    kinds: ClassVar[dict[str, Promise]] = {"leave": gettext_lazy("a player left the game")}
    notices: ClassVar[dict[str, Promise]] = {"member_left": gettext_lazy("%(name)s has left one of your games")}

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise NotYourTurn if this player has already left, or has no partner left in the game."""
        _check_still_has_partners(actor)

    def carry_out(self, actor: Actor) -> Action:
        """Record that the player leaves, notify the other players, and return the action."""
        actor.notify_others("member_left")
        return record_action(actor, teams.Leave(actor.color, actor.own_seat.index, Reason.RESIGNATION))

    @classmethod
    def confirmation(cls, actor: Actor) -> Confirmation | None:
        """Return a confirmation, because this cannot be undone."""
        return Confirmation(
            _("Leave the game?"), _("Your teammates will play on, and your turns will be skipped."), _("Leave the game")
        )
