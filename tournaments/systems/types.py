"""Types of the pairing systems. Points are whole numbers of halves (E30)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

EntryId = int
"""The caller's id of an entrant, which is only compared and hashed."""
Pair = frozenset[EntryId]
"""Two entrants, without order."""

WIN, HALF, NONE = 2, 1, 0
"""A point, half a point and no point, in halves."""


class SystemKind(StrEnum):
    """The pairing system of a stage (E1)."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    MCMAHON = "mcmahon"
    GROUPS = "groups"
    KNOCKOUT = "knockout"
    DOUBLE_KNOCKOUT = "double_knockout"
    SECTIONS = "sections"
    """Parallel round robins whose winners advance; each is scored as a round robin (E31)."""
    FREE = "free"
    """Free pairing: players of a league's group challenge each other (E73), and rounds are not paired."""


KNOCKOUTS = frozenset({SystemKind.KNOCKOUT, SystemKind.DOUBLE_KNOCKOUT})
"""The systems in which winners advance and nothing is paired by score."""


class EventResult(StrEnum):
    """The result of a pairing in its event, which may differ from the game's own result (E4, E41, E52, E92)."""

    UNDECIDED = "undecided"
    BLACK_WINS = "black_wins"
    WHITE_WINS = "white_wins"
    DRAW = "draw"
    BLACK_BY_DEFAULT = "black_by_default"
    WHITE_BY_DEFAULT = "white_by_default"
    BOTH_LOSE = "both_lose"
    BOTH_WIN = "both_win"
    VOID = "void"
    """Annulled: each gets half a point, and neither counts the other as an opponent."""
    STRUCK = "struck"
    """Void: as if the two had never been paired, for points and tie-breaks."""


DEFAULTS = frozenset({EventResult.BLACK_BY_DEFAULT, EventResult.WHITE_BY_DEFAULT})


class Criterion(StrEnum):
    """A criterion for ranking entrants, with whole numbers as values; larger values come first."""

    POINTS = "points"
    """The points from wins, draws, byes, absences and adjustments, in halves."""
    MMS = "mms"
    """The starting score plus the points, in halves."""
    SOS = "sos"
    """Sum of the opponents' scores in halves: of MMS in McMahon and groups, otherwise of points."""
    SOS_1 = "sos_1"
    """SOS without the weakest opponent, in halves."""
    SOS_2 = "sos_2"
    """SOS without the two weakest opponents, in halves."""
    SODOS = "sodos"
    """Sum of the scores of beaten opponents, and half the scores of opponents in draws, in quarters."""
    SOSOS = "sosos"
    """Sum of the opponents' SOS, in halves."""
    DIRECT = "direct"
    """The number of tied players beaten on the board, if every two of the tied players have a decided game; otherwise
    0 (OpenGotha's SDC)."""
    RANK = "rank"
    RATING = "rating"
    SEED = "seed"
    """The order at the start: the place in the season before, or a director's seeding; entrants without either come
    last."""
    LOT = "lot"
    """A draw by the event's seed."""
    FREE = "free"
    """The points of free pairing, in quarters (E73)."""


UNITS = {Criterion.SODOS: 4, Criterion.FREE: 4} | dict.fromkeys(
    (Criterion.DIRECT, Criterion.RANK, Criterion.RATING, Criterion.SEED, Criterion.LOT), 1
)
"""The number of units in one point, for criteria that are not in halves."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player or a team. The rank is frozen, and counts from 30k = 0 over 1k = 29 and 1d = 30 to 9d = 38 (E10)."""

    id: EntryId
    rank: int = 0
    rating: int = 0
    name: str = ""
    club: str = ""
    club_group: str = ""
    """The group of clubs to which the entrant's club belongs; "" for none."""
    family: str = ""
    country: str = ""
    correction: int = 0
    """The points added at the start by a director in McMahon, -1 to +2 (E33)."""
    seed: int | None = None
    """The seed set by a director, 1 for the strongest; None without one."""
    skips: frozenset[int] = frozenset()
    """The rounds that the entrant does not play (E26), including those before a late entry."""
    last_round: int | None = None
    """For a withdrawn entrant, the last round in which to pair them (E50)."""

    def plays(self, round_: int) -> bool:
        """Return whether this entrant is available in the round."""
        return round_ not in self.skips and (self.last_round is None or round_ <= self.last_round)


@dataclass(frozen=True, slots=True)
class PairingValue:
    """A game of two entrants in a round, or a bye (`white` is None)."""

    round: int
    black: EntryId
    white: EntryId | None
    board: int = 0
    result: EventResult = EventResult.UNDECIDED
    handicap: int = 0
    """The handicap: 1 means no stone but komi 0.5; 2 or more is the number of stones."""
    komi: int = 13
    """The komi in halves: 13 is 6.5."""
    group: int = 0
    """The section or group, from 1; 0 if there is none."""
    game: int = 1
    """The game's number in a knockout match."""

    @property
    def is_bye(self) -> bool:
        """Return whether the pairing has no opponent."""
        return self.white is None

    @property
    def entrants(self) -> Pair:
        """Return the ids of the pairing's entrants."""
        return frozenset({self.black} if self.white is None else {self.black, self.white})


@dataclass(frozen=True, slots=True)
class AdjustmentValue:
    """Points that a director gave or subtracted, in halves. They count in this and later rounds (E55)."""

    entry: EntryId
    halves: int
    round: int = 0


@dataclass(frozen=True, slots=True)
class StageData:
    """The entrants of a stage, with its pairings and adjustments so far, in any order (E95)."""

    entries: tuple[Entrant, ...]
    pairings: tuple[PairingValue, ...] = ()
    adjustments: tuple[AdjustmentValue, ...] = ()


