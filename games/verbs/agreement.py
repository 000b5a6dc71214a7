"""Requests that both sides have to agree on, such as an undo: making them, answering them and withdrawing them. A new
move ends a request.

Open requests are in `Game.requests`, by name: the requesting seat and the requested values. An action of `rules` ends
all requests, except those that outlast moves. Everything is decided from the game's record while the game is locked, so
that limits also hold for parallel calls. The limits are one request of a kind per turn, and a number of requests per
hour (R45).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, cast

from django.db.models import Q
from django.utils.functional import Promise

from games.errors import GameError, NoOwnRequest, RequestAlreadyDeclined, StaleGameState, TooManyGameRequests
from games.models import Action, Game, Seat
from games.services.record import Actor, record_non_rules_action
from rules.variants.seats import check_still_in, seats_that_left

from .fields import FieldKind, YesNo, verb_field
from .verb import Verb

IN, MOST = timedelta(hours=1), 10
"""One side of a game may request, withdraw, or add time MOST times within the period IN."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """A kind of request that both sides have to agree on, such as an undo. The kinds of its actions begin with its
    `name`: undo_request, undo_decline, undo_withdraw.

    `pending` is the error for a second request, and `missing` the error for a reply without a request. The texts are
    for the game page: the opponent's request (with the placeholder `%(name)s` and the request's values), the reader's
    own request, and the two replies. `outlasts_moves` is whether the request stays open after a new move.
    """

    name: str
    pending: type[GameError]
    missing: type[GameError]
    request_to_reader: Promise
    request_by_reader: Promise
    yes: Promise
    no: Promise
    outlasts_moves: bool = False

    def open_request_in(self, game: Game) -> dict[str, Any] | None:
        """Return the open request of this kind in the game, or None if there is none."""
        return cast("dict[str, Any] | None", game.requests.get(self.name))


AGREEMENTS: dict[str, Agreement] = {}
"""All agreements by name."""


class RequestVerb(Verb):
    """Base of the verbs by which a player asks the other sides to agree to something."""

    __slots__ = ()
    agreement: ClassVar[Agreement]

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise an error if a request of this kind is already open, or was declined or withdrawn in this turn (R45).
        Also raise one if too many requests were made, the side has left, or `check_condition` fails."""
        if cls.agreement.open_request_in(actor.game) is not None:
            raise cls.agreement.pending
        check_still_in(actor.state, actor.color)
        cls.check_condition(actor)
        if is_request_used_up(actor.game, actor.own_seat, cls.agreement.name):
            raise RequestAlreadyDeclined
        check_request_rate(actor)

    @classmethod
    def check_condition(cls, actor: Actor) -> None:
        """Raise an error if a condition specific to this kind of request is not met."""

    def requested_values(self, actor: Actor) -> dict[str, Any]:
        """Return the requested values as JSON."""
        return {}

    def carry_out(self, actor: Actor) -> Action:
        """Store the request, notify the other side, and return the action."""
        name, asked = self.agreement.name, self.requested_values(actor)
        stays = {"outlasts_moves": True} if self.agreement.outlasts_moves else {}
        actor.game.requests = {**actor.game.requests, name: {"seat": actor.own_seat.index, **stays, **asked}}
        actor.notify_others(f"{name}_asked")
        return record_non_rules_action(actor, f"{name}_request", asked)


