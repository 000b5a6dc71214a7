"""Ranks in different rating systems, and how they correspond."""

from typing import TypedDict


class RankRange(TypedDict):
    """The weakest and the strongest rank that may correspond to a rank in another system."""

    weakest: str
    """The weakest rank, such as `8k`."""
    strongest: str
    """The strongest rank, such as `7k`."""


class RankRanges(TypedDict):
    """The corresponding ranks in each rating system; null where no source has any."""

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
    igs: RankRange | None
    """Those of IGS (Pandanet)."""


class RankSource(TypedDict):
    """A published table that compares the ranks of servers and associations."""

    key: str
    """The key by which rows name the source."""
    title: str
    """The title."""
    url: str
    """The URL of the source."""
    year: int | None
    """The year of publication; null if unknown."""


class RankRow(TypedDict):
    """Ranks of different systems that one source considers equal."""

    source: str
    """The source's `key`."""
    ranks: RankRanges
    """The ranks."""


class RankTable(TypedDict):
    """All rows of equal ranks, and the tables they come from."""

    sources: list[RankSource]
    """The sources."""
    rows: list[RankRow]
    """The rows of all sources, source by source, the weakest ranks first."""


class RankConversion(TypedDict):
    """A rank of one system, and the corresponding ranks in all systems."""

    system: str
    """The requested system."""
    rank: str
    """The requested rank."""
    ranks: RankRanges
    """The corresponding ranks in every system, by the sources."""


class StartingRank(TypedDict):
    """The rank in another system that you have stated, and the rank here from which your rating started."""

    system: str | None
    """The system of the rank; null if you have stated none."""
    rank: str | None
    """The rank in that system, such as `7k`."""
    here: str | None
    """The rank on this server from which the rating started."""
    may_change: bool
    """Whether you can still change the stated rank. You can until your first rated game."""
