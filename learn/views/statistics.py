"""The statistics next to a page's board: the most played next moves, with their numbers of games and wins (P15)."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from learn.lesson import LessonStep
from learn.services.statistics import most_played_next_moves
from library.views.searches import NextMoveRow, next_move_rows

SHOWN = 6
"""The number of next moves that a page lists."""


@dataclass(frozen=True, slots=True)
class NextMoveStatistics:
    """The most played next moves in games and in records, the numbers of games and records, and the URL of the position
    search with all results."""

    tables: list[tuple[str, list[NextMoveRow], int]]
    address: str

    @property
    def has_moves(self) -> bool:
        """Return whether any of the tables of next moves has a row."""
        return any(rows for _kind, rows, _number in self.tables)


def statistics_for_step(step: LessonStep) -> NextMoveStatistics | None:
    """Return the statistics of a page, None for pages without statistics."""
    found = most_played_next_moves(step)
    if found is None:
        return None
    start, end = step.statistics.split()
    query = {"board": "/".join(step.start.board.rows()), "from": start, "to": end, "swapped": "on"}
    tables = [
        ("games", next_move_rows(found.in_games[:SHOWN]), found.number_of_games),
        ("records", next_move_rows(found.in_records[:SHOWN]), found.number_of_records),
    ]
    return NextMoveStatistics(tables, f"{reverse('library:search')}?{urlencode(query, safe='/')}")
