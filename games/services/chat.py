"""The chat of a game."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models.restriction import RestrictionKind
from accounts.privacy.blocking import is_blocked_between
from foundation.text import clean_text
from games import access, events
from games.errors import ChatClosed, FreeTextNotAllowed, MessageLengthNotAllowed
from games.models import Game, Message, Seat
from games.models.message import LONGEST_MESSAGE
from notifications.models import Notice
from wording.quick_replies import GAME_KEYS, TEAM_PHRASES

from . import idempotency
from .idempotency import PlayerRequest
from .teams import may_talk_freely


def send_message(request: PlayerRequest, game_id: int, text: str, quick: str = "") -> Message:
    """Add a message of 1 to 1000 characters to the game's chat, also after the game. With `quick`, add the quick reply
    with this key instead of the text.

    Raises MessageLengthNotAllowed, NotForGuests, Muted and Suspended. Raises FreeTextNotAllowed for free text between
    players of a team game before the result (V37). Raises ChatClosed between players who have blocked each other, and
    in a game without chat.
    """
    player, now, text = request.player, request.now, "" if quick else clean_text(text)
    with transaction.atomic():
        game, seat, wanted, earlier = _check_message_and_find_stored(request, game_id, text, quick)
        if earlier is not None:
            return earlier
        message = Message.objects.create(
            game=game, author=player, text=text, quick=quick, number=game.number, said_at=now
        )
        for other in game.others(seat):
            _notify_once(message, other.player_id, now)
        idempotency.store_answer(request, wanted, {"message": message.pk})
        events.send_chat_message(message, [s.player_id for s in game.seat_list()])
        return message


def check_may_send(request: PlayerRequest, game_id: int, text: str) -> None:
    """Raise the error that `send_message` would raise for this message now, if any."""
    with transaction.atomic():
        _check_message_and_find_stored(request, game_id, clean_text(text), "")


def _check_message_and_find_stored(
    request: PlayerRequest, game_id: int, text: str, quick: str
) -> tuple[Game, Seat, str, Message | None]:
    """Check whether the player may send this message. Return the locked game, the author's seat, the hash that
    identifies a retry, and the stored message if this is a retry. Raises the errors of `send_message`."""
    player = request.player
    if quick not in GAME_KEYS and not (quick == "" and 1 <= len(text) <= LONGEST_MESSAGE):
        raise MessageLengthNotAllowed
    game, seat = access.locked_game_for(player, game_id)
    check_allowed(player, request.now, RestrictionKind.MUTED)
    check_not_guest(player)
    wanted = idempotency.body_hash(game=game_id, verb="say", text=text, **({"quick": quick} if quick else {}))
    first = idempotency.find_stored_answer(request, wanted)
    if first is not None:
        return game, seat, wanted, Message.objects.get(pk=first["message"])
    if is_chat_closed_to(game, seat):
        raise ChatClosed
    if quick not in TEAM_PHRASES and not may_talk_freely(game):
        raise FreeTextNotAllowed
    return game, seat, wanted, None


def is_chat_closed_to(game: Game, seat: Seat) -> bool:
    """Return whether the chat is closed to this seat: to everyone, or because players have blocked each other."""
    return is_chat_closed_to_all(game) or is_blocked_between(
        seat.player_id, *(other.player_id for other in game.others(seat))
    )


def is_chat_closed_to_all(game: Game) -> bool:
    """Return whether no player can write in the chat: a player is a guest, or the terms close the chat until the end
    (C201)."""
    return game.is_with_guest or not (game.chat or game.is_finished)


def hide_message(*, message_id: int, reason: str, now: datetime) -> Message:
    """Hide a message from everyone. Its author can read the reason; the text remains stored. The caller checks the
    permission."""
    return _set_hidden(message_id, now, reason)


def unhide_message(*, message_id: int) -> Message:
    """Make a hidden message visible again."""
    return _set_hidden(message_id, None, "")


def _set_hidden(message_id: int, at: datetime | None, reason: str) -> Message:
    message = Message.objects.select_related("author").get(pk=message_id)
    message.hidden_at, message.hidden_reason = at, reason
    message.save(update_fields=["hidden_at", "hidden_reason"])
    events.signal_chat_changed(message.game_id)
    return message


def _notify_once(message: Message, player_id: int, now: datetime) -> None:
    """Create a notice for this player, unless they already have an unread notice about the game's chat."""
    unread = Notice.objects.unread().filter(player_id=player_id, kind="message", game=message.game)
    if unread.exists():
        return
    Notice.objects.create(player_id=player_id, kind="message", game=message.game, by=message.author, created_at=now)
    events.signal_player_lists_changed(player_id)
