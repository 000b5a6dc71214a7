"""The structure of a knockout before any game: which matches lead to which match (E38, E39)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from .types import EntryId


class BracketPart(StrEnum):
    """The part of a knockout to which a match belongs."""

    UPPER = "upper"
    LOWER = "lower"
    THIRD_PLACE = "third_place"
    FINAL = "final"
    """In a double knockout: the winner of the upper bracket against the winner of the lower one."""
    SECOND_FINAL = "second_final"
    """In a double knockout: played only if the winner of the lower bracket won the final."""


class SeatOrigin(StrEnum):
    """Where the player of a seat comes from: a seed, or an earlier match."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class SeatSource:
    """Where the player of a seat comes from: the seed with this number, counted from 1, or the winner or loser of the
    match with this number."""

    origin: SeatOrigin
    number: int


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a knockout. Its pairings have the match's number as their board. Its round is the one after the latest
    of the matches whose winners or losers play in it."""

    number: int
    round: int
    bracket: BracketPart
    sources: tuple[SeatSource, SeatSource]


def bracket_seed_order(size: int) -> list[int]:
    """Return the seed numbers from top to bottom of a bracket whose size is a power of two. Seeds 1 and 2 can only meet
    in the final, seeds 1 to 4 only from the semifinals on, and so on."""
    places = [1]
    while len(places) < size:
        places = [seed for place in places for seed in (place, 2 * len(places) + 1 - place)]
    return places


def bracket_half(seed: int, count: int) -> int:
    """Return the half of the bracket, 0 or 1, that this seed is in."""
    size = bracket_size(count)
    return bracket_seed_order(size).index(seed) * 2 // size


def bracket_size(count: int) -> int:
    """Return the smallest power of two that is at least this number of players."""
    return 1 << max(count - 1, 0).bit_length()


def single_knockout(count: int, third_place: bool = False) -> tuple[BracketMatch, ...]:
    """Return the matches of a single knockout for this many players. Without `third_place`, the losers of the
    semifinals share the third place."""
    plan = _BracketBuilder()
    if count > 1:
        rounds = plan.add_upper_bracket(count)
        if third_place and len(rounds) > 1:
            losers = [SeatSource(SeatOrigin.LOSER, match) for match in rounds[-2]]
            plan.add_match(BracketPart.THIRD_PLACE, losers[0], losers[1])
    return tuple(plan.matches)


def double_knockout(count: int) -> tuple[BracketMatch, ...]:
    """Return the matches of a double knockout for this many players, in which two losses eliminate a player (E39). The
    losers of an upper-bracket round meet players from another part of that bracket."""
    plan = _BracketBuilder()
    if count < 2:
        return ()
    rounds = plan.add_upper_bracket(count)
    lower = [SeatSource(SeatOrigin.LOSER, match) for match in rounds[0]]
    for turn, matches in enumerate(rounds[1:]):
        lower = plan.add_matches(BracketPart.LOWER, lower)
        dropped = [SeatSource(SeatOrigin.LOSER, match) for match in (matches if turn % 2 else reversed(matches))]
        lower = [plan.add_match(BracketPart.LOWER, one, other) for one, other in zip(lower, dropped, strict=True)]
    champion = SeatSource(SeatOrigin.WINNER, rounds[-1][0])
    plan.add_match(BracketPart.FINAL, champion, lower[0])
    plan.add_match(BracketPart.SECOND_FINAL, champion, lower[0])
    return tuple(plan.matches)


class _BracketBuilder:
    """Builds the list of a knockout's matches, numbered from 1."""

    def __init__(self) -> None:
        self.matches: list[BracketMatch] = []

    def add_match(self, bracket: BracketPart, one: SeatSource, other: SeatSource) -> SeatSource:
        """Add a match. Return its winner as a seat source."""
        before = [
            self.matches[source.number - 1].round for source in (one, other) if source.origin is not SeatOrigin.SEED
        ]
        second = bracket is BracketPart.SECOND_FINAL
        round_ = max(before, default=0) + 1 + second
        self.matches.append(BracketMatch(len(self.matches) + 1, round_, bracket, (one, other)))
        return SeatSource(SeatOrigin.WINNER, len(self.matches))

    def add_matches(self, bracket: BracketPart, sources: list[SeatSource]) -> list[SeatSource]:
        """Add matches between neighbouring seat sources. Return the winners as seat sources."""
        return [self.add_match(bracket, one, other) for one, other in zip(sources[::2], sources[1::2], strict=True)]

    def add_upper_bracket(self, count: int) -> list[list[int]]:
        """Add the matches of the upper bracket. Return their numbers by round. Seeds beyond the count are byes."""
        sources = [SeatSource(SeatOrigin.SEED, seed) for seed in bracket_seed_order(bracket_size(count))]
        rounds: list[list[int]] = []
        while len(sources) > 1:
            sources = self.add_matches(BracketPart.UPPER, sources)
            rounds.append([source.number for source in sources])
        return rounds


def seeds_with_sections_apart(ids: tuple[EntryId, ...], section_of: Mapping[EntryId, int]) -> tuple[EntryId, ...]:
    """Return the winners of sections, given strongest first, in seed order. Players of one section are placed in
    different halves if possible."""
    count, left, seeds = len(ids), list(ids), list[EntryId]()
    halves: dict[EntryId, int] = {}
    for seed in range(1, count + 1):
        half = bracket_half(seed, count)

        def section_mates(id_: EntryId, half: int = half) -> int:
            return sum(section_of[one] == section_of[id_] and halves[one] == half for one in seeds)

        chosen = min(left, key=section_mates)
        left.remove(chosen)
        seeds.append(chosen)
        halves[chosen] = half
    return _balance_sections_between_halves(seeds, halves, section_of)


def _balance_sections_between_halves(
    seeds: list[EntryId], halves: dict[EntryId, int], section_of: Mapping[EntryId, int]
) -> tuple[EntryId, ...]:
    """Return the seeds after swaps between the two halves of the bracket. A swap is made only if fewer players of one
    section are then in the same half. The lowest seeds are swapped first."""

    def count_same_half() -> int:
        count = len(seeds)
        place = {id_: bracket_half(seed, count) for seed, id_ in enumerate(seeds, start=1)}
        return sum(
            section_of[one] == section_of[other] and place[one] == place[other]
            for at, one in enumerate(seeds)
            for other in seeds[:at]
        )

    best = count_same_half()
    for low in range(len(seeds) - 1, 0, -1):
        for high in range(low - 1, -1, -1):
            if best and halves[seeds[low]] != halves[seeds[high]]:
                seeds[low], seeds[high] = seeds[high], seeds[low]
                now = count_same_half()
                if now < best:
                    best = now
                    halves[seeds[low]], halves[seeds[high]] = halves[seeds[high]], halves[seeds[low]]
                else:
                    seeds[low], seeds[high] = seeds[high], seeds[low]
    return tuple(seeds)
