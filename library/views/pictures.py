"""The last position of a record as a small picture."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.utils.safestring import SafeString

from foundation.caches import LRUCache
from library.models import Record
from rules import Board, Color, Move
from rules.notation import from_sgf
from wording.board_svg import small_board_svg

drawn: LRUCache[str, SafeString] = LRUCache(500)
"""Pictures by the digest of the file, up to 8 kB each."""


def with_pictures(records: Iterable[Record]) -> list[tuple[Record, SafeString]]:
    """Return the records, each with a picture of its last position."""
    return [(record, drawn.get_or_make(record.digest, partial(_record_svg, record))) for record in records]


def _record_svg(record: Record) -> SafeString:
    board = Board.from_rows(record.position.split("/"))
    color, point = record.last[:1], record.last[1:]
    at = from_sgf(point, record.width, record.height) if point else None
    return small_board_svg(board, Move(Color.from_letter(color), at) if at else None)
