"""A matching of greatest weight, the same whatever the order of its input and on any machine (E83, E84)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from .types import EntryId, Pair

_ROOM = 2**32
"""Weights are multiplied by this, so that hashes decide between equal sums and nothing else."""


def best_matching(weights: Mapping[Pair, int], key: bytes) -> frozenset[Pair]:
    """As many pairs as can be, and of those matchings the heaviest; of equal ones the one that the key draws.

    `weights` names the pairs that may be, each with a weight of at least 0.
    """
    import rustworkx  # a twentieth of what a process takes to start, and few of them pair anybody

    ids = sorted({id_ for pair in weights for id_ in pair})
    index = {id_: place for place, id_ in enumerate(ids)}
    graph: rustworkx.PyGraph[EntryId, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(ids)
    below = _ROOM // max(len(ids), 1)
    graph.add_edges_from(list(_edges(weights, index, (key, below))))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return frozenset(frozenset((ids[one], ids[other])) for one, other in found)


def _edges(
    weights: Mapping[Pair, int], index: Mapping[EntryId, int], draw: tuple[bytes, int]
) -> Iterable[tuple[int, int, int]]:
    key, below = draw
    for low, high, weight in sorted((*sorted(pair), weight) for pair, weight in weights.items()):
        yield index[low], index[high], weight * _ROOM + _hash(key, low, high) % below


def _hash(key: bytes, low: EntryId, high: EntryId) -> int:
    return int.from_bytes(hashlib.blake2b(f"{low}:{high}".encode(), digest_size=8, key=key).digest())
