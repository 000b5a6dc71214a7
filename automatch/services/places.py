"""Update the number of games that a search still wants. Callers must lock the search first."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from automatch.matching_rules import remaining_games
from automatch.models import Match, Search, SearchState
from foundation.dispatch import BackgroundTask
from games.models import Game
from rules import Reason

TASK = BackgroundTask("automatch.tasks.match_searches")


def lock_searches(search_ids: Collection[int]) -> dict[int, Search]:
    """Return these searches by id, locked in the order of their ids. Players and games must be locked before
    (docs/locking.md)."""
    rows = Search.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=search_ids).order_by("pk")
    return {search.pk: search for search in rows.select_related("player")}


def update_searches_of_ended_game(game: Game) -> None:
    """Update the two searches whose game has ended, in the transaction that ends the game. A standing search then looks
    for its next game. Any other search does so only if the game was cancelled before move 2."""
    match = Match.objects.filter(game=game, running=True).first()
    if match is None:
        return
    now = game.finished_at
    assert now is not None
    searches = lock_searches([match.one_id, match.other_id])
    match.running, match.cancelled = False, game.end_reason == Reason.CANCELLED.value
    match.save(update_fields=["running", "cancelled"])
    for search in searches.values():
        if search.standing or match.cancelled:
            update_remaining_games(search, now)
    transaction.on_commit(TASK.wake)


def update_remaining_games(search: Search, now: datetime) -> None:
    """Store the number of games that the search still wants, and make the search due for comparison now. A search that
    is not standing changes its state to found, open or expired accordingly. The search must be locked."""
    rows = Match.objects.of_search(search.pk)
    taken = rows.filter(Q(running=True) if search.standing else Q(cancelled=False)).count()
    search.places = remaining_games(search.games, taken)
    if search.state in (SearchState.OPEN, SearchState.FOUND) and not search.standing:
        lasts = search.ends_at is None or search.ends_at > now
        search.state = SearchState.FOUND if not search.places else SearchState.OPEN if lasts else SearchState.EXPIRED
    search.look_at = now
    search.save(update_fields=["places", "state", "look_at"])
