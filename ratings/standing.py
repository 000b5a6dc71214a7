"""What is shown of a person's ratings."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import prefetch_related_objects

from accounts.models import Player
from ratings.models import Category, Rating
from ratings.ranks import Rank

ENOUGH_GAMES = 5
"""With fewer rated games a rating is not shown as a number, overall or on a size."""


def keep_ratings(player: Player, rows: list[Rating]) -> None:
    """Keep the ratings that were fetched along with a player."""
    player.fetched_ratings = rows  # type: ignore[attr-defined]


def ratings_of(player: Player) -> list[Rating]:
    """All ratings of a player; no query when they were fetched along or prefetched."""
    fetched = getattr(player, "fetched_ratings", None)
    return list(player.ratings.all()) if fetched is None else fetched


def overall_of(player: Player) -> Rating | None:
    """The rating about all games; None for those who were never rated. No query when `ratings` were prefetched."""
    return next((row for row in ratings_of(player) if row.category == Category.OVERALL), None)


def label_of(player: Player) -> str:
    """The rank as it stands beside a name: 6k, 6k? while it is a guess, "" for those who were never rated."""
    rating = overall_of(player)
    return "" if rating is None else rating.label


def know_ranks(*people: Player) -> None:
    """Fetch what is shown beside these names, in one query for all who have not got it yet."""
    prefetch_related_objects([player for player in people if not hasattr(player, "fetched_ratings")], "ratings")


def rank_of(player: Player) -> Rank | None:
    """The rank, a guess or not; None for those who were never rated."""
    rating = overall_of(player)
    return None if rating is None else rating.rank


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's ratings as their page shows them; those of sizes with few games are left out, and so is everything
    when there are few games at all."""

    overall: Rating | None
    by_size: tuple[Rating, ...]


def standing_of(player: Player) -> Standing:
    """What the page of this person shows."""
    enough = [row for row in ratings_of(player) if row.games >= ENOUGH_GAMES]
    overall = next((row for row in enough if row.category == Category.OVERALL), None)
    sizes = tuple(row for row in enough if row.category != Category.OVERALL)
    return Standing(overall, sizes if overall else ())
