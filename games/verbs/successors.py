"""Find a successor for a member of a team who has left (V39)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.models import Player
from games.errors import CannotTakeSeat, NoOwnRequest, NoVacantSeat
from games.models import Action, SeatOffer
from games.services import successors
from games.services.record import Actor

from .agreement import check_request_rate
from .fields import Text, YesNo, verb_field
from .verb import Verb

LONGEST_NAME = 150
_TOO_LATE = gettext_lazy("The seven days for filling the empty seat are over.")


@dataclass(frozen=True, slots=True)
class InviteSuccessor(Verb):
    """Invite a player to a seat of your team, at most seven days after its former player has left. The invited player
    has to agree, and an opponent has to accept the player. A second invitation replaces the first (V39)."""

    name: ClassVar[str] = "invite_successor"
    path: ClassVar[str | None] = "invite-successor"
    kinds: ClassVar[dict[str, Promise]] = {
        "seat_offered": gettext_lazy("a player was invited to the empty seat"),
        "seat_agreed": gettext_lazy("the invited player agreed to take the seat"),
        "seat_declined": gettext_lazy("the invited player declined the seat"),
    }
    notices: ClassVar[dict[str, Promise]] = {
        "seat_offered": gettext_lazy(
            "%(name)s has invited you to take an empty seat in a team game. Answer within a week."
        ),
        "seat_agreed": gettext_lazy("%(name)s wants to take your opponents' empty seat. Do you accept?"),
        "seat_declined": gettext_lazy("%(name)s declined to take your team's empty seat"),
    }
    username: str = verb_field(Text(LONGEST_NAME), "Whom to invite.")

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise NoVacantSeat unless a player of the team has left a seat within the last seven days, and
        TooManyGameRequests if the team has sent too many requests recently."""
        if successors.find_vacant_seat(actor.game, actor.color, actor.now) is None:
            left = (seat.color for seat in actor.game.seat_list() if seat.index in actor.game.left_seats)
            raise NoVacantSeat(sentence=_TOO_LATE if actor.color in left else None)
        check_request_rate(actor)

    def carry_out(self, actor: Actor) -> Action:
        """Invite the player with this name, and return the action. Raises CannotTakeSeat."""
        player = Player.objects.filter(username__iexact=self.username.strip()).first()
        if player is None:
            raise CannotTakeSeat
        return successors.invite_successor(actor, player)


@dataclass(frozen=True, slots=True)
class AnswerSuccessor(Verb):
    """Accept or refuse the player whom your opponents invited to their empty seat. The first answer from your team
    counts (V39)."""

    name: ClassVar[str] = "admit_successor"
    path: ClassVar[str | None] = "admit-successor"
    kinds: ClassVar[dict[str, Promise]] = {
        "come_in": gettext_lazy("the empty seat was taken"),
        "seat_refused": gettext_lazy("the opponents did not accept the invited player"),
    }
    notices: ClassVar[dict[str, Promise]] = {
        "seat_taken": gettext_lazy("%(name)s has taken an empty seat in one of your games"),
        "seat_given": gettext_lazy("%(name)s has accepted you into a team game. You're now playing."),
        "seat_refused": gettext_lazy("%(name)s declined the player invited to the empty seat"),
    }
    allow: bool = verb_field(YesNo(), "The answer: yes or no.")

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise NoOwnRequest unless an invited player has agreed to take a seat of the opponents."""
        if _successor_offer_to_answer(actor) is None:
            raise NoOwnRequest

    def carry_out(self, actor: Actor) -> Action:
        """Accept or refuse the player, and return the action. Raises CannotTakeSeat."""
        offer = _successor_offer_to_answer(actor)
        assert offer is not None
        return successors.accept_successor(actor, offer) if self.allow else successors.refuse_successor(actor, offer)


def _successor_offer_to_answer(actor: Actor) -> SeatOffer | None:
    """Return an invitation that the invited player has agreed to and that this opponent can accept or refuse. Return
    None if there is none."""
    seats = actor.game.seat_list()
    return next(
        (
            one
            for one in successors.open_seat_offers(actor.game, actor.now)
            if one.agreed_at is not None and seats[one.index].color != actor.color
        ),
        None,
    )
