"""The indexes of seats, from which lists of games are read. Each index is named after its list.

Lists of all players' games read only the first seat of each game. Additional columns in an index serve filters, so that
PostgreSQL needs only the index for a list. SQLite ignores these columns and reads the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from django.db import models
from django.db.models import Index, Q

FIRST = Q(index=0)
ENDED = Q(finished_at__isnull=False)
RUNNING = Q(finished_at__isnull=True)
VARIED = ~Q(variant="")
FILTERS = ("private", "rule_set", "size", "rated")


class SeatQuerySet(models.QuerySet[Any]):  # of Seat, whose module imports this one
    """Filters for seats, from which lists of games are read (`services.listing`)."""

    def first_seats(self) -> Self:
        """Return the first seat of every game, which represents its game in lists of all games."""
        return self.filter(index=0)

    def running(self) -> Self:
        """Return the seats of games in progress."""
        return self.filter(finished_at__isnull=True)

    def ended(self) -> Self:
        """Return the seats of finished games."""
        return self.filter(finished_at__isnull=False)


def seat_indexes() -> list[Index]:
    """Return all indexes of seats."""
    return [*_indexes_of_one_player(), *_indexes_of_all_players()]


def _indexes_of_one_player() -> list[Index]:
    return [
        _make_index("seat_of_player", ["player", "-game"], include=(*FILTERS, "started_at", "finished_at")),
        _make_index("seat_running", ["player", "-game"], RUNNING, include=("private",)),
        _make_index("seat_ended", ["player", "-finished_at", "-game"], ENDED, include=(*FILTERS, "result")),
        _make_index(
            "seat_private", ["player", "-game"], Q(private=True), include=("finished_at", "size", "color", "result")
        ),
        _make_index("seat_results", ["player", "private", "size", "color", "result"], ENDED),
    ]  # fmt: skip


def _indexes_of_all_players() -> list[Index]:
    return [
        _make_index("games_newest", ["private", "-game"], FIRST, include=("rated", "started_at", "finished_at")),
        _make_index("games_newest_running", ["private", "-game"], FIRST & RUNNING),
        _make_index("games_newest_rules", ["private", "rule_set", "-game"], FIRST, include=("size", "rated")),
        _make_index("games_newest_size", ["private", "size", "-game"], FIRST, include=("rule_set", "rated")),
        _make_index("games_newest_variant", ["private", "variant", "-game"], FIRST & VARIED),
        _make_index("games_ended_variant", ["private", "variant", "-finished_at", "-game"], FIRST & VARIED & ENDED),
        _make_index("games_begun", ["private", "-started_at", "-game"], FIRST),
        _make_index("games_ended", ["private", "-finished_at", "-game"], FIRST & ENDED, include=("rated",)),
        _make_index("games_ended_rules", ["private", "rule_set", "-finished_at", "-game"], FIRST & ENDED,
               include=("size", "rated")),
        _make_index("games_ended_size", ["private", "size", "-finished_at", "-game"], FIRST & ENDED,
               include=("rule_set", "rated")),
    ]  # fmt: skip


def _make_index(name: str, fields: list[str], condition: Q | None = None, *, include: Sequence[str] = ()) -> Index:
    return Index(fields=fields, name=name, condition=condition, include=include or None)
