"""The transaction of one action, from the request to the row in the game's record."""

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
from foundation.iso_times import with_z_suffix
from games import access, storage
from games.errors import GameError, IllegalHiddenInfoMove, NotFinished, OutOfTime, StaleGameState
from games.game_view import GameView
from games.models import Action, Game, IdempotencyKey, Seat
from games.services import deadlines, idempotency, plan_chain
from games.services.chat import check_may_send, send_message
from games.services.clock_check import is_clock_trusted
from games.services.record import Actor, grant_grace_days
from rules.clock import TimeoutEffect
from rules.errors import GameOver, NotYourTurn, RulesError

from .fields import read_values, values_as_json
from .verb import RequiredGamePhase, Verb, VerbRole


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """A request for an action in a game. `expected` is the number of the last action that the player saw, and `key` the
    idempotency key (None: the request is never a retry). `now` is when the server received the request, which is the
    time that the clock uses (R53)."""

    game_id: int
    player: Player
    expected: int
    key: str | None
    now: datetime


@dataclass(frozen=True, slots=True)
class Receipt:
    """The response to an action: the recorded action and its outcome as JSON. `replayed` is whether the response was
    stored for an earlier request with the same key."""

    data: shapes.Acted
    replayed: bool = False

    @property
    def number(self) -> int:
        """Return the number of the recorded action."""
        return self.data["number"]

    @property
    def is_illegal_attempt(self) -> bool:
        """Return whether the recorded action is an attempt to make an illegal move in a game with hidden stones
        (V28)."""
        return self.data["kind"] == "try"

    def raise_if_illegal_attempt(self) -> Receipt:
        """Return the receipt itself. Raises IllegalHiddenInfoMove if the recorded action is an illegal attempt. Call
        this method after the commit, because an earlier exception would roll back the record of the attempt."""
        if self.is_illegal_attempt:
            raise IllegalHiddenInfoMove(number=self.number, tries_left=self.data.get("tries_left"))
        return self


def perform(request: ActionRequest, verb: Verb) -> Receipt:
    """Carry out this verb, whose input is already parsed, and return the receipt. See `perform_from_input`."""
    return perform_from_input(request, verb, {})


def perform_from_input(
    request: ActionRequest, asked_for: Verb | type[Verb], values: Mapping[str, Any], message: str = ""
) -> Receipt:
    """Carry out a verb in one transaction and return the receipt. The game is locked, late requests are refused, and
    the response is stored. A retry gets the first response.

    `asked_for` is a verb, or the class of a verb whose input is `values`. Points depend on the board, so that `values`
    are parsed after the game is locked. `message` is sent to the game's chat in the same transaction and once per key;
    only some verbs accept one.

    Raises GameError or RulesError if the action or the message is refused, and then stores nothing. Errors of the
    message are raised first, because in a game with hidden stones, rolling back a legal move would reveal that it was
    legal (V28).
    """
    asked_for.prepare(request.game_id)
    with transaction.atomic():
        if message:
            check_may_send(_message_request(request), request.game_id, message)
        actor = _lock_actor(request, asked_for)
        verb = asked_for if isinstance(asked_for, Verb) else asked_for(**read_values(asked_for, values, actor.game))
        asked = idempotency.body_hash(
            game=request.game_id, expected=request.expected, verb=verb.name, **values_as_json(verb)
        )
        receipt = _stored_receipt(request, actor, asked)
        if receipt is None:
            check_verb_allowed_now(verb, actor)
            verb.check(actor)
            show = GameView(actor.game, request.player)
            has_plans = bool(actor.game.armed) or verb.sets_conditional_moves
            if request.key is not None and not has_plans:
                actor.to_keep = lambda row: _unsaved_idempotency_key(request, asked, show.receipt(row))
            row = verb.carry_out(actor)
            receipt = Receipt(cast("shapes.Acted", show.receipt(row)))
            if has_plans:
                _add_planned_receipts(
                    receipt.data, plan_chain.play_planned_answers(actor.game, row, request.now, actor.schedules), show
                )
                idempotency.store_answer(request, asked, receipt.data)
        if message and not receipt.is_illegal_attempt:
            send_message(_message_request(request), request.game_id, message)
    return receipt


def _stored_receipt(request: ActionRequest, actor: Actor, request_hash: str) -> Receipt | None:
    """Return the stored receipt for the idempotency key of this request, or None for a new key. The same query reads
    the players' off time, which is stored in the actor. Raises IdempotencyKeyReused if the key was stored with another
    hash than `request_hash`."""
    context = storage.read_action_context(
        actor.game, deadlines.off_time_matters_since(actor.game), request.player.pk, request.key
    )
    actor.schedules = deadlines.OffTimeByPlayer([actor.game], context.off_time)
    first = idempotency.matching_answer(context.kept, request_hash)
    if first is None:
        return None
    kept = GameView(actor.game, request.player).redact_stored_receipt(cast("shapes.Receipt", first))
    return Receipt(cast("shapes.Acted", kept), replayed=True)


