"""The players to be paired in a round, with the values from which the weights of pairs are computed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from .ledger import Ledger, make_ledger
from .standings import criteria_of_table
from .tiebreaks import criterion_values
from .types import WIN, Criterion, Entrant, EntryId, EventResult, Pair, PairingValue, StageData, StageSystem

FIRST_DAN = 30


@dataclass(frozen=True, slots=True)
class PairingCandidate:
    """A player to be paired, with the values before the round from which the weights of their pairs are computed."""

    entry: Entrant
    score: int
    """The score in whole points: MMS or wins."""
    group: int
    """The score group, 0 the highest; empty groups are not counted."""
    place: int
    """The place within the group, 0 for the best."""
    size: int
    """The size of the group."""
    ups: int
    """The number of times the player was paired with someone with a higher score."""
    downs: int
    whites: int
    """The number of even games with White minus those with Black."""
    last_white: bool | None
    """Whether the player had White in the last even game; None if there was none."""
    byes: int
    free: bool
    """Whether the player is paired without regard to clubs, because the player is in the top group or is strong."""
    club_group: str
    """The player's group of clubs, by their own label or by that of a member of their club; "" for none."""


@dataclass(frozen=True, slots=True)
class RoundInput:
    """A round to be paired: its system, its number, and its candidates by entry id. `met` counts how often each pair
    has played."""

    system: StageSystem
    number: int
    candidates: dict[EntryId, PairingCandidate]
    met: Counter[Pair]
    scores: int
    """The number of possible scores; in McMahon corrections reach from -1 to +2."""


def round_input(system: StageSystem, field: StageData, number: int, ids: Collection[EntryId]) -> RoundInput:
    """Return round `number` with its candidates, which are the entrants with these ids. Their values are computed from
    earlier rounds only."""
    before = [one for one in field.pairings if one.round < number and one.result is not EventResult.STRUCK]
    past = StageData(field.entries, tuple(before), field.adjustments)
    sums = make_ledger(system, past, number - 1)
    evens = _even_game_colors(past)
    drawn = _count_cross_group_pairings(system, past, number)
    byes = Counter(one.black for one in past.pairings if one.is_bye)
    groups = _groups_of_clubs(field) if system.groups_apart else {}
    candidates: dict[EntryId, PairingCandidate] = {}
    for group, (score, members) in enumerate(_score_groups(system, sums, ids)):
        for place, id_ in enumerate(members):
            colors = evens[id_]
            candidates[id_] = PairingCandidate(
                entry=sums.entries[id_],
                score=score,
                group=group,
                place=place,
                size=len(members),
                ups=drawn[id_, 1],
                downs=drawn[id_, -1],
                whites=sum(1 if white else -1 for white in colors),
                last_white=colors[-1] if colors else None,
                byes=byes[id_],
                free=_is_exempt_from_club_rule(system, sums, id_),
                club_group=groups.get(id_, ""),
            )
    met = Counter(one.entrants for one in past.pairings if not one.is_bye)
    scores = system.bar - system.floor + number + 3 if system.starts_by_rank else number
    return RoundInput(system, number, candidates, met, scores)


def _groups_of_clubs(field: StageData) -> dict[EntryId, str]:
    """Return each entrant's club group by entry id; entrants without one are left out. An entrant without a club-group
    label of their own gets the label of other members of their club, the alphabetically first if there are several."""
    labelled = sorted((one for one in field.entries if one.club_group), key=lambda one: one.club_group, reverse=True)
    by_club = {one.club: one.club_group for one in labelled if one.club}
    rows = ((one.id, one.club_group or by_club.get(one.club, "")) for one in field.entries)
    return {id_: group for id_, group in rows if group}


def _is_exempt_from_club_rule(system: StageSystem, sums: Ledger, id_: EntryId) -> bool:
    """Return whether the rule that keeps clubs apart ignores the player: rank plus wins reach 1d, or the player starts
    at or above the bar (OpenGotha's thresholds)."""
    entry = sums.entries[id_]
    if WIN * entry.rank + sums.points[id_] >= WIN * FIRST_DAN:
        return True
    return system.starts_by_rank and sums.start[id_] >= WIN * system.bar


def _score_groups(system: StageSystem, sums: Ledger, ids: Collection[EntryId]) -> list[tuple[int, list[EntryId]]]:
    """Return the score groups, highest first. Each is a score in whole points with the ids of its players, who are
    sorted by standing, rating and name (E84)."""
    groups: dict[int, list[EntryId]] = defaultdict(list)
    for id_ in ids:
        groups[sums.score(id_) // WIN].append(id_)
    order = [one for one in criteria_of_table(system) if one is not Criterion.DIRECT]
    values = [criterion_values(system, sums, one) for one in order]

    def key(id_: EntryId) -> tuple[list[int], int, str, EntryId]:
        entry = sums.entries[id_]
        return [-value[id_] for value in values], -entry.rating, entry.name, id_

    return [(score, sorted(groups[score], key=key)) for score in sorted(groups, reverse=True)]


def _even_game_colors(field: StageData) -> dict[EntryId, list[bool]]:
    """Return the colours of each entrant's even games in the order played, by entry id: True as White, False as
    Black."""
    colors: dict[EntryId, list[bool]] = {entry.id: [] for entry in field.entries}
    for one in sorted(field.pairings, key=_pairing_sort_key):
        if one.white is not None and not one.handicap and one.entrants <= colors.keys():
            colors[one.black].append(False)
            colors[one.white].append(True)
    return colors


def _pairing_sort_key(pairing: PairingValue) -> tuple[int, int, EntryId]:
    return pairing.round, pairing.board, pairing.black


def _count_cross_group_pairings(system: StageSystem, field: StageData, number: int) -> Counter[tuple[EntryId, int]]:
    """Return how often each entrant was paired with a player of a higher score (direction 1) or a lower one (-1), by
    entry id and direction. Scores are those before each round."""
    drawn: Counter[tuple[EntryId, int]] = Counter()
    for round_ in range(1, number):
        before = make_ledger(system, field, round_ - 1)
        for one in field.pairings:
            if one.round == round_ and one.white is not None and one.entrants <= before.entries.keys():
                black, white = before.score(one.black) // WIN, before.score(one.white) // WIN
                if black != white:
                    drawn[one.black, 1 if black < white else -1] += 1
                    drawn[one.white, 1 if white < black else -1] += 1
    return drawn
