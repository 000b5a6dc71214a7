"""Standings, as a pure function of entries, pairings, results and adjustments (E3)."""

from __future__ import annotations

from collections import defaultdict

from .ledger import Ledger, make_ledger
from .tiebreaks import Values, criterion_values, direct_comparison
from .types import Criterion, EntryId, StageData, StageSystem, StandingsRow, SystemKind

USUAL = {
    SystemKind.ROUND_ROBIN: (Criterion.DIRECT, Criterion.SODOS),
    SystemKind.SWISS: (Criterion.SOS,),
    SystemKind.MCMAHON: (Criterion.SOS,),
    SystemKind.GROUPS: (Criterion.SOS,),
    SystemKind.FREE: (Criterion.POINTS, Criterion.SEED),
}
"""The usual tie-breaks of each system (E30 to E33); players equal by all of them share a place."""


def criteria_of_table(system: StageSystem) -> tuple[Criterion, ...]:
    """Return the criteria of the table: points or MMS, then the tie-breaks."""
    first = Criterion.MMS if system.starts_by_rank else Criterion.POINTS
    if system.kind is SystemKind.FREE:
        first = Criterion.FREE
    rest = system.tiebreaks or USUAL.get(system.kind, ())
    return (first, *(one for one in rest if one is not first))


def standings_table(
    system: StageSystem, field: StageData, through_round: int | None = None
) -> tuple[StandingsRow, ...]:
    """Return the table after round `through_round`, best first. None means after all rounds with a pairing. Players
    equal by all criteria share a place.

    An undecided pairing gives neither player points yet, but each counts as the other's opponent in SOS. A player who
    was available for a round but had no pairing or bye gets no points for it. Pairings with entrants of other stages
    are left out.
    """
    sums = make_ledger(system, field, through_round)
    order = criteria_of_table(system)
    keys: dict[EntryId, tuple[int, ...]] = dict.fromkeys(sums.entries, ())
    for criterion in order:
        values = (
            _direct_comparison(sums, keys)
            if criterion is Criterion.DIRECT
            else criterion_values(system, sums, criterion)
        )
        keys = {id_: (*key, values[id_]) for id_, key in keys.items()}
    ordered = sorted(keys, key=lambda id_: (tuple(-value for value in keys[id_]), _list_order_key(sums, id_)))
    places: dict[tuple[int, ...], int] = {}
    for place, id_ in enumerate(ordered, start=1):
        places.setdefault(keys[id_], place)
    return tuple(StandingsRow(places[keys[id_]], id_, dict(zip(order, keys[id_], strict=True))) for id_ in ordered)


def _direct_comparison(sums: Ledger, keys: dict[EntryId, tuple[int, ...]]) -> Values:
    """Return the values of the direct comparison, computed within each group of players with equal `keys`."""
    tied: dict[tuple[int, ...], list[EntryId]] = defaultdict(list)
    for id_, key in keys.items():
        tied[key].append(id_)
    return {id_: value for group in tied.values() for id_, value in direct_comparison(sums, group).items()}


def _list_order_key(sums: Ledger, id_: EntryId) -> tuple[int, int, str, EntryId]:
    """Return the key that orders equal players in the list. This order has no meaning."""
    entry = sums.entries[id_]
    return -entry.rank, -entry.rating, entry.name, id_
