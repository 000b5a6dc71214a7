"""Who stands where: a pure function of entries, pairings, results and adjustments (E3)."""

from __future__ import annotations

from .types import Criterion, Field, Standing, System


def standings(system: System, field: Field, through_round: int | None = None) -> tuple[Standing, ...]:
    """The table after a round (None: after all), best first; those whom no criterion parts share a place.

    Pairings whose result is undecided give nothing yet.
    """
    del through_round, system
    return tuple(Standing(1, entry.id, {Criterion.POINTS: 0}) for entry in field.entries)
