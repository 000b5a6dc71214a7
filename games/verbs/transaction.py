"""The way of one action: from who asks what of which game to the row in its record, in one transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.db import transaction

import api_types as shapes
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from foundation.moments import in_utc
from games import access, storage
from games.errors import GameError, IllegalTry, NotFinished, OutOfTime, StaleNumber
from games.game_view import GameView
from games.models import Action, Game, IdempotencyKey, Seat
from games.services import deadlines, idempotency, plan_chain
from games.services.chat import check_may_say, say
from games.services.clock_check import is_trusted
from games.services.record import Actor, give_grace
from rules.clock import Expiry
from rules.errors import GameOver, NotYourTurn, RulesError

from .fields import plain_values, read_values
from .verb import Of, Role, Verb


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """Who asks something of which game: `expected` is the number of the last action that they saw, `key` an
    idempotency key or None, `now` when the server received it, which is what counts for the clock (R53)."""

    game_id: int
    player: Player
    expected: int
    key: str | None
    now: datetime


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to an action: what was recorded and what came of it. Equal for a retry of the same."""

    data: shapes.Acted
    replayed: bool = False

    @property
    def number(self) -> int:
        """The number of the action that was recorded."""
        return self.data["number"]

    @property
    def is_try(self) -> bool:
        """Whether an illegal move was recorded as tried, nothing else (V28)."""
        return self.data["kind"] == "try"

    def checked(self) -> Receipt:
        """The same. Raises IllegalTry for a try: to be asked when everything is stored, for what is raised earlier
        takes back what it is about."""
        if self.is_try:
            raise IllegalTry(number=self.number, tries_left=self.data.get("tries_left"))
        return self


def perform(request: ActionRequest, verb: Verb) -> Receipt:
    """Do what this verb says, for callers that have its values: see `perform_from_input`."""
    return perform_from_input(request, verb, {})


def perform_from_input(
    request: ActionRequest, asked_for: Verb | type[Verb], values: Mapping[str, Any], message: str = ""
) -> Receipt:
    """Lock the game, repeat the first answer to a retry, refuse what is late, do what the verb says, keep the answer.

    `values` are those of a class of verbs as they were sent: where points are depends on the board, so they are read
    under the lock. `message` is said in the chat of the game, in the same transaction and once for a key; only verbs
    that take one may come with it. Raises GameError or RulesError if either is refused, and then nothing is stored.
    What speaks against the message is raised first: where stones are hidden, taking back a legal move would tell that
    it was legal (V28).
    """
    asked_for.prepare(request.game_id)
    with transaction.atomic():
        if message:
            check_may_say(_speaker(request), request.game_id, message)
        actor = _locked(request, asked_for)
        verb = asked_for if isinstance(asked_for, Verb) else asked_for(**read_values(asked_for, values, actor.game))
        asked = idempotency.body_hash(
            game=request.game_id, expected=request.expected, verb=verb.name, **plain_values(verb)
        )
        receipt = _first_receipt(request, actor, asked)
        if receipt is None:
            check_moment(verb, actor)
            verb.check(actor)
            show = GameView(actor.game, request.player)
            has_plans = bool(actor.game.armed) or verb.arms
            if request.key is not None and not has_plans:
                actor.to_keep = lambda row: _answer(request, asked, show.receipt(row))
            row = verb.do(actor)
            receipt = Receipt(cast("shapes.Acted", show.receipt(row)))
            if has_plans:
                _add_planned(receipt.data, plan_chain.follow(actor.game, row, request.now, actor.schedules), show)
                idempotency.remember(request, asked, receipt.data)
        if message and not receipt.is_try:
            say(_speaker(request), request.game_id, message)
    return receipt


def _first_receipt(request: ActionRequest, actor: Actor, asked: str) -> Receipt | None:
    """The first answer to the key of this request, None for a new one; tells the actor the off time that is read with
    it. Raises KeyReused."""
    context = storage.read_context(actor.game, deadlines.off_time_since(actor.game), request.player.pk, request.key)
    actor.schedules = deadlines.Schedules([actor.game], context.off_time)
    first = idempotency.first_answer(context.kept, asked)
    if first is None:
        return None
    kept = GameView(actor.game, request.player).kept(cast("shapes.Receipt", first))
    return Receipt(cast("shapes.Acted", kept), replayed=True)


