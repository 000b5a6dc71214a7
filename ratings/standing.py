"""What is shown of a person's ratings."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import prefetch_related_objects

from accounts.models import Player
from ratings.models import Category, Rating
from ratings.ranks import Rank

ENOUGH_GAMES = 5
"""With fewer rated games a rating is not shown as a number, overall or on a size."""


def overall_of(player: Player) -> Rating | None:
    """The rating about all games; None for those who were never rated. No query when `ratings` were prefetched."""
    return next((row for row in player.ratings.all() if row.category == Category.OVERALL), None)


def label_of(player: Player) -> str:
    """The rank as it stands beside a name: 6k, 6k? while it is a guess, "" for those who were never rated."""
    rating = overall_of(player)
    return "" if rating is None else rating.label


def know_ranks(*people: Player) -> None:
    """Fetch what is shown beside these names, in one query for all who have not got it yet."""
    prefetch_related_objects(people, "ratings")


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
    enough = [row for row in player.ratings.all() if row.games >= ENOUGH_GAMES]
    overall = next((row for row in enough if row.category == Category.OVERALL), None)
    sizes = tuple(row for row in enough if row.category != Category.OVERALL)
    return Standing(overall, sizes if overall else ())
