"""Ranks of rating systems, compared."""

from typing import TypedDict


class RankRange(TypedDict):
    """The ranks from the weakest to the strongest that may be meant."""

    weakest: str
    """The weakest rank, such as `8k`."""
    strongest: str
    """The strongest rank, such as `7k`."""


class RankRanges(TypedDict):
    """The ranks of each system; null where nothing is known."""

    egf: RankRange | None
    """Those of the European Go Federation."""
    aga: RankRange | None
    """Those of the American Go Association."""
    ogs: RankRange | None
    """Those of the Online Go Server, since 2021."""
    dgs: RankRange | None
    """Those of the Dragon Go Server."""
    kgs: RankRange | None
    """Those of the KGS Go Server."""


class RankSource(TypedDict):
    """A published source."""

    key: str
    """The name that rows refer to it by."""
    title: str
    """What it is called."""
    url: str
    """Where it is."""
    year: int | None
    """The year of what was read; null where it bears none."""


class RankRow(TypedDict):
    """Ranks that a source takes for equal."""

    source: str
    """The source's `key`."""
    ranks: RankRanges
    """The ranks."""


class RankTable(TypedDict):
    """All that is known."""

    sources: list[RankSource]
    """The sources."""
    rows: list[RankRow]
    """The rows of all sources, source by source, the weakest ranks first."""


class RankConversion(TypedDict):
    """What one rank is about elsewhere."""

    system: str
    """The requested system."""
    rank: str
    """The requested rank."""
    ranks: RankRanges
    """What the sources allow in every system."""
