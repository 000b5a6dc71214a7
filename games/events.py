"""Say what happened: to those who keep it, in the transaction of what happened, and immediately to the one who listens.

A hint, sent after the commit, may be lost (foundation/hints.py). It carries numbers only; anyone who hears it reads
what is new from the database, and a number that was missed is made up for by the next one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Any, Protocol

from django.db.models import Model

from foundation.hints import REVIEW_CHANGED, Hint, after_commit
from foundation.statements import insert
from games.models import Action, Game, Message
from games.models.action import AFTERWARDS
from rules import Phase


class GameEvent(StrEnum):
    """What happened in a game. The names are part of the API."""

    GAME_STARTED = "game.started"
    GAME_ACTION = "game.action"
    GAME_FINISHED = "game.finished"
    TIME_SHORT = "game.time_short"
    CHAT = "chat"


class Listener(Protocol):
    """Hears what happened, in the transaction of it: what it raises undoes all of it. Returns the new rows that are to
    be stored with what happened."""

    def __call__(self, kind: str, player_ids: list[int], **about: Any) -> Collection[Model]: ...


_listeners: list[Listener] = []


def when_something_happens(listener: Listener) -> None:
    """Call this from now on, in the transaction of what happened; said when the server starts."""
    _listeners.append(listener)


def game_changed(row: Action, player_ids: Iterable[int]) -> list[Model]:
    """An action is recorded, and the game is at its number then. Return what is to be stored with it."""
    players = sorted(set(player_ids))
    kinds = [GameEvent.GAME_ACTION]
    if row.effect["phase"] == Phase.FINISHED.value and row.kind not in AFTERWARDS:
        kinds.append(GameEvent.GAME_FINISHED)
    after_commit(Hint("game.changed", row.game_id, row.number, tuple(players)))
    return [new for kind in kinds for new in _heard(kind, players, game=row.game, action=row)]


def game_started(game: Game) -> None:
    """A game began."""
    players = sorted({seat.player_id for seat in game.seat_list()})
    tell(GameEvent.GAME_STARTED, players, game=game)
    player_changed(*players)


def time_is_short(game: Game, player_id: int) -> None:
    """This player has little time left for an action in the game."""
    tell(GameEvent.TIME_SHORT, [player_id], game=game)
    player_changed(player_id)


def said(message: Message, player_ids: Collection[int]) -> None:
    """Somebody said something in a game."""
    tell(GameEvent.CHAT, sorted(set(player_ids)), game=message.game, message=message)
    chat_changed(message.game_id)
    player_changed(*player_ids)


def chat_changed(game_id: int) -> None:
    """After the commit, say that the chat of the game is to be read again."""
    after_commit(Hint("chat.changed", game_id))


def review_changed(game_id: int) -> None:
    """After the commit, say to all who look at the review of a finished game that there is something new in it."""
    after_commit(Hint(REVIEW_CHANGED, game_id))


def tell(kind: str, player_ids: Iterable[int], **about: Any) -> None:
    """Something happened to these players: say it to the one who asked, in the same transaction. `about` is what it is
    about: `game`, `action`, `message` or `challenge`, a row each."""
    found: dict[type[Model], list[Model]] = {}
    for row in _heard(kind, list(player_ids), **about):
        found.setdefault(type(row), []).append(row)
    for rows in found.values():
        insert(*rows)


def _heard(kind: str, player_ids: list[int], **about: Any) -> list[Model]:
    """Say it to all listeners, and gather what they want to be stored."""
    return [row for listener in _listeners for row in listener(kind, player_ids, **about)]


def clock_changed(game_id: int) -> None:
    """After the commit, say that the deadline of the game has moved without an action of the game."""
    after_commit(Hint("clock.changed", game_id))


def suggestion_made(game_id: int, player_ids: Iterable[int]) -> None:
    """After the commit, say to these players that there is now a suggestion of dead stones; it is theirs alone."""
    after_commit(Hint("suggestion.made", game_id, players=tuple(sorted(set(player_ids)))))


def player_changed(*player_ids: int) -> None:
    """After the commit, say that these people's lists or notices changed."""
    after_commit(Hint("player.changed", players=player_ids))


def access_ended(player_id: int, **_: object) -> None:
    """After the commit, close the sockets that this person opened."""
    after_commit(Hint("access.ended", players=(player_id,)))