def _speaker(request: ActionRequest) -> idempotency.PlayerRequest:
    """The request to say something along with an action: its key follows from that of the action."""
    key = None if request.key is None else hashlib.sha256(f"{request.key} says".encode()).hexdigest()
    return idempotency.PlayerRequest(request.player, request.now, key)


def _add_planned(receipt: shapes.Acted, answers: list[Action], show: GameView) -> None:
    """Add the receipts of what conditional moves answered (C18)."""
    if answers:
        receipt["answers"] = [show.receipt(answer) for answer in answers]


def _answer(request: ActionRequest, asked: str, receipt: shapes.Receipt) -> IdempotencyKey:
    """What a retry of this request gets, as it is kept: it is stored with the action."""
    key = request.key or ""
    return IdempotencyKey(player=request.player, key=key, body_hash=asked, answer=receipt, created_at=request.now)


def _locked(request: ActionRequest, verb: Verb | type[Verb]) -> Actor:
    """The game under its lock, and who acts in it. Raises NoSuchGame, NotAPlayer, NotAModerator, Suspended."""
    player = request.player
    if verb.role is Role.MODERATOR:
        game, seat = access.locked_game_for_moderator(player, request.game_id)
    else:
        game, seat = access.locked_game_for(player, request.game_id)
        check_allowed(player, request.now)
    return Actor(game, seat, player, request.now, seen=request.expected)


def check_moment(verb: Verb | type[Verb], actor: Actor) -> None:
    """Refuse what is about other games than this verb, was meant for another position, or came too late."""
    _check_phase(verb, actor.game, actor.seat)
    check_number(actor.game, actor.seen)
    if verb.of is Of.RUNNING:
        check_in_time(actor.game, actor.now)


def _check_phase(verb: Verb | type[Verb], game: Game, seat: Seat | None) -> None:
    """Raise GameOver or NotFinished, and NotYourTurn for a seat that has left (V38, V55)."""
    if verb.of is Of.RUNNING and game.is_finished:
        raise GameOver
    if verb.of is Of.RUNNING and seat is not None and seat.index in game.left_seats:
        raise NotYourTurn
    if verb.of is Of.FINISHED and not game.is_finished:
        raise NotFinished


def check_number(game: Game, expected: int) -> None:
    """Refuse what was meant for another board, phase, proposal or turn (R45). Whatever else was recorded since, such as
    an offer of a pause or time that was given, does not matter."""
    if not game.state_number <= expected <= game.number:
        raise StaleNumber(number=game.number)


def check_in_time(game: Game, now: datetime) -> None:
    """Refuse with OutOfTime what came after the deadline; give the extra days. Under the lock."""
    if deadlines.expiry_at(game, now) is None:
        return
    deadlines.refresh(game)
    up = deadlines.expiry_at(game, now)
    if up in (None, Expiry.CLAIMABLE) or not is_trusted():
        return
    if up is Expiry.GRACE:
        give_grace(game)
    if game.deadline is not None and now >= game.deadline:
        raise OutOfTime(deadline=in_utc(game.deadline.isoformat()))


def is_open(verb: type[Verb], actor: Actor) -> bool:
    """Whether this verb would be done now, if it is told what it needs. Changes nothing."""
    try:
        _check_phase(verb, actor.game, actor.seat)
        if verb.of is Of.RUNNING and is_too_late(actor.game, actor.now):
            return False
        verb.check(actor)
    except (GameError, RulesError):
        return False
    return True


def is_too_late(game: Game, now: datetime) -> bool:
    """Whether the time of the side to act has run out and the game ends by that, so that nothing else can be done."""
    if deadlines.expiry_at(game, now) is None:
        return False
    found = deadlines.due(game)
    return found is not None and deadlines.expiry_at(game, now, found.instant) is Expiry.ENDS and is_trusted()
