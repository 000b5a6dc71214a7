"""The pairings of a round (E83 to E85)."""

from __future__ import annotations

import hashlib

from .round_robin import schedule
from .types import Field, PairingOrder, Proposal, System


def pair(system: System, field: Field, order: PairingOrder) -> Proposal:
    """Pair a round. The same input gives the same proposal on any machine, whatever the order of the field's rows."""
    entries = sorted(entry.id for entry in field.entries if entry.plays(order.round))
    inputs = hashlib.sha256(repr((system, entries, order.round, order.seed)).encode()).hexdigest()
    rounds = schedule(tuple(entries), system.games_each)
    return Proposal(tuple(one for one in rounds if one.round == order.round), inputs)
