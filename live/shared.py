"""Read and serialize the new actions of a game once for all sockets of a process that follow it.

Each follower stores the number of the last action it received. One thread reads the actions after the smallest of these
numbers for all games with changes, and each socket sends the actions that its client does not have. Frames are
serialized once for every audience (`GameView.audience`), and a socket sends only the frames of its own audience.
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
from games import reading, seen
from games.game_view import GameView
from games.models import Action, Game
from live.following import VisibilityKey, visibility_key_of
from live.hub import Hub
from live.send_queue import Message

if TYPE_CHECKING:
    from games.access import Viewer

logger = logging.getLogger(__name__)

MOST_GAMES_AT_ONCE = 100
SECONDS_UNTIL_AGAIN = 1.0


@dataclass(frozen=True, slots=True)
class ActionsRequest:
    """A request for a game's actions after the number `after`. `viewers` has one viewer for each audience that needs
    them."""

    game_id: int
    after: int
    viewers: Mapping[str, Viewer]


@dataclass(frozen=True, slots=True)
class ActionsUpdate:
    """The actions that were read for a request, as serialized frames with their numbers, by audience."""

    asked: ActionsRequest
    visibility: VisibilityKey | None
    frames: Mapping[str, Sequence[tuple[int, Message]]]


def read_updates(wanted: Collection[ActionsRequest]) -> list[ActionsUpdate]:
    """Return the update for each request, read in three queries for any number of games. Also record that the players
    have seen their games."""
    _record_seen(wanted)
    found = reading.games_with_new_actions({one.game_id: one.after for one in wanted})
    return [_update_for(one, *found.get(one.game_id, (None, ()))) for one in wanted]


def _record_seen(wanted: Collection[ActionsRequest]) -> None:
    """Record that the players among the viewers have seen these games, because they are about to get the actions. At
    most two queries, and none if no player is among them."""
    players = {(viewer.pk, one.game_id) for one in wanted for viewer in one.viewers.values() if viewer.is_authenticated}
    if players:
        seen.mark_seen_by_players(players)


def _update_for(wanted: ActionsRequest, game: Game | None, rows: Collection[Action]) -> ActionsUpdate:
    if game is None:
        return ActionsUpdate(wanted, None, {})
    views = [GameView(game, viewer) for viewer in wanted.viewers.values()]
    frames = {view.audience: [(row.number, frame("action", view.receipt(row))) for row in rows] for view in views}
    return ActionsUpdate(wanted, visibility_key_of(game), frames)


def frame(kind: str, payload: Mapping[str, object] | None = None) -> Message:
    """Return a serialized WebSocket message, which any number of sockets may send."""
    return {"type": "websocket.send", "text": json.dumps({"type": kind, **(payload or {})})}


CHAT, CLOCK, SUGGESTION, REVIEW = frame("chat"), frame("clock"), frame("suggestion"), frame("review")


class Follower(Protocol):
    """Protocol of a socket that follows a game, with its audience and the number of the last action it received."""

    audience: str
    number: int

    @property
    def viewer(self) -> Viewer:
        """Return the viewer who opened the socket."""

    def queue_message(self, message: Message) -> None:
        """Send the message after those in the socket's queue."""

    def deliver_update(self, update: ActionsUpdate) -> bool:
        """Send the actions that the client does not have yet. Return False if earlier actions are missing."""

    def recheck_access(self) -> None:
        """Check the viewer's access again."""