@dataclass(frozen=True, slots=True)
class HandicapRules:
    """Rules for handicaps (E35). A handicap is the difference of scores minus `reduction`, at most `most`. Scores above
    `threshold` count as `threshold`."""

    reduction: int = 1
    most: int = 9
    threshold: int = 30
    by_score: bool = True
    """By MMS in McMahon and groups; if False, and in Swiss, by rank."""
    points: tuple[int, ...] = ()
    """Handicap by komi: the points for each size from 0 to `most`, by which White's komi is less; () for stones."""


class FloatersFrom(StrEnum):
    """Which players of a score group are paired with another group, by their place in the group (E138)."""

    MIDDLE = ""
    TOP = "top"
    BOTTOM = "bottom"


CLUB_WEIGHT = 10**11
"""How strongly players of one club are kept apart by default."""


class ScoreGroupPairing(StrEnum):
    """How players are paired by their order within a score group (E84)."""

    SPLIT_AND_SLIP = "split_and_slip"
    SPLIT_AND_FOLD = "split_and_fold"


@dataclass(frozen=True, slots=True)
class StageSystem:
    """How a stage is paired and scored. The defaults are the usual settings (E30 to E36)."""

    kind: SystemKind
    rounds: int = 5
    tiebreaks: tuple[Criterion, ...] = ()
    """The tie-breaks after points or MMS; () means the usual ones of the system."""
    bar: int = 33
    floor: int = 10
    """In a McMahon, all players of this rank or weaker start with the same score (by default 20k), and so do all
    players of the rank `bar` or stronger (by default 4d)."""
    bye: int = WIN
    absent: int = HALF
    """The half points for an absence in a McMahon or in groups; `bye` is the same for a bye. In these
    systems, the sum of all these points of a player is rounded down (E33)."""
    absent_in_swiss: int = NONE
    """The half points for an absence in a Swiss (E137)."""
    unplayed_as_half: bool = False
    """Whether games that were not played count half a point in the opponents' SOS (E34)."""
    handicaps: HandicapRules | None = None
    """The rules for handicaps; None means even games."""
    komi: int = 13
    seeding: ScoreGroupPairing = ScoreGroupPairing.SPLIT_AND_SLIP
    seeding_rounds: int = 2
    """The number of rounds that use `seeding`; later rounds use `later_seeding`."""
    later_seeding: ScoreGroupPairing = ScoreGroupPairing.SPLIT_AND_FOLD
    drawn_down: FloatersFrom = FloatersFrom.MIDDLE
    drawn_up: FloatersFrom = FloatersFrom.MIDDLE
    """The players of the lower score group who meet the higher group; `drawn_down` are those of the higher group who
    meet the lower one."""
    club_weight: int = CLUB_WEIGHT
    """How strongly players of one club are kept apart; 0 to 10^11 (E84)."""
    groups_apart: bool = True
    """Whether players from the same group of clubs are kept apart as well, by less (E140)."""
    family_weight: int = 0
    """How strongly members of a family are kept apart; 0 to 10^11 (E141)."""
    games_each: int = 1
    """The number of games of each pair in round robins and groups: one, or two with colours swapped (E20)."""
    group_size: int = 10
    lot: str = ""
    """The seed for Criterion.LOT."""

    @property
    def absence_points(self) -> int:
        """Return the points for an absence, in halves."""
        if self.kind is SystemKind.SWISS:
            return self.absent_in_swiss
        return self.absent if self.starts_by_rank else NONE

    @property
    def starts_by_rank(self) -> bool:
        """Return whether entrants have a starting score that depends on their rank (E33, E37)."""
        return self.kind in (SystemKind.MCMAHON, SystemKind.GROUPS)


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of the standings. Equal entrants share a place: 1, 2, 2, 4."""

    place: int
    entry: EntryId
    values: dict[Criterion, int] = field(default_factory=dict)
    """The values of the first criterion and of the tie-breaks, in order."""


@dataclass(frozen=True, slots=True)
class PairingConstraints:
    """The constraints for pairing a round: the round's number, the pairs that are not allowed, and the seed of all
    random draws (E83 to E85).

    Pairings that the stage data already has for this round are kept.
    """

    round: int
    seed: str
    forbidden: frozenset[Pair] = frozenset()
    """Pairs that a director keeps apart; ignored if the round could not be paired otherwise."""
    blocked: frozenset[Pair] = frozenset()
    """Pairs in which a player blocked the other; they are never paired."""


@dataclass(frozen=True, slots=True)
class WeightTerm:
    """One term in the weight of a pair: its name, its value, and its largest possible value."""

    name: str
    weight: int
    most: int


@dataclass(frozen=True, slots=True)
class PairingExplanation:
    """Why two entrants were paired (E85)."""

    entrants: Pair
    reasons: tuple[WeightTerm, ...]


@dataclass(frozen=True, slots=True)
class PairingProposal:
    """The pairings of a round, for a director to publish. `inputs` is the hash of their input (E90)."""

    pairings: tuple[PairingValue, ...]
    inputs: str
    explanations: tuple[PairingExplanation, ...] = ()
    unpaired: tuple[EntryId, ...] = ()
    """Players without an opponent or a bye, because they and all others left have blocked each other."""
    given_up: frozenset[Pair] = frozenset()
    """Pairs that were paired although they had met before or a director had forbidden them."""
    left_out: frozenset[Pair] = frozenset()
    """In a round robin or groups: pairs that would be paired if they had not blocked each other."""


class SystemRefusal(Exception):
    """Raised if the input cannot be paired or read. `code` is stable."""

    code = "cannot_be_paired"
