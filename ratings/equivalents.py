"""Approximate equivalents of ranks in different rating systems, from published sources. Nothing here was measured by
this project.

Each source is a table of rows. A row has ranks that the source considers equal, one range for each system in the table.
Nothing is averaged. The result is the range of all sources together, which shows how far they differ (docs/ratings.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from ratings.ranks import STRONGEST, WEAKEST, Rank


class RankSystem(StrEnum):
    """A rating system of a Go server or federation."""

    EGF = "egf"
    AGA = "aga"
    OGS = "ogs"
    DGS = "dgs"
    KGS = "kgs"
    IGS = "igs"


@dataclass(frozen=True, slots=True)
class RankRange:
    """The weakest and the strongest rank that may correspond to a rank in another system."""

    weakest: Rank
    strongest: Rank

    def __contains__(self, rank: Rank) -> bool:
        return self.weakest <= rank <= self.strongest

    def __or__(self, other: RankRange) -> RankRange:
        return RankRange(min(self.weakest, other.weakest), max(self.strongest, other.strongest))


@dataclass(frozen=True, slots=True)
class PublishedRankTable:
    """A published table of equivalent ranks: its name, and the URL and year of the edition that was used. The year is
    None if the edition has none."""

    key: str
    title: str
    url: str
    year: int | None


@dataclass(frozen=True, slots=True)
class EquivalentRanks:
    """Ranks that one source considers equal."""

    source: PublishedRankTable
    ranks: dict[RankSystem, RankRange]


SENSEIS = PublishedRankTable(
    "senseis",
    "Sensei's Library: Rank - worldwide comparison",
    "https://senseis.xmp.net/?RankWorldwideComparison",
    2009,
)
DRAGON = PublishedRankTable("dragon", "Dragon Go Server: include/rating.php", "https://github.com/axd1967/DGS", None)
FORUM = PublishedRankTable(
    "forum",
    "OGS forum: 2021 rating and rank adjustments",
    "https://forums.online-go.com/t/2021-rating-and-rank-adjustments/33389",
    2021,
)
SOURCES = (SENSEIS, DRAGON, FORUM)

_OF_SENSEIS = """
28k 26k 20k - -  27k 25k 19k - -  26k 24k 18k - -  25k 23k 17k - -  24k 22k 16k 25k -  23k 21k 16k 24k -
22k 19k 16k 23k -  21k 18k 15k 22k -  20k 17k 15k 21k -  19k 16k 14k 20k -  18k 15k 13k 19k -
17k 14k 12k 18k 17k  17k 13k 12k 17k 16k  16k 12k 11k 16k 15k  15k 11k 10k 15k 14k  14k 10k 9k 14k 13k
14k 9k 9k 13k 13k  13k 8k 8k 12k 12k  12k 7k 7k 11k 11k  11k 6k 6k 10k 10k  10k 6k 6k 9k 9k  9k 5k 5k 8k 8k
8k 5k 5k 7k 7k  7k 4k 4k 6k 6k  6k 3k 4k 5k 5k  5k 2k 3k 4k 4k  4k 1k 2k 3k 3k  3k 1d 1k 2k 2k  2k 2d 1d 1k 1k
1k 3d 2d 1d 1d  1d 4d 3d 2d 2d  2d 5d 4d 3d 3d  3d 6d 5d 4d 4d  4d 6d 5d 4d 5d  5d 7d 6d 5d 6d  6d 8d 7d - 7d
"""
"""Rows of EGF, AGA, KGS, DGS and IGS ranks. Players weaker than 17k have the rank BC (beginner class) on IGS, which is
left out. So is the source's column for OGS, because it is of a scale before 2021."""
_KGS_FOR_DRAGON = ((100, -700), (600, 0), (1400, 1000), (1500, 1200), (2400, 2200), (2700, 2600))
"""Pairs of points on KGS and on the Dragon Go Server, with linear interpolation between them. 1d is 2100, a rank is
100 points."""
_AGA_FOR_DRAGON = 300
_OF_30K = -900
_DRAGON_KNOWS = ("28k", "6d")
_FORUM_SAME = "5k"
"""The strongest rank up to which OGS ranks are as wide as EGF ranks."""


def equivalent_ranks(system: RankSystem, rank: Rank) -> dict[RankSystem, RankRange | None]:
    """Return the approximate equivalent of this rank of `system` in every system, with None for systems to which no
    source converts it."""
    return {other: _find_range(system, rank, other) for other in RankSystem}


