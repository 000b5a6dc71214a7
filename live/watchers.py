"""Report the spectators of the games and boards for which this process serves sockets (games.watching)."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from accounts.models import Player
from games import watching
from games.watching import MOST_NAMES, SECONDS_BETWEEN, Spectators
from live.hub import Hub
from live.shared import FollowedGame, UpdateReader

if TYPE_CHECKING:
    from games.access import Viewer

logger = logging.getLogger(__name__)
PROCESS = secrets.token_hex(4)
"""The name of this process in its reports."""
SPECTATORS = "everybody"
"""The audience of spectators (GameView.audience)."""


def spectators_by_game(games: Mapping[int, FollowedGame]) -> dict[int, Spectators]:
    """Return the spectators of each game, by game id. Only followers who see what everyone sees are counted; moderators
    are not, because they may open a game because of a report."""
    return {
        game_id: _spectators_among([one.viewer for one in followed.followers if one.audience == SPECTATORS])
        for game_id, followed in games.items()
    }


def _spectators_among(viewers: Collection[Viewer]) -> Spectators:
    """Return the number and names of these viewers. Each player counts once, however many pages they have open; each
    visitor's page counts separately. Players who do not want to be shown are not named."""
    people = {viewer.pk: viewer for viewer in viewers if isinstance(viewer, Player)}
    visitors = sum(1 for viewer in viewers if not isinstance(viewer, Player))
    names = sorted(person.username for person in people.values() if person.shows_watching)
    return Spectators(len(people) + visitors, tuple(names[:MOST_NAMES]))


def start_reporting() -> Callable[[], None]:
    """Start reporting the spectators of games, unless this event loop already does. Return a function to call when the
    caller no longer needs the reports. After the last such call, reporting stops."""
    loop = asyncio.get_running_loop()
    if loop not in _reports:
        _reports[loop] = [0, asyncio.create_task(report_forever())]
    _reports[loop][0] += 1

    def leave() -> None:
        _reports[loop][0] -= 1
        if not _reports[loop][0]:
            _reports.pop(loop)[1].cancel()

    return leave


def add_spectator(name: str, viewer: Viewer) -> Callable[[], None]:
    """Count this viewer as a spectator of a page that is not a game, such as a board. `name` is the page's name in
    reports. Return a function that ends this."""
    loop = asyncio.get_running_loop()
    followers = _followers.setdefault(loop, defaultdict(list))
    followers[name].append(viewer)
    leave = start_reporting()

    def end() -> None:
        followers[name].remove(viewer)
        if not followers[name]:
            del followers[name]
        leave()

    return end


async def report_once() -> None:
    """Report the spectators of all games and other pages that are followed in this event loop now."""
    found: dict[int | str, Spectators] = dict(spectators_by_game(UpdateReader.current().games).items())
    others = _followers.get(asyncio.get_running_loop(), {})
    found |= {name: _spectators_among(viewers) for name, viewers in others.items()}
    if found:
        await Hub.current().reader("watching")(watching.store_watchers, PROCESS, found)


async def report_forever() -> None:
    """Report the spectators at regular intervals until cancelled."""
    while True:
        await asyncio.sleep(SECONDS_BETWEEN)
        try:
            await report_once()
        except Exception:  # pages show no one until the cache answers
            logger.warning("who watches games could not be reported", exc_info=True)


_reports: WeakKeyDictionary[asyncio.AbstractEventLoop, list[Any]] = WeakKeyDictionary()
"""The number of joined sockets of each event loop, and its reporting task."""
_followers: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, list[Viewer]]] = WeakKeyDictionary()
"""The viewers of each event loop that follow something other than a game, by its name."""
