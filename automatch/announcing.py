"""Notices and events about matches."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from automatch.models import Search
from games import events
from games.models import Game
from notifications.models import Notice

MATCH_FOUND = "match_found"
"""The name of the event and of the notice. The name is part of the API (E99)."""


def announce_match(game: Game, one: Player, other: Player, now: datetime) -> None:
    """Create the notices and events about a new game between these two players, in the game's transaction."""
    for player, opponent in ((one, other), (other, one)):
        Notice.objects.create(player=player, by=opponent, kind=MATCH_FOUND, game=game, created_at=now)
        events.send_game_event(MATCH_FOUND, [player.pk], game=game, by=opponent)
    events.send_game_started(game)


def notify_searchers(searches: list[Search], kind: str, now: datetime) -> None:
    """Create a notice of this kind for the player of each search, with a link to the search's page."""
    Notice.objects.bulk_create(
        Notice(player_id=one.player_id, kind=kind, path=one.get_absolute_url(), created_at=now) for one in searches
    )
    events.signal_player_lists_changed(*sorted({one.player_id for one in searches}))
