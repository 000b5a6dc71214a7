"""The push messages for events, whose only content is kind, game and number.

Whether a message is sent is decided when the event is processed. So players get none if their turn is over because of
their own move or conditional moves (C19).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from challenges.models import ChallengeStatus
from games.models import Game, Seat
from notifications.kinds import Channel
from notifications.models import Notice
from notifications.preferences import wants_notice
from notifications.pushed import KIND_OF, PushKind
from programs.models import Event
from programs.models.event import EventKind
from rules import Phase

LONGEST = timedelta(days=28)
"""The longest time that push services keep a message."""
SIX_HOURS = timedelta(hours=6)
A_WHILE = timedelta(days=2)
"""How long after its event a push message that is not about a turn is still sent."""


@dataclass(frozen=True, slots=True)
class PushMessage:
    """A push message. `game` is None if the message is not about a game. `lasts` is how long a push service should try
    to deliver the message."""

    kind: PushKind
    game: int | None
    number: int
    lasts: timedelta

    @property
    def topic(self) -> str:
        """Return the message's topic. A newer message replaces a waiting message with the same topic (RFC 8030)."""
        return f"{self.kind}-{self.game or 0}"

    @property
    def ignores_quiet_hours(self) -> bool:
        """Return whether the message is sent even in quiet hours, because less than six hours are left."""
        return self.kind is PushKind.SHORT and self.lasts <= SIX_HOURS

    @property
    def is_urgent(self) -> bool:
        """Return whether the message is delivered even to a device that is saving its battery."""
        return self.kind is PushKind.SHORT


def find_push_message(event: Event, now: datetime) -> PushMessage | None:
    """Return the push message for an event, None if there is none or the player does not want one."""
    push = _PUSH_OF.get(EventKind(event.kind), _no_push)(event, now)
    return (
        push if push is not None and wants_notice(event.player, KIND_OF[push.kind], Channel.PUSH, push.game) else None
    )


@dataclass(frozen=True, slots=True)
class _PlayerInGame:
    """An event's game, and the seat of the event's player in it."""

    game: Game
    seat: Seat

    @property
    def has_turn(self) -> bool:
        return self.game.turn == self.seat.index


def _find_player_in_game(event: Event) -> _PlayerInGame | None:
    """Return the event's game with the player's seat, None if the player does not play in it."""
    if event.game_id is None:
        return None
    columns = ("number", "state_number", "turn", "deadline", "phase", "requests")
    found = Game.objects.filter(pk=event.game_id).only(*columns).first()
    seat = Seat.objects.filter(game=event.game_id, player=event.player_id).only("index").first()
    return None if found is None or seat is None else _PlayerInGame(found, seat)


def _push_until_deadline(kind: PushKind, game: Game, number: int, now: datetime) -> PushMessage | None:
    """Return a message of this kind that expires at the game's deadline, or after LONGEST if that is earlier. Return
    None after the deadline."""
    left = LONGEST if game.deadline is None else min(LONGEST, game.deadline - now)
    return PushMessage(kind, game.pk, number, left) if left > timedelta(0) else None


def _turn_or_request_push(event: Event, now: datetime) -> PushMessage | None:
    """Return a message that the player has to act, or has to answer a request, if either is still true. Return None if
    the player performed the action."""
    action, at = event.action, _find_player_in_game(event)
    if action is None or at is None or action.seat_id == at.seat.pk or at.game.is_finished:
        return None
    asked = at.game.requests.get(action.kind.removesuffix("_request")) if action.kind.endswith("_request") else None
    if asked is not None and asked.get("seat") != at.seat.index:
        return _push_until_deadline(PushKind.ANSWER, at.game, action.number, now)
    if not at.has_turn or action.number != at.game.state_number:
        return None
    kind = PushKind.TURN if at.game.phase == Phase.PLAY.value else PushKind.ANSWER
    return _push_until_deadline(kind, at.game, action.number, now)


def _new_game_push(event: Event, now: datetime) -> PushMessage | None:
    """Return a message about a new game. Return None if the game already has actions or the event is older than
    A_WHILE."""
    at = _find_player_in_game(event)
    if at is None or at.game.number or now - event.at > A_WHILE:
        return None
    return PushMessage(PushKind.BEGUN, at.game.pk, 0, A_WHILE)


def _result_push(event: Event, now: datetime) -> PushMessage | None:
    """Return a message with the result; None if the player ended the game."""
    action, at = event.action, _find_player_in_game(event)
    if action is None or at is None or action.seat_id == at.seat.pk or now - event.at > A_WHILE:
        return None
    return PushMessage(PushKind.ENDED, at.game.pk, action.number, A_WHILE) if at.game.is_finished else None


def _time_short_push(event: Event, now: datetime) -> PushMessage | None:
    """Return a message that at most a day is left, if it is still the player's turn. Return None otherwise."""
    at = _find_player_in_game(event)
    if at is None or not at.has_turn or at.game.deadline is None or at.game.deadline - now > timedelta(days=1):
        return None
    return _push_until_deadline(PushKind.SHORT, at.game, at.game.number, now)


def _chat_push(event: Event, now: datetime) -> PushMessage | None:
    """Return a message about another player's unread chat message. Return None if the player wrote it or has read it,
    or if the event is older than A_WHILE."""
    message = event.message
    if message is None or message.author_id == event.player_id or now - event.at > A_WHILE:
        return None
    unread = Notice.objects.unread().filter(player=event.player_id, kind="message", game=event.game_id)
    return PushMessage(PushKind.MESSAGE, event.game_id, message.number, A_WHILE) if unread.exists() else None


def _message_push(event: Event, now: datetime) -> PushMessage | None:
    """Return a push notification about another player's unread private message. Return None if this player wrote the
    message or has read it, or if the event is older than A_WHILE."""
    post = event.post
    if post is None or post.author_id == event.player_id or now - event.at > A_WHILE:
        return None
    unread = Notice.objects.unread().filter(player=event.player_id, kind="private_message", by=post.author_id)
    return PushMessage(PushKind.PRIVATE, None, post.pk, A_WHILE) if unread.exists() else None


def _offer_push(event: Event, now: datetime) -> PushMessage | None:
    """Return a message about an open offer that the player can accept or decline. Return None if the player made the
    offer, if it is closed, or if the event is older than A_WHILE."""
    offer = event.challenge
    if (
        offer is None
        or offer.opponent_id != event.player_id
        or offer.status != ChallengeStatus.OPEN
        or now - event.at > A_WHILE
    ):
        return None
    return PushMessage(PushKind.OFFER, None, offer.pk, A_WHILE)


def _daily_problem_push(event: Event, now: datetime) -> PushMessage | None:
    """Return a message about the problem of the day, on that day."""
    left = datetime.combine(event.at.astimezone(UTC).date() + timedelta(days=1), time(), UTC) - now
    return PushMessage(PushKind.PROBLEM, None, 0, left) if left > timedelta(0) else None


def _no_push(event: Event, now: datetime) -> None:
    """Return None: there is no push message of this kind."""


_PUSH_OF: dict[EventKind, Callable[[Event, datetime], PushMessage | None]] = {  # the bell says the others
    EventKind.GAME_STARTED: _new_game_push,
    EventKind.GAME_ACTION: _turn_or_request_push,
    EventKind.GAME_FINISHED: _result_push,
    EventKind.GAME_TIME_SHORT: _time_short_push,
    EventKind.CHAT: _chat_push,
    EventKind.CHALLENGE_CREATED: _offer_push,
    EventKind.MESSAGE_WRITTEN: _message_push,
    EventKind.PROBLEM_DAILY: _daily_problem_push,
}