def _message_request(request: ActionRequest) -> idempotency.PlayerRequest:
    """Return the request for a message sent with an action. Its idempotency key is derived from the key of the
    action."""
    key = None if request.key is None else hashlib.sha256(f"{request.key} says".encode()).hexdigest()
    return idempotency.PlayerRequest(request.player, request.now, key)


def _add_planned_receipts(receipt: shapes.Acted, answers: list[Action], show: GameView) -> None:
    """Add the receipts of the conditional moves that were played in reply to the action (C18)."""
    if answers:
        receipt["answers"] = [show.receipt(answer) for answer in answers]


def _unsaved_idempotency_key(request: ActionRequest, request_hash: str, receipt: shapes.Receipt) -> IdempotencyKey:
    """Return an unsaved IdempotencyKey that stores this receipt as the response to the request. `request_hash` is the
    hash of the request's body."""
    key = request.key or ""
    return IdempotencyKey(
        player=request.player, key=key, body_hash=request_hash, answer=receipt, created_at=request.now
    )


def _lock_actor(request: ActionRequest, verb: Verb | type[Verb]) -> Actor:
    """Lock the game and return the author of the action. Raises NoSuchGame, NotAPlayer, NotAModerator, Suspended."""
    player = request.player
    if verb.role is VerbRole.MODERATOR:
        game, seat = access.locked_game_for_moderator(player, request.game_id)
    else:
        game, seat = access.locked_game_for(player, request.game_id)
        check_allowed(player, request.now)
    return Actor(game, seat, player, request.now, seen=request.expected)


def check_verb_allowed_now(verb: Verb | type[Verb], actor: Actor) -> None:
    """Raise an error if the verb is not for games in this phase (GameOver, NotFinished, NotYourTurn). Also raise one if
    the request refers to an older position (StaleGameState) or came too late (OutOfTime)."""
    _check_verb_phase(verb, actor.game, actor.seat)
    check_expected_number(actor.game, actor.seen)
    if verb.of is RequiredGamePhase.RUNNING:
        check_in_time(actor.game, actor.now)


def _check_verb_phase(verb: Verb | type[Verb], game: Game, seat: Seat | None) -> None:
    """Raise GameOver or NotFinished if the verb is for games in another phase. Raise NotYourTurn for a seat that has
    left the game (V38, V55)."""
    if verb.of is RequiredGamePhase.RUNNING and game.is_finished:
        raise GameOver
    if verb.of is RequiredGamePhase.RUNNING and seat is not None and seat.index in game.left_seats:
        raise NotYourTurn
    if verb.of is RequiredGamePhase.FINISHED and not game.is_finished:
        raise NotFinished


def check_expected_number(game: Game, expected: int) -> None:
    """Raise StaleGameState if the board, phase, proposal or turn has changed since the action that the sender last saw
    (R45). Other actions since then, such as a pause proposal or added time, do not matter."""
    if not game.state_number <= expected <= game.number:
        raise StaleGameState(number=game.number)


def check_in_time(game: Game, now: datetime) -> None:
    """Raise OutOfTime if the side to act has run out of time. A friendly game first gets its extra days. The game must
    be locked."""
    if deadlines.timeout_effect_at(game, now) is None:
        return
    deadlines.recalculate_and_store_deadline(game)
    up = deadlines.timeout_effect_at(game, now)
    if up in (None, TimeoutEffect.CLAIMABLE) or not is_clock_trusted():
        return
    if up is TimeoutEffect.GRACE:
        grant_grace_days(game)
    if game.deadline is not None and now >= game.deadline:
        raise OutOfTime(deadline=with_z_suffix(game.deadline.isoformat()))


def is_verb_available(verb: type[Verb], actor: Actor) -> bool:
    """Return whether the actor can use this verb now, given suitable input."""
    try:
        _check_verb_phase(verb, actor.game, actor.seat)
        if verb.of is RequiredGamePhase.RUNNING and is_too_late(actor.game, actor.now):
            return False
        verb.check(actor)
    except (GameError, RulesError):
        return False
    return True


def is_too_late(game: Game, now: datetime) -> bool:
    """Return whether no action is possible any more, because the side to act has run out of time and the game will
    end."""
    if deadlines.timeout_effect_at(game, now) is None:
        return False
    found = deadlines.current_deadline(game)
    return (
        found is not None
        and deadlines.timeout_effect_at(game, now, found.instant) is TimeoutEffect.ENDS
        and is_clock_trusted()
    )
