"""The tree of a record, in a cache while a viewer is reading the record."""

from __future__ import annotations

from foundation.caches import LRUCache
from foundation.cpu_slots import cpu_slot
from library.core.tree import RecordTree
from library.models import Record
from rules.sgf import parse

trees: LRUCache[str, RecordTree] = LRUCache(8)
"""The trees of records, by the digest of their files; one has at most 20,000 nodes."""


def read_tree(record: Record) -> RecordTree:
    """Return the tree of a record, from the cache or parsed from its file. Raises TooBusy."""
    known = trees.get(record.digest)
    if known is None:
        with cpu_slot():
            known = RecordTree(parse(record.text)[0])
        trees.put(record.digest, known)
    return known
