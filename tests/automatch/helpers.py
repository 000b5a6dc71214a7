"""Searches for tests, in one line, through the services."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts.models import Player
from automatch.models import Search
from automatch.services import due, making
from automatch.services.making import SearchPreferences
from games.services.idempotency import PlayerRequest
from tests.factories import NOON, make_player


def look_for(player: Player | None = None, now: datetime = NOON, **preferences: Any) -> Search:
    """Create a search of this player, or of a new one, by default for a game on 9x9 at three days a move."""
    asked = PlayerRequest(player or make_player(), now)
    return making.create_search(asked, SearchPreferences(**{"sizes": (9,), **preferences}))


def look(now: datetime = NOON) -> int:
    """Run the worker's tasks until none is left; return the number done."""
    done = 0
    while some := due.run_periodic_tasks(now):
        done += some
    return done


class ListsOfSearches:
    """The lists of searches in the API, each with `rows` rows; each method creates one and returns its path."""

    rows: int
    aino: Player
    now: datetime

    def searches(self) -> str:
        for _ in range(self.rows):
            making.cancel_search(PlayerRequest(self.aino, self.now), look_for(self.aino, self.now).pk)
        return "searches/"

    def search_matches(self) -> str:
        made = look_for(self.aino, self.now, standing=True, games=10)
        for _ in range(self.rows):
            look_for(now=self.now)
        look(self.now)
        return f"searches/{made.pk}/matches/"