@dataclass(frozen=True, slots=True)
class AnswerVerb(Verb):
    """Base of the verbs by which a player agrees to a request or declines it. A new move also ends the request, unless
    it outlasts moves."""

    agreement: ClassVar[Agreement]
    allow: bool = verb_field(YesNo(), "The answer: yes or no.")

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise the agreement's `missing` error unless another side has an open request to which this side has not
        agreed yet."""
        asked = cls.agreement.open_request_in(actor.game)
        if asked is None or request_side_key(actor.game, actor.own_seat) not in pending_sides(actor, asked):
            raise cls.agreement.missing

    def carry_out(self, actor: Actor) -> Action:
        """Store the reply and return its action. The request is carried out when all other players still in the game
        have agreed; the first refusal ends it. Raises StaleGameState if the sender has not seen the request."""
        name, asked = self.agreement.name, self.agreement.open_request_in(actor.game)
        assert asked is not None
        check_saw_newest_action(actor, f"{name}_request")
        if self.allow and pending_sides(actor, asked) != {request_side_key(actor.game, actor.own_seat)}:
            agreed = [*asked.get("agreed", ()), actor.own_seat.index]
            actor.game.requests = {**actor.game.requests, name: {**asked, "agreed": agreed}}
            return record_non_rules_action(actor, f"{name}_agree")
        close_request(actor.game, name)
        if self.allow:
            return self.carry_out_agreed(actor, asked)
        actor.notify_others(f"{name}_declined")
        return record_non_rules_action(actor, f"{name}_decline")

    def carry_out_agreed(self, actor: Actor, asked: dict[str, Any]) -> Action:
        """Carry out the request after all sides have agreed, and return the action. `asked` has the values of the
        request."""
        raise NotImplementedError


def request_side_key(game: Game, seat: Seat) -> int:
    """Return a number that identifies the seat's side in requests. It is the number of its colour, or the index of the
    seat if players share the colours."""
    return seat.index if game.rotates_colors else seat.color


def pending_sides(actor: Actor, asked: dict[str, Any]) -> set[int]:
    """Return the keys (`request_side_key`) of the sides that still have to reply to this request. These are the sides
    still in the game, except the requesting side and those that have agreed."""
    game, seats, state = actor.game, actor.game.seat_list(), actor.state
    answered = {request_side_key(game, seats[index]) for index in (asked["seat"], *asked.get("agreed", ()))}
    left = seats_that_left(state.setup.order, state.course)
    return {request_side_key(game, seat) for seat in seats if seat.index not in left} - answered


def close_request(game: Game, name: str) -> None:
    """Remove the open request of this kind from the game. The caller must save the game."""
    game.requests = {other: request for other, request in game.requests.items() if other != name}


def is_request_used_up(game: Game, seat: Seat, name: str) -> bool:
    """Return whether this side can make no further request of this kind in this turn, because one was declined or
    withdrawn since the position last changed."""
    if game.number == game.state_number:
        return False
    declined = Q(kind=f"{name}_decline") & ~Q(seat=seat)
    withdrawn = Q(kind=f"{name}_withdraw", seat=seat)
    return game.actions.filter(declined | withdrawn, number__gt=game.state_number).exists()


def check_request_rate(actor: Actor) -> None:
    """Raise TooManyGameRequests if this player has sent too many requests or added time too often in this game within
    an hour."""
    game = actor.game
    if game.number - game.move_number < MOST:
        return
    lately = game.actions.filter(seat=actor.seat, kind__in=rate_limited_kinds(), received_at__gt=actor.now - IN)
    times: list[datetime] = list(lately.order_by("-number").values_list("received_at", flat=True)[:MOST])
    if len(times) == MOST:
        raise TooManyGameRequests(retry_after=max(1, round((times[-1] + IN - actor.now).total_seconds())))


def rate_limited_kinds() -> list[str]:
    """Return the kinds of actions that count towards the limit on requests and additions of time."""
    asked = (f"{name}_{done}" for name in AGREEMENTS for done in ("request", "withdraw"))
    return ["grant_time", "seat_offered", *asked]


def check_saw_newest_action(actor: Actor, kind: str) -> None:
    """Raise StaleGameState if the sender has not seen the newest action of this kind, such as the request being
    answered."""
    newest = actor.game.actions.filter(kind=kind).order_by("-number").values_list("number", flat=True).first()
    if newest is not None and actor.seen < newest:
        raise StaleGameState(number=actor.game.number)


def _is_own_request(actor: Actor, asked: dict[str, Any]) -> bool:
    """Return whether the player made this request. A question with `asks` is the server's (C204)."""
    return asked["seat"] == actor.own_seat.index and "asks" not in asked


@dataclass(frozen=True, slots=True)
class OpenRequestName(FieldKind):
    """The kind of field for the name of the agreement whose request the player withdraws."""

    @property
    def choices(self) -> list[str]:
        """Return the possible values."""
        return list(AGREEMENTS)


@dataclass(frozen=True, slots=True)
class WithdrawRequest(Verb):
    """Withdraw the player's own unanswered request."""

    name: ClassVar[str] = "withdraw_request"
    path: ClassVar[str | None] = "withdraw-request"
    request: str = verb_field(OpenRequestName(), "Which of your own requests.")

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise NoOwnRequest unless the player has an open request, or TooManyGameRequests if they have sent too many
        recently."""
        if not any(_is_own_request(actor, request) for request in actor.game.requests.values()):
            raise NoOwnRequest
        check_request_rate(actor)

    def carry_out(self, actor: Actor) -> Action:
        """Withdraw the request and return the action. Raises NoOwnRequest if the player has no open request of this
        kind."""
        asked = actor.game.requests.get(self.request)
        if asked is None or not _is_own_request(actor, asked):
            raise NoOwnRequest
        close_request(actor.game, self.request)
        return record_non_rules_action(actor, f"{self.request}_withdraw")
