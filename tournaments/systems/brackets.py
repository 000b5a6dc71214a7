"""The structure of a knockout before any game: which matches lead to which (E38, E39)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from .types import EntryId


class Bracket(StrEnum):
    """The part of a bracket that a match belongs to."""

    UPPER = "upper"
    LOWER = "lower"
    THIRD_PLACE = "third_place"
    FINAL = "final"
    """In a double knockout: the winner of the upper bracket against the winner of the lower one."""
    SECOND_FINAL = "second_final"
    """In a double knockout: played only if the winner of the lower bracket won the final."""


class Origin(StrEnum):
    """Where the player of a seat comes from."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Source:
    """The player of a seat: the seed with this number, from 1, or the winner or loser of the match with this
    number."""

    origin: Origin
    number: int


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match of a bracket. Its number is the board of its pairings; its round is the one after the rounds of the
    matches that lead to it."""

    number: int
    round: int
    bracket: Bracket
    sources: tuple[Source, Source]


def seed_order(size: int) -> list[int]:
    """Return the seeds from top to bottom of a bracket whose size is a power of two: seeds 1 and 2 can only meet in
    the last round, and so on."""
    places = [1]
    while len(places) < size:
        places = [seed for place in places for seed in (place, 2 * len(places) + 1 - place)]
    return places


def bracket_half(seed: int, count: int) -> int:
    """Return the half of the bracket, 0 or 1, that this seed is in."""
    size = bracket_size(count)
    return seed_order(size).index(seed) * 2 // size


def bracket_size(count: int) -> int:
    """Return the smallest power of two that is at least this number of players."""
    return 1 << max(count - 1, 0).bit_length()


def single_knockout(count: int, third_place: bool = False) -> tuple[MatchPlan, ...]:
    """Return the matches of a single knockout. Without a match for the third place, two players share that place."""
    plan = _PlanBuilder()
    if count > 1:
        rounds = plan.upper(count)
        if third_place and len(rounds) > 1:
            losers = [Source(Origin.LOSER, match) for match in rounds[-2]]
            plan.add(Bracket.THIRD_PLACE, losers[0], losers[1])
    return tuple(plan.matches)


def double_knockout(count: int) -> tuple[MatchPlan, ...]:
    """Return the matches of a double knockout, in which two losses eliminate a player (E39). Losers of the upper
    bracket meet players from another part of that bracket."""
    plan = _PlanBuilder()
    if count < 2:
        return ()
    rounds = plan.upper(count)
    lower = [Source(Origin.LOSER, match) for match in rounds[0]]
    for turn, matches in enumerate(rounds[1:]):
        lower = plan.paired_up(Bracket.LOWER, lower)
        dropped = [Source(Origin.LOSER, match) for match in (matches if turn % 2 else reversed(matches))]
        lower = [plan.add(Bracket.LOWER, one, other) for one, other in zip(lower, dropped, strict=True)]
    champion = Source(Origin.WINNER, rounds[-1][0])
    plan.add(Bracket.FINAL, champion, lower[0])
    plan.add(Bracket.SECOND_FINAL, champion, lower[0])
    return tuple(plan.matches)


class _PlanBuilder:
    """Builds the list of matches, numbered from 1."""

    def __init__(self) -> None:
        self.matches: list[MatchPlan] = []

    def add(self, bracket: Bracket, one: Source, other: Source) -> Source:
        """Add a match; return its winner as a source."""
        before = [self.matches[source.number - 1].round for source in (one, other) if source.origin is not Origin.SEED]
        second = bracket is Bracket.SECOND_FINAL
        round_ = max(before, default=0) + 1 + second
        self.matches.append(MatchPlan(len(self.matches) + 1, round_, bracket, (one, other)))
        return Source(Origin.WINNER, len(self.matches))

    def paired_up(self, bracket: Bracket, sources: list[Source]) -> list[Source]:
        """Add matches between neighbours; return their winners as sources."""
        return [self.add(bracket, one, other) for one, other in zip(sources[::2], sources[1::2], strict=True)]

    def upper(self, count: int) -> list[list[int]]:
        """Add the upper bracket; return the numbers of its matches by round. Seeds beyond the count are byes."""
        sources = [Source(Origin.SEED, seed) for seed in seed_order(bracket_size(count))]
        rounds: list[list[int]] = []
        while len(sources) > 1:
            sources = self.paired_up(Bracket.UPPER, sources)
            rounds.append([source.number for source in sources])
        return rounds


def seeded_apart(ids: tuple[EntryId, ...], section_of: Mapping[EntryId, int]) -> tuple[EntryId, ...]:
    """Return winners of sections, given strongest first, in the order of seeds: players of one section are in
    different halves if possible."""
    count, left, seeds = len(ids), list(ids), list[EntryId]()
    halves: dict[EntryId, int] = {}
    for seed in range(1, count + 1):
        half = bracket_half(seed, count)

        def mates(id_: EntryId, half: int = half) -> int:
            return sum(section_of[one] == section_of[id_] and halves[one] == half for one in seeds)

        chosen = min(left, key=mates)
        left.remove(chosen)
        seeds.append(chosen)
        halves[chosen] = half
    return _separate_sections(seeds, halves, section_of)


def _separate_sections(
    seeds: list[EntryId], halves: dict[EntryId, int], section_of: Mapping[EntryId, int]
) -> tuple[EntryId, ...]:
    """Return the seeds after swaps between the two halves, as long as that separates more players of one section; the
    lowest seeds are swapped first."""

    def together() -> int:
        count = len(seeds)
        place = {id_: bracket_half(seed, count) for seed, id_ in enumerate(seeds, start=1)}
        return sum(
            section_of[one] == section_of[other] and place[one] == place[other]
            for at, one in enumerate(seeds)
            for other in seeds[:at]
        )

    best = together()
    for low in range(len(seeds) - 1, 0, -1):
        for high in range(low - 1, -1, -1):
            if best and halves[seeds[low]] != halves[seeds[high]]:
                seeds[low], seeds[high] = seeds[high], seeds[low]
                now = together()
                if now < best:
                    best = now
                    halves[seeds[low]], halves[seeds[high]] = halves[seeds[high]], halves[seeds[low]]
                else:
                    seeds[low], seeds[high] = seeds[high], seeds[low]
    return tuple(seeds)
