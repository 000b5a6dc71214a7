"""Freeze a player's rank and club for the whole tournament when the player begins (E10, E84)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from clubs.models import Membership
from ratings.ranks import Rank
from ratings.standing import find_overall_rating
from tournaments.models import Entry, Tournament

UNRATED = 1500
"""The initial rating, for players who were never rated."""
FROZEN = ("number", "rating", "rank", "home")


def set_frozen_fields(numbered: Iterable[tuple[Entry, int]]) -> None:
    """Set number, rank, rating and club of each entry, without saving. The players' ratings must be loaded. One query,
    for the clubs."""
    rows = list(numbered)
    homes = _home_clubs([entry.player_id for entry, _ in rows])
    for entry, number in rows:
        found = find_overall_rating(entry.player)
        given = _rank_before_start(entry)
        entry.number, entry.home_id = number, homes.get(entry.player_id)
        if given is not None:
            entry.rank, entry.rating = given.steps, round(given.least_rating)
            continue
        entry.rating = UNRATED if found is None else round(found.rating)
        entry.rank = Rank.of_rating(UNRATED).steps if found is None else found.rank.steps


def frozen_entries(tournament: Tournament) -> list[Entry]:
    """Return the current players' entries with lots drawn by the tournament's seed, and current ranks and clubs,
    without saving."""
    rows = Entry.objects.filter(tournament=tournament).entered()
    rows = rows.select_related("player").prefetch_related("player__ratings")
    entries = sorted(rows, key=lambda entry: _draw_lot(tournament.seed, entry))
    set_frozen_fields((entry, number) for number, entry in enumerate(entries, start=1))
    return entries


def _draw_lot(seed: str, entry: Entry) -> str:
    """Return the lot of an entry: a hash of the seed and the entry. Anyone who knows the seed can compute the lot."""
    return hashlib.sha256(f"{seed}:{entry.player_id}".encode()).hexdigest()


def _rank_before_start(entry: Entry) -> Rank | None:
    """Return the rank that a director set before the start, otherwise the stated one, otherwise None (E108)."""
    if entry.number is None and entry.rank is not None:
        return Rank(entry.rank)
    return None if entry.stated is None else Rank(entry.stated)


def _home_clubs(players: list[int]) -> dict[int, int]:
    """Return the club of each player, by player id. It is the club in which they have been longest among clubs with
    public members, because pairing reasons must not reveal other clubs."""
    rows = Membership.objects.members().filter(player__in=players, club__hidden_members=False)
    latest_first = rows.order_by("-joined_at", "-pk").values_list("player_id", "club_id")
    return dict(latest_first)
