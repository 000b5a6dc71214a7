"""The one machine for what both sides have to agree on: asking, answering, withdrawing, and the end by a new move.

What is open stands in `Game.requests`, by the name of what is asked: the seat that asks, and what it asks for. An
action of the rules ends all of it, but for what says that it outlasts moves. It is decided from the record of the
game, under its lock, so it is exact however many ask at the same time: one request of a kind a turn, and not too often
(R45).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, cast

from django.db.models import Q
from django.utils.functional import Promise

from games.errors import AlreadyAsked, GameError, NothingAsked, StaleNumber, TooOften
from games.models import Action, Game, Seat
from games.services.record import Actor, record_event
from rules import Color
from rules.variants.seats import check_in, gone

from .fields import FieldKind, YesNo, verb_field
from .verb import Verb

IN, MOST = timedelta(hours=1), 10
"""So often in that time one side of a game may ask, withdraw, or give time."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What both sides may agree on. `name` begins the kinds of its actions: undo_request, undo_decline, undo_withdraw.

    `pending` refuses a second request, `missing` an answer to none. The sentences are for the page: what is asked of
    the reader (`%(name)s` asks; the values of the request, too), what the reader has asked, and the two answers.
    """

    name: str
    pending: type[GameError]
    missing: type[GameError]
    of_reader: Promise
    by_reader: Promise
    yes: Promise
    no: Promise
    outlasts_moves: bool = False

    def open_in(self, game: Game) -> dict[str, Any] | None:
        """The request that waits for its answer."""
        return cast("dict[str, Any] | None", game.requests.get(self.name))


AGREEMENTS: dict[str, Agreement] = {}
"""By their names."""


class Ask(Verb):
    """Ask the opponent to agree."""

    __slots__ = ()
    agreement: ClassVar[Agreement]

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Nothing of the kind is open, it was not asked in vain this turn (R45), and what it is about is so."""
        if cls.agreement.open_in(actor.game) is not None:
            raise cls.agreement.pending
        check_in(actor.state, actor.color)
        cls.check_about(actor)
        if asked_in_vain(actor.game, actor.own_seat, cls.agreement.name):
            raise AlreadyAsked
        check_pace(actor)

    @classmethod
    def check_about(cls, actor: Actor) -> None:
        """Raise what else speaks against asking now."""

    def request(self, actor: Actor) -> dict[str, Any]:
        """What is asked for, as JSON can hold it."""
        return {}

    def do(self, actor: Actor) -> Action:
        """Keep the request, and tell the other side of it."""
        name, asked = self.agreement.name, self.request(actor)
        stays = {"outlasts_moves": True} if self.agreement.outlasts_moves else {}
        actor.game.requests = {**actor.game.requests, name: {"seat": actor.own_seat.index, **stays, **asked}}
        actor.tell_others(f"{name}_asked")
        return record_event(actor, f"{name}_request", asked)


@dataclass(frozen=True, slots=True)
class Answer(Verb):
    """Agree to what the opponent asks, or decline. Silence declines it, too, and so does a new move, unless the request
    outlasts moves."""

    agreement: ClassVar[Agreement]
    allow: bool = verb_field(YesNo(), "The answer: yes or no.")

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Another side asks, and this one has not agreed yet."""
        asked = cls.agreement.open_in(actor.game)
        if asked is None or actor.color not in awaited(actor, asked):
            raise cls.agreement.missing

    def do(self, actor: Actor) -> Action:
        """Raises StaleNumber when the sender has not seen the request. The game waits until every other side that is
        still in has agreed; the first that declines ends it."""
        name, asked = self.agreement.name, self.agreement.open_in(actor.game)
        assert asked is not None
        check_seen(actor, f"{name}_request")
        if self.allow and awaited(actor, asked) != {actor.color}:
            agreed = [*asked.get("agreed", ()), actor.own_seat.index]
            actor.game.requests = {**actor.game.requests, name: {**asked, "agreed": agreed}}
            return record_event(actor, f"{name}_agree")
        close(actor.game, name)
        if self.allow:
            return self.agree(actor, asked)
        actor.tell_others(f"{name}_declined")
        return record_event(actor, f"{name}_decline")

    def agree(self, actor: Actor, asked: dict[str, Any]) -> Action:
        """Do what was asked for."""
        raise NotImplementedError


def awaited(actor: Actor, asked: dict[str, Any]) -> set[Color]:
    """The sides that have not answered a request: of those still in, all but the one that asks and those that
    agreed."""
    seats, state = actor.game.agreed_setup.order.seats, actor.state
    answered = {seats[asked["seat"]], *(seats[seat] for seat in asked.get("agreed", ()))}
    return {color for seat, color in enumerate(seats) if seat not in gone(state.setup.order, state.course)} - answered


def close(game: Game, name: str) -> None:
    """The request is answered or withdrawn. The caller saves."""
    game.requests = {other: request for other, request in game.requests.items() if other != name}


def asked_in_vain(game: Game, seat: Seat, name: str) -> bool:
    """Whether a request of this side's was declined or withdrawn since the position changed last."""
    if game.number == game.state_number:
        return False
    declined = Q(kind=f"{name}_decline") & ~Q(seat=seat)
    withdrawn = Q(kind=f"{name}_withdraw", seat=seat)
    return game.actions.filter(declined | withdrawn, number__gt=game.state_number).exists()


def check_pace(actor: Actor) -> None:
    """Raise TooOften when this side has done as much beside the board of this game lately as one may."""
    game = actor.game
    if game.number - game.move_number < MOST:
        return
    lately = game.actions.filter(seat=actor.seat, kind__in=counted(), received_at__gt=actor.now - IN)
    times: list[datetime] = list(lately.order_by("-number").values_list("received_at", flat=True)[:MOST])
    if len(times) == MOST:
        raise TooOften(retry_after=max(1, round((times[-1] + IN - actor.now).total_seconds())))


def counted() -> list[str]:
    """Kinds of actions that are counted together."""
    asked = (f"{name}_{done}" for name in AGREEMENTS for done in ("request", "withdraw"))
    return ["grant_time", "seat_offered", *asked]


def check_seen(actor: Actor, kind: str) -> None:
    """Refuse with StaleNumber what was sent by somebody who has not seen the newest action of this kind, such as the
    offer that they answer."""
    newest = actor.game.actions.filter(kind=kind).order_by("-number").values_list("number", flat=True).first()
    if newest is not None and actor.seen < newest:
        raise StaleNumber(number=actor.game.number)


@dataclass(frozen=True, slots=True)
class Request(FieldKind):
    """Which of one's own requests, by the name of the agreement."""

    @property
    def choices(self) -> list[str]:
        """What may be said."""
        return list(AGREEMENTS)


@dataclass(frozen=True, slots=True)
class WithdrawRequest(Verb):
    """Withdraw one's own unanswered request."""

    name: ClassVar[str] = "withdraw_request"
    path: ClassVar[str | None] = "withdraw-request"
    request: str = verb_field(Request(), "Which of your own requests.")

    @classmethod
    def check(cls, actor: Actor) -> None:
        """There is one, and not too much was done beside the board lately."""
        if all(request["seat"] != actor.own_seat.index for request in actor.game.requests.values()):
            raise NothingAsked
        check_pace(actor)

    def do(self, actor: Actor) -> Action:
        """Raises NothingAsked when it is another one that is open."""
        asked = actor.game.requests.get(self.request)
        if asked is None or asked["seat"] != actor.own_seat.index:
            raise NothingAsked
        close(actor.game, self.request)
        return record_event(actor, f"{self.request}_withdraw")
