"""Ranks as they are when somebody begins to play: they stay so for the whole tournament (E10)."""

from __future__ import annotations

from competitions.models import Entry
from ratings.ranks import Rank
from ratings.standing import overall_of

UNRATED = 1500
"""Who was never rated starts with the rating that everybody is given first."""
FROZEN = ("number", "rating", "rank")


def freeze(entry: Entry, number: int) -> None:
    """Give an entry its number, rank and rating; nothing is stored. The player's ratings have been fetched."""
    found = overall_of(entry.player)
    entry.number = number
    entry.rating = UNRATED if found is None else round(found.rating)
    entry.rank = Rank.of_rating(UNRATED).steps if found is None else found.rank.steps