def _find_range(system: RankSystem, rank: Rank, other: RankSystem) -> RankRange | None:
    """Return the range of ranks in the other system, or None if no source has one. Uses the rows of TABLE that have
    both systems. If there are none, converts the rank to an EGF rank and that to the other system."""
    if system is other:
        return RankRange(rank, rank)
    found = _range_in_shared_rows(system, RankRange(rank, rank), other)
    if found is None and (between := _range_in_shared_rows(system, RankRange(rank, rank), RankSystem.EGF)) is not None:
        found = _range_in_shared_rows(RankSystem.EGF, between, other)
    return found


def _range_in_shared_rows(system: RankSystem, asked: RankRange, other: RankSystem) -> RankRange | None:
    found: RankRange | None = None
    for row in TABLE:
        mine, theirs = row.ranks.get(system), row.ranks.get(other)
        if mine and theirs and mine.weakest <= asked.strongest and asked.weakest <= mine.strongest:
            found = theirs if found is None else found | theirs
    return found


def _parse_rank(text: str) -> Rank:
    rank = Rank.parse(text)
    if rank is None:
        raise ValueError(f"{text} is not a rank.")
    return rank


def _senseis_equivalents() -> list[EquivalentRanks]:
    texts = _OF_SENSEIS.split()
    systems = (RankSystem.EGF, RankSystem.AGA, RankSystem.KGS, RankSystem.DGS, RankSystem.IGS)
    rows = []
    for at in range(0, len(texts), len(systems)):
        written = zip(systems, texts[at : at + len(systems)], strict=True)
        rows.append(
            EquivalentRanks(
                SENSEIS,
                {system: RankRange(_parse_rank(text), _parse_rank(text)) for system, text in written if text != "-"},
            )
        )
    return rows


def _dragon_equivalents() -> list[EquivalentRanks]:
    """Return one row for each rank that a new member of the Dragon Go Server can choose, with the equivalent EGF, AGA
    and KGS ranks."""
    weakest, strongest = (_parse_rank(text).steps for text in _DRAGON_KNOWS)
    rows = []
    for steps in range(weakest, strongest + 1):
        points = _egf_to_dragon_points(100 * steps + _OF_30K)
        numbers = {
            RankSystem.EGF: 100 * steps + _OF_30K,
            RankSystem.DGS: points,
            RankSystem.AGA: points + _AGA_FOR_DRAGON,
            RankSystem.KGS: _dragon_to_kgs_points(points),
        }
        rows.append(EquivalentRanks(DRAGON, {system: _single_rank_range(number) for system, number in numbers.items()}))
    return rows


def _egf_to_dragon_points(egf_points: int) -> int:
    """Return the Dragon Go Server rating, in points, of an EGF rating in points. From 25k to 18k it is one rank lower
    than the EGF rating, and from 13k to 9k one rank higher."""
    if -400 <= egf_points <= 300:
        return egf_points - 100
    return egf_points + 100 if 800 <= egf_points <= 1200 else egf_points


def _dragon_to_kgs_points(points: int) -> float:
    """Return the KGS rating, in points, of a Dragon Go Server rating in points, by interpolation in the table
    _KGS_FOR_DRAGON."""
    pairs = pairwise(_KGS_FOR_DRAGON)
    (low, from_), (high, to) = next((one, two) for one, two in pairs if points <= two[1])
    return low + (points - from_) * (high - low) / (to - from_)


def _single_rank_range(points: float) -> RankRange:
    rank = Rank(min(max(round((points - _OF_30K) / 100), WEAKEST), STRONGEST))
    return RankRange(rank, rank)


def _ogs_equivalents(known: list[EquivalentRanks]) -> list[EquivalentRanks]:
    """Return rows of OGS ranks and the equivalent ranks of other systems. Up to 5k OGS ranks equal EGF ranks; stronger
    ones are between EGF and AGA ranks."""
    rows = []
    for steps in range(WEAKEST, _parse_rank("6d").steps + 1):
        egf = aga = Rank(steps)
        if egf > _parse_rank(_FORUM_SAME):
            aga = max(row.ranks[RankSystem.AGA].strongest for row in known if egf in row.ranks[RankSystem.EGF])
        rows.append(EquivalentRanks(FORUM, {RankSystem.EGF: RankRange(egf, egf), RankSystem.OGS: RankRange(egf, aga)}))
    return rows


_BEFORE = [*_senseis_equivalents(), *_dragon_equivalents()]
TABLE: tuple[EquivalentRanks, ...] = (*_BEFORE, *_ogs_equivalents(_BEFORE))