class FollowedGame:
    """A game and its followers in this event loop. It gets the game's change signals once and serves all followers."""

    def __init__(self, game_id: int, reader: UpdateReader) -> None:
        self.game_id, self.latest = game_id, 0
        self.followers: set[Follower] = set()
        self.entered = 1
        self._reader = reader
        self.leave_hub = Hub.current().join(self, game=game_id)

    def follow(self, follower: Follower, number: int) -> None:
        """Start sending new actions to the follower. `number` is the number of the game's last action when the
        follower's state was read."""
        self.latest = max(self.latest, number)
        self.followers.add(follower)
        if follower.number < self.latest:
            self._reader.request(self)

    def on_signal(self, hint: ChangeSignal) -> None:
        """Handle a change signal of the game: request the new actions, or pass another signal on to the followers whom
        it concerns."""
        if hint.kind == "game.changed":
            self.latest = max(self.latest, hint.number)
            if any(follower.number < self.latest for follower in self.followers):
                self._reader.request(self)
        elif hint.kind == "game.gone":
            for follower in list(self.followers):
                follower.recheck_access()
        elif hint.kind == "clock.changed":
            self._send_to(CLOCK, lambda follower: True)
        elif hint.kind == "chat.changed":
            self._send_to(CHAT, lambda follower: follower.audience != "everybody")
        elif hint.kind == "suggestion.made":
            self._send_to(SUGGESTION, lambda follower: follower.viewer.pk in hint.players)
        elif hint.kind == REVIEW_CHANGED:
            self._send_to(REVIEW, lambda follower: True)

    def recheck_access(self) -> None:
        """Let followers who are staff check their access again, because staff permissions may change."""
        for follower in list(self.followers):
            if follower.viewer.is_staff:
                follower.recheck_access()

    def missing_actions_request(self) -> ActionsRequest | None:
        """Return the request for the actions that followers are missing, or None if they have all of them."""
        behind = [follower for follower in self.followers if follower.number < self.latest]
        if not behind:
            return None
        viewers = {follower.audience: follower.viewer for follower in behind}
        return ActionsRequest(self.game_id, min(follower.number for follower in behind), viewers)

    def deliver(self, update: ActionsUpdate) -> None:
        """Deliver the update to all followers. If one of them lacks earlier actions, request another update."""
        missed = [follower for follower in list(self.followers) if not follower.deliver_update(update)]
        if missed:
            self._reader.request(self)

    def _send_to(self, message: Message, accepts: Callable[[Follower], bool]) -> None:
        for follower in filter(accepts, self.followers):
            follower.queue_message(message)


class UpdateReader:
    """Reads updates for the followed games of one event loop (`games`, by id), in a single task.

    Any number of signals during a read cause only one more read.
    """

    def __init__(self) -> None:
        self.games: dict[int, FollowedGame] = {}
        self._wanted: dict[int, FollowedGame] = {}
        self._task: asyncio.Task[None] | None = None

    @staticmethod
    def current() -> UpdateReader:
        """Return the update reader of the running event loop."""
        return _readers.setdefault(asyncio.get_running_loop(), UpdateReader())

    def enter(self, game_id: int) -> FollowedGame:
        """Return the followed game with this id. The caller must call `leave` when its follower ends."""
        followed = self.games.get(game_id)
        if followed is None:
            followed = self.games[game_id] = FollowedGame(game_id, self)
        else:
            followed.entered += 1
        return followed

    def leave(self, followed: FollowedGame, follower: Follower) -> None:
        """Remove the follower, and stop following the game if it has no other followers."""
        followed.followers.discard(follower)
        followed.entered -= 1
        if not followed.entered:
            del self.games[followed.game_id]
            followed.leave_hub()

    def request(self, followed: FollowedGame) -> None:
        """Schedule a read of the game's new actions."""
        self._wanted[followed.game_id] = followed
        if self._task is None:
            self._task = asyncio.create_task(self._read_until_up_to_date())

    async def _read_until_up_to_date(self) -> None:
        try:
            while self._wanted:
                batch = {key: self._wanted.pop(key) for key in list(self._wanted)[:MOST_GAMES_AT_ONCE]}
                asked = [one for followed in batch.values() if (one := followed.missing_actions_request()) is not None]
                if asked:
                    await self._read(batch, asked)
        finally:
            self._task = None

    async def _read(self, batch: Mapping[int, FollowedGame], asked: list[ActionsRequest]) -> None:
        try:
            found: list[ActionsUpdate] = await Hub.current().reader("news")(read_updates, asked)
        except Exception:
            logger.exception("the new actions of games could not be read")
            await asyncio.sleep(SECONDS_UNTIL_AGAIN)
            self._wanted.update(batch)
            return
        for news in found:
            batch[news.asked.game_id].deliver(news)


_readers: WeakKeyDictionary[asyncio.AbstractEventLoop, UpdateReader] = WeakKeyDictionary()
