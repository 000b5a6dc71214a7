"""Report the spectators of the games that this process serves sockets for (games.watching)."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from accounts.models import Player
from games import watching
from games.watching import MOST_NAMES, SECONDS_BETWEEN, Watchers
from live.hub import Hub
from live.shared import Followed, UpdateReader

logger = logging.getLogger(__name__)
PROCESS = secrets.token_hex(4)
"""The name of this process among those that report."""
SPECTATORS = "everybody"
"""The audience of spectators (GameView.audience)."""


def watchers_now(games: Mapping[int, Followed]) -> dict[int, Watchers]:
    """Return the watchers of each game: every player once, however many pages they have open, and each visitor.
    Moderators are not counted, because they may look into a game because of a report."""
    return {game_id: _watchers(followed) for game_id, followed in games.items()}


def _watchers(followed: Followed) -> Watchers:
    viewers = [one.viewer for one in followed.followers if one.audience == SPECTATORS]
    people = {viewer.pk: viewer for viewer in viewers if isinstance(viewer, Player)}
    visitors = sum(1 for viewer in viewers if not isinstance(viewer, Player))
    names = sorted(person.username for person in people.values() if person.shows_watching)
    return Watchers(len(people) + visitors, tuple(names[:MOST_NAMES]))


def join() -> Callable[[], None]:
    """Start reporting while at least one socket of this event loop has joined. Return the function that leaves."""
    loop = asyncio.get_running_loop()
    if loop not in _reports:
        _reports[loop] = [0, asyncio.create_task(report_on())]
    _reports[loop][0] += 1

    def leave() -> None:
        _reports[loop][0] -= 1
        if not _reports[loop][0]:
            _reports.pop(loop)[1].cancel()

    return leave


async def report_once() -> None:
    """Report all games of this event loop that are followed now."""
    found = watchers_now(UpdateReader.here().games)
    if found:
        await Hub.here().reader("watching")(watching.report, PROCESS, found)


async def report_on() -> None:
    """Report until cancelled."""
    while True:
        await asyncio.sleep(SECONDS_BETWEEN)
        try:
            await report_once()
        except Exception:  # pages show no one until the cache answers
            logger.warning("who watches games could not be reported", exc_info=True)


_reports: WeakKeyDictionary[asyncio.AbstractEventLoop, list[Any]] = WeakKeyDictionary()
"""The number of joined sockets of each event loop, and its reporting task."""
