"""Send game events and change signals. Receivers of `game_event` run inside the transaction, so that they can store
rows; listeners of change signals run after the commit.

A change signal may be lost (foundation/hints.py). It contains only numbers: a listener reads the changes from the
database, and the next signal makes up for a lost one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Any

from django.db.models import Model

from foundation.hints import REVIEW_CHANGED, ChangeSignal, send_after_commit
from foundation.statements import insert
from games.models import Action, Game, Message
from games.models.action import AFTERWARDS
from games.signals import game_event
from rules import Phase


class GameEvent(StrEnum):
    """Events of a game. The values are part of the API."""

    GAME_STARTED = "game.started"
    GAME_ACTION = "game.action"
    GAME_FINISHED = "game.finished"
    TIME_SHORT = "game.time_short"
    CHAT = "chat"


def send_action_events(row: Action, player_ids: Iterable[int]) -> list[Model]:
    """Send the events of this action, and return the unsaved rows that receivers want to store with it; the caller must
    store them. After the commit, listeners get a signal with the game's new action number."""
    players = sorted(set(player_ids))
    kinds = [GameEvent.GAME_ACTION]
    if row.effect["phase"] == Phase.FINISHED.value and row.kind not in AFTERWARDS:
        kinds.append(GameEvent.GAME_FINISHED)
    send_after_commit(ChangeSignal("game.changed", row.game_id, row.number, tuple(players)))
    return [new for kind in kinds for new in _dispatch(kind, players, game=row.game, action=row)]


def send_game_started(game: Game) -> None:
    """Send the event that a game was started."""
    players = sorted({seat.player_id for seat in game.seat_list()})
    send_game_event(GameEvent.GAME_STARTED, players, game=game)
    signal_player_lists_changed(*players)


def send_time_short(game: Game, player_id: int) -> None:
    """Send the event that this player has little time left for an action in the game."""
    send_game_event(GameEvent.TIME_SHORT, [player_id], game=game)
    signal_player_lists_changed(player_id)


def send_chat_message(message: Message, player_ids: Collection[int]) -> None:
    """Send the event of a new chat message to these players."""
    send_game_event(GameEvent.CHAT, sorted(set(player_ids)), game=message.game, message=message)
    signal_chat_changed(message.game_id)
    signal_player_lists_changed(*player_ids)


def signal_chat_changed(game_id: int) -> None:
    """Send listeners a signal after the commit: the chat of this game has changed."""
    send_after_commit(ChangeSignal("chat.changed", game_id))


def signal_review_changed(game_id: int) -> None:
    """Send listeners a signal after the commit: the review of this finished game has changed."""
    send_after_commit(ChangeSignal(REVIEW_CHANGED, game_id))


def send_game_event(kind: str, player_ids: Iterable[int], **about: Any) -> None:
    """Send the signal `game_event` and store the rows that its receivers return. `about` has the object of the event by
    name: `game`, `action`, `message` or `challenge`."""
    found: dict[type[Model], list[Model]] = {}
    for row in _dispatch(kind, list(player_ids), **about):
        found.setdefault(type(row), []).append(row)
    for rows in found.values():
        insert(*rows)


def _dispatch(kind: str, player_ids: list[int], **about: Any) -> list[Model]:
    """Send `game_event`, and return the rows that its receivers return."""
    sent: list[tuple[Any, Any]] = game_event.send(Game, kind=kind, player_ids=player_ids, **about)
    return [row for _, rows in sent for row in rows or ()]


def signal_clock_changed(game_id: int) -> None:
    """Send listeners a signal after the commit: the deadline of this game has changed without an action."""
    send_after_commit(ChangeSignal("clock.changed", game_id))


def signal_suggestion_ready(game_id: int, player_ids: Iterable[int]) -> None:
    """Send the listeners of these players a signal after the commit: this game now has a suggestion of dead stones."""
    send_after_commit(ChangeSignal("suggestion.made", game_id, players=tuple(sorted(set(player_ids)))))


def signal_player_lists_changed(*player_ids: int) -> None:
    """Send the listeners of these players a signal after the commit: their lists or notices have changed."""
    send_after_commit(ChangeSignal("player.changed", players=player_ids))


def recheck_player_sockets(player_id: int, **_: object) -> None:
    """After the commit, let the sockets of this player check their access and close if it has ended."""
    send_after_commit(ChangeSignal("access.ended", players=(player_id,)))
