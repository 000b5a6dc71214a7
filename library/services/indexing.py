"""Make positions of records searchable soon after the records are kept (L10). After the commit, the worker or a thread
of this process is notified.

Computing a canonical position takes a tenth of a millisecond, which adds up for an upload of many games.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from django.db import transaction

from foundation import background
from foundation.apps_off import is_on
from foundation.dispatch import SECONDS_BETWEEN_LOOKS, BackgroundTask
from library.core.tree import RecordTree
from library.models import Record, RecordPattern, RecordPosition
from rules import Color
from rules.sgf import parse
from sharing.models import Opening
from sharing.patterns.rows import SEEN, pattern_rows_of
from sharing.symmetry import canonical_position

logger = logging.getLogger(__name__)
TASK = BackgroundTask("library.tasks.index_positions")
AT_ONCE = 20
MOST_NODES = 500
"""The number of nodes of the main line whose positions can be searched."""


def start_indexing_thread() -> threading.Thread:
    """Start a thread that indexes records until the process ends."""
    return background.start("library", index_missing_records, SECONDS_BETWEEN_LOOKS, woken_by=TASK.wanted)


def index_missing_records() -> bool:
    """Index some kept records that are not indexed yet. Return whether there may be more. A failure is logged, and does
    not stop other records."""
    if not is_on("library"):
        return False
    missing = Record.objects.kept().filter(is_indexed=False).order_by("pk")
    numbers = list(missing.values_list("pk", flat=True)[:AT_ONCE])
    for number in numbers:
        try:
            index_record(number)
        except Exception:
            logger.exception("record %s cannot be indexed", number)
            Record.objects.filter(pk=number).update(is_indexed=True)
    return len(numbers) == AT_ONCE


def index_record(record_id: int) -> int:
    """Store the positions of a record, replacing existing rows. Return their number. It is 0 for a deleted record, and
    for Torus Go, where the same stones are a different position."""
    with transaction.atomic():
        record = Record.objects.select_for_update(no_key=True).filter(pk=record_id).first()
        if record is None:
            return 0
        tree = RecordTree(parse(record.text)[0])
        rows = {} if tree.wraps else {row.key: row for row in _position_rows(record, tree)}
        record.positions.all().delete()
        record.patterns.all().delete()
        RecordPosition.objects.bulk_create(rows.values())
        RecordPattern.objects.bulk_create(() if tree.wraps else _pattern_rows(record, tree))
        Record.objects.filter(pk=record_id).update(is_indexed=True)
    return len(rows)


def store_visibility_in_index(record: Record) -> None:
    """Store in a record's indexed positions and patterns whether the record is public."""
    private_owner = _private_owner(record)
    record.positions.update(private_owner=private_owner)
    record.patterns.update(private_owner=private_owner)


def _private_owner(record: Record) -> int | None:
    return None if record.is_public else record.owner_id


def _winner_color(record: Record) -> int | None:
    return {"B": int(Color.BLACK), "W": int(Color.WHITE)}.get(record.result[:1])


def _pattern_rows(record: Record, tree: RecordTree) -> Iterator[RecordPattern]:
    nodes = [0, *tree.main_line_after(0)][: SEEN + 1]
    line = [(at.board, tree.move_of(node)) for node, at in zip(nodes, tree.positions(nodes), strict=True)]
    common: dict[str, Any] = {
        "record": record,
        "winner": _winner_color(record),
        "private_owner": _private_owner(record),
    }
    for row in pattern_rows_of(line):
        yield RecordPattern(**asdict(row), **common)


def _position_rows(record: Record, tree: RecordTree) -> Iterator[RecordPosition]:
    line = [0, *tree.main_line_after(0)][:MOST_NODES]
    common: dict[str, Any] = {
        "record": record,
        "winner": _winner_color(record),
        "private_owner": _private_owner(record),
    }
    for node, position in zip(line, tree.positions(line), strict=True):
        after = tree.move_of(node + 1) if node + 1 < len(line) else None
        form = canonical_position(position.board, after.color if after is not None else tree.to_play(node))
        move = None if after is None else Opening.PASS if after.point is None else form.to_canonical(after.point)
        yield RecordPosition(node=node, key=form.key, next=move, **common)
