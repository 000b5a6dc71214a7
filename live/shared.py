"""What is new in a game, read and written down once for all sockets of a process that follow it.

Who follows a game has the number of the last action that it was given. One thread reads, of all games that have news,
what came after the least of these numbers; each socket takes what it does not have. What a viewer may see is said by
`GameView`: the frames are made once for every audience (`GameView.audience`), and nobody takes those of another.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary

from foundation.hints import REVIEW_CHANGED, ChangeSignal
from games import reading
from games.game_view import GameView
from games.models import Action, Game
from live.following import VisibilityKey, visibility_key_of
from live.hub import Hub
from live.outbox import Message

if TYPE_CHECKING:
    from games.access import Viewer

logger = logging.getLogger(__name__)

MOST_GAMES_AT_ONCE = 100
SECONDS_UNTIL_AGAIN = 1.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be read: what came after this number, for one viewer of each audience."""

    game_id: int
    after: int
    viewers: Mapping[str, Viewer]


@dataclass(frozen=True, slots=True)
class News:
    """What came after a number: the frames of each audience with their numbers, ready to be sent."""

    asked: Asked
    standing: VisibilityKey | None
    frames: Mapping[str, Sequence[tuple[int, Message]]]


def news_of(asked: Collection[Asked]) -> list[News]:
    """Read it: two statements for any number of games."""
    found = reading.news_after({one.game_id: one.after for one in asked})
    return [_news(one, *found.get(one.game_id, (None, ()))) for one in asked]


def _news(asked: Asked, game: Game | None, rows: Collection[Action]) -> News:
    if game is None:
        return News(asked, None, {})
    views = [GameView(game, viewer) for viewer in asked.viewers.values()]
    frames = {view.audience: [(row.number, frame("action", view.receipt(row))) for row in rows] for view in views}
    return News(asked, visibility_key_of(game), frames)


def frame(kind: str, told: Mapping[str, object] | None = None) -> Message:
    """A message of a socket, written down; it may be sent to any number of them."""
    return {"type": "websocket.send", "text": json.dumps({"type": kind, **(told or {})})}


CHAT, CLOCK, SUGGESTION, REVIEW = frame("chat"), frame("clock"), frame("suggestion"), frame("review")


class Follower(Protocol):
    """A socket that follows a game: which audience it belongs to, and what it was given last."""

    audience: str
    number: int

    @property
    def viewer(self) -> Viewer:
        """Whose it is."""

    def give(self, message: Message) -> None:
        """Send this soon."""

    def take(self, news: News) -> bool:
        """Send what it does not have; False when something between is missing."""

    def look_again(self) -> None:
        """What the viewer may see is to be asked again."""


class Followed:
    """A game with those in this loop who follow it; it hears the hints of the game for all of them."""

    def __init__(self, game_id: int, reader: UpdateReader) -> None:
        self.game_id, self.told = game_id, 0
        self.followers: set[Follower] = set()
        self.entered = 1
        self._reader = reader
        self.leave_hub = Hub.here().join(self, game=game_id)

    def follow(self, follower: Follower, number: int) -> None:
        """Give it from now on what it does not have; the game was seen to be at this number."""
        self.told = max(self.told, number)
        self.followers.add(follower)
        if follower.number < self.told:
            self._reader.request(self)

    def hear(self, hint: ChangeSignal) -> None:
        """Something is new in the game."""
        if hint.kind == "game.changed":
            self.told = max(self.told, hint.number)
            if any(follower.number < self.told for follower in self.followers):
                self._reader.request(self)
        elif hint.kind == "game.gone":
            for follower in list(self.followers):
                follower.look_again()
        elif hint.kind == "clock.changed":
            self._say(CLOCK, lambda follower: True)
        elif hint.kind == "chat.changed":
            self._say(CHAT, lambda follower: follower.audience != "everybody")
        elif hint.kind == "suggestion.made":
            self._say(SUGGESTION, lambda follower: follower.viewer.pk in hint.players)
        elif hint.kind == REVIEW_CHANGED:
            self._say(REVIEW, lambda follower: True)

    def check(self) -> None:
        """Powers come and go: ask again for those who may have some."""
        for follower in list(self.followers):
            if follower.viewer.is_staff:
                follower.look_again()

    def asked(self) -> Asked | None:
        """What is to be read for those who follow; None when all have everything."""
        behind = [follower for follower in self.followers if follower.number < self.told]
        if not behind:
            return None
        viewers = {follower.audience: follower.viewer for follower in behind}
        return Asked(self.game_id, min(follower.number for follower in behind), viewers)

    def deliver(self, news: News) -> None:
        """Give it to all; read once more for those who came meanwhile."""
        missed = [follower for follower in list(self.followers) if not follower.take(news)]
        if missed:
            self._reader.request(self)

    def _say(self, message: Message, hears: Callable[[Follower], bool]) -> None:
        for follower in filter(hears, self.followers):
            follower.give(message)


class UpdateReader:
    """All games that are followed in one event loop, and the one reader of their news.

    A hint that comes while it reads causes one more read, however many come.
    """

    def __init__(self) -> None:
        self._games: dict[int, Followed] = {}
        self._wanted: dict[int, Followed] = {}
        self._task: asyncio.Task[None] | None = None

    @staticmethod
    def here() -> UpdateReader:
        """That of this event loop."""
        return _readers.setdefault(asyncio.get_running_loop(), UpdateReader())

    def enter(self, game_id: int) -> Followed:
        """The game, to be followed; `leave` must be called in the end."""
        followed = self._games.get(game_id)
        if followed is None:
            followed = self._games[game_id] = Followed(game_id, self)
        else:
            followed.entered += 1
        return followed

    def leave(self, followed: Followed, follower: Follower) -> None:
        """It follows the game no more."""
        followed.followers.discard(follower)
        followed.entered -= 1
        if not followed.entered:
            del self._games[followed.game_id]
            followed.leave_hub()

    def request(self, followed: Followed) -> None:
        """Read what is new in this game soon."""
        self._wanted[followed.game_id] = followed
        if self._task is None:
            self._task = asyncio.create_task(self._read_on())

    async def _read_on(self) -> None:
        try:
            while self._wanted:
                batch = {key: self._wanted.pop(key) for key in list(self._wanted)[:MOST_GAMES_AT_ONCE]}
                asked = [one for followed in batch.values() if (one := followed.asked()) is not None]
                if asked:
                    await self._read(batch, asked)
        finally:
            self._task = None

    async def _read(self, batch: Mapping[int, Followed], asked: list[Asked]) -> None:
        try:
            found: list[News] = await Hub.here().reader("news")(news_of, asked)
        except Exception:
            logger.exception("the news of games could not be read")
            await asyncio.sleep(SECONDS_UNTIL_AGAIN)
            self._wanted.update(batch)
            return
        for news in found:
            batch[news.asked.game_id].deliver(news)


_readers: WeakKeyDictionary[asyncio.AbstractEventLoop, UpdateReader] = WeakKeyDictionary()
