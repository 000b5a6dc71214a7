"""Ranks and clubs are frozen when a player begins: they stay so for the whole tournament (E10, E84)."""

from __future__ import annotations

from collections.abc import Iterable

from clubs.models import Membership
from ratings.ranks import Rank
from ratings.standing import overall_of
from tournaments.models import Entry

UNRATED = 1500
"""The rating of players who were never rated: everyone's first one."""
FROZEN = ("number", "rating", "rank", "home")


def freeze(numbered: Iterable[tuple[Entry, int]]) -> None:
    """Give each entry its number, rank, rating and club; nothing is stored. The players' ratings have been fetched; one
    query for the clubs."""
    rows = list(numbered)
    homes = _homes_of([entry.player_id for entry, _ in rows])
    for entry, number in rows:
        found = overall_of(entry.player)
        given = _given(entry)
        entry.number, entry.home_id = number, homes.get(entry.player_id)
        if given is not None:
            entry.rank, entry.rating = given.steps, round(given.least_rating)
            continue
        entry.rating = UNRATED if found is None else round(found.rating)
        entry.rank = Rank.of_rating(UNRATED).steps if found is None else found.rank.steps


def _given(entry: Entry) -> Rank | None:
    """Return the rank that a director set before the start, or the one that the player stated; None without (E108)."""
    if entry.number is None and entry.rank is not None:
        return Rank(entry.rank)
    return None if entry.stated is None else Rank(entry.stated)


def _homes_of(players: list[int]) -> dict[int, int]:
    """Return for each player the club that they have been in longest, of those with public members: the reasons of
    pairings must not reveal others."""
    rows = Membership.objects.members().filter(player__in=players, club__hidden_members=False)
    latest_first = rows.order_by("-joined_at", "-pk").values_list("player_id", "club_id")
    return dict(latest_first)
