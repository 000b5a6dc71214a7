"""A maximum-weight matching that is the same on every machine and for every order of its input (E83, E84)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from .types import EntryId, Pair

_ROOM = 2**32
"""The factor for all weights, which lets hashes decide between equal sums and nothing else."""


def best_matching(weights: Mapping[Pair, int], key: bytes) -> frozenset[Pair]:
    """Return a matching with the largest number of pairs and, among these, the greatest total weight. The key decides
    between equal matchings.

    `weights` has the allowed pairs, each with a weight of at least 0.
    """
    ids = sorted({id_ for pair in weights for id_ in pair})
    index = {id_: place for place, id_ in enumerate(ids)}
    below = _ROOM // max(len(ids), 1)
    found = _heaviest_matching(list(_weighted_edges(weights, index, (key, below))))
    return frozenset(frozenset((ids[one], ids[other])) for one, other in found)


def _heaviest_matching(edges: list[tuple[int, int, int]]) -> Iterable[tuple[int, int]]:
    """Return the maximal matching of greatest weight, computed by rustworkx if it is installed, otherwise by networkx.

    Both find the same matching, because no two matchings have the same weight. networkx is pure Python, and takes a
    second for 128 players and ten minutes for 1,000. rustworkx takes seconds but requires numpy (70 MB), so it is an
    optional extra. The import is in the function because few processes pair players, and either library takes a
    twentieth of a process's start.
    """
    try:
        import rustworkx
    except ImportError:
        import networkx

        plain: networkx.Graph[int] = networkx.Graph()
        plain.add_weighted_edges_from(edges)
        matching: Iterable[tuple[int, int]] = networkx.max_weight_matching(plain, maxcardinality=True)
        return matching
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.extend_from_weighted_edge_list(edges)
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def _weighted_edges(
    weights: Mapping[Pair, int], index: Mapping[EntryId, int], draw: tuple[bytes, int]
) -> Iterable[tuple[int, int, int]]:
    key, below = draw
    for low, high, weight in sorted((*sorted(pair), weight) for pair, weight in weights.items()):
        yield index[low], index[high], weight * _ROOM + _pair_hash(key, low, high) % below


def _pair_hash(key: bytes, low: EntryId, high: EntryId) -> int:
    return int.from_bytes(hashlib.blake2b(f"{low}:{high}".encode(), digest_size=8, key=key).digest())
