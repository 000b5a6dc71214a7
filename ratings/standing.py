"""The ratings and ranks that pages show for a player."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import prefetch_related_objects

from accounts.core.hidden_ranks import is_rank_shown
from accounts.models import Player
from ratings.models import Category, Rating
from ratings.ranks import Rank

ENOUGH_GAMES = 5
"""The number of rated games, overall or on a size, from which on a rating is displayed as a number."""


def set_loaded_ratings(player: Player, rows: list[Rating]) -> None:
    """Store ratings that were fetched together with a player, so that `ratings_of` needs no query."""
    player.fetched_ratings = rows  # type: ignore[attr-defined]


def ratings_of(player: Player) -> list[Rating]:
    """Return all ratings of a player; no query if they are loaded or prefetched."""
    fetched = getattr(player, "fetched_ratings", None)
    return list(player.ratings.all()) if fetched is None else fetched


def find_overall_rating(player: Player) -> Rating | None:
    """Return the rating over all games, or None for players who have never been rated. No query if `ratings` are
    prefetched."""
    return next((row for row in ratings_of(player) if row.category == Category.OVERALL), None)


def rank_label_of(player: Player) -> str:
    """Return the rank as displayed after a name: 6k, or 6k? if provisional. Return "" for players who have never been
    rated, and if the reader may not or does not want to see ranks (C202)."""
    rating = find_overall_rating(player) if is_rank_shown(player) else None
    return "" if rating is None else rating.label


def load_ratings(*people: Player) -> None:
    """Load the ratings of these players in one query, except for players whose ratings are loaded already."""
    prefetch_related_objects([player for player in people if not hasattr(player, "fetched_ratings")], "ratings")


def find_rank(player: Player) -> Rank | None:
    """Return the rank over all games, provisional or not, or None for players who have never been rated."""
    rating = find_overall_rating(player)
    return None if rating is None else rating.rank


def rank_shown_to_reader(player: Player) -> Rank | None:
    """Return the rank, provisional or not. Return None for players who have never been rated, and if the reader does
    not see ranks (C202)."""
    return find_rank(player) if is_rank_shown(player) else None


@dataclass(frozen=True, slots=True)
class ProfileRatings:
    """The ratings that a player's profile shows. Board sizes with few rated games are left out. With few rated games
    overall, there are no ratings."""

    overall: Rating | None
    by_size: tuple[Rating, ...]


def profile_ratings_of(player: Player) -> ProfileRatings:
    """Return the ratings that a player's profile shows. There are none if the player's rank is not shown to the viewer
    (C202)."""
    if not is_rank_shown(player):
        return ProfileRatings(None, ())
    enough = [row for row in ratings_of(player) if row.games >= ENOUGH_GAMES]
    overall = next((row for row in enough if row.category == Category.OVERALL), None)
    sizes = tuple(row for row in enough if row.category != Category.OVERALL)
    return ProfileRatings(overall, sizes if overall else ())
