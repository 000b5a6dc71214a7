"""Types of the systems of events. Points are whole numbers: halves, stored doubled (EVENTS.md 4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

EntryId = int
"""The caller's number of an entrant; it is only compared and hashed."""
Pair = frozenset[EntryId]
"""Two entrants, in no order."""

WIN, HALF, NONE = 2, 1, 0
"""A point, half of one and none, doubled."""


class Kind(StrEnum):
    """The system of a stage (E1)."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    MCMAHON = "mcmahon"
    GROUPS = "groups"
    KNOCKOUT = "knockout"
    DOUBLE_KNOCKOUT = "double_knockout"
    SECTIONS = "sections"
    """Round robins side by side, whose winners go on; each is counted as a round robin (E31)."""
    FREE = "free"
    """Players of a league's group challenge each other (E73); nothing is paired."""


KNOCKOUTS = frozenset({Kind.KNOCKOUT, Kind.DOUBLE_KNOCKOUT})
"""Systems in which nothing is paired by score: winners advance."""


class EventResult(StrEnum):
    """The result of a pairing in its event, which may differ from the game's (E4, E41, E52, E92)."""

    UNDECIDED = "undecided"
    BLACK_WINS = "black_wins"
    WHITE_WINS = "white_wins"
    DRAW = "draw"
    BLACK_BY_DEFAULT = "black_by_default"
    WHITE_BY_DEFAULT = "white_by_default"
    BOTH_LOSE = "both_lose"
    BOTH_WIN = "both_win"
    VOID = "void"
    """Annulled: half a point each, and neither counts the other as an opponent."""
    STRUCK = "struck"
    """Void: as if the two had never been paired, in points and in tie-breaks."""


DEFAULTS = frozenset({EventResult.BLACK_BY_DEFAULT, EventResult.WHITE_BY_DEFAULT})


class Criterion(StrEnum):
    """A criterion of the order of entrants. Each value is a whole number, larger first."""

    POINTS = "points"
    """Wins, draws, byes, absences and adjustments, in halves."""
    MMS = "mms"
    """The score one starts with and the points, in halves."""
    SOS = "sos"
    """Sum of the opponents' scores, in halves: of MMS in McMahon and groups, else of points."""
    SOS_1 = "sos_1"
    """SOS without the weakest opponent, in halves."""
    SOS_2 = "sos_2"
    """SOS without the two weakest opponents, in halves."""
    SODOS = "sodos"
    """Sum of the scores of the opponents one beat, and half of those one drew with, in quarters."""
    SOSOS = "sosos"
    """Sum of the opponents' SOS, in halves."""
    DIRECT = "direct"
    """The number of tied players that one has beaten on the board, if all of them have met with decisions; otherwise 0
    (OpenGotha's SDC)."""
    RANK = "rank"
    RATING = "rating"
    SEED = "seed"
    """The order at the start: the place in the season before, or a director's seeding; without one, last."""
    LOT = "lot"
    """Drawn by the event's seed."""
    FREE = "free"
    """The points of free pairing, in quarters (E73)."""


UNITS = {Criterion.SODOS: 4, Criterion.FREE: 4} | dict.fromkeys(
    (Criterion.DIRECT, Criterion.RANK, Criterion.RATING, Criterion.SEED, Criterion.LOT), 1
)
"""The number of units in one point, if it is not 2."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A player or a team. The rank counts from 30k = 0 over 1k = 29 and 1d = 30 to 9d = 38 (E10: frozen)."""

    id: EntryId
    rank: int = 0
    rating: int = 0
    name: str = ""
    club: str = ""
    country: str = ""
    correction: int = 0
    """McMahon: points added at the start by the director, -1 to +2 (E33)."""
    seed: int | None = None
    """1 is the strongest; None: not seeded by a director."""
    skips: frozenset[int] = frozenset()
    """Rounds that the entrant does not play (E26), those before a late entry among them."""
    last_round: int | None = None
    """Withdrawn: the last round to be paired in (E50)."""

    def plays(self, round_: int) -> bool:
        """Return whether this entrant is available in the round."""
        return round_ not in self.skips and (self.last_round is None or round_ <= self.last_round)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who meet in a round, or one who has a bye (`white` is None)."""

    round: int
    black: EntryId
    white: EntryId | None
    board: int = 0
    result: EventResult = EventResult.UNDECIDED
    handicap: int = 0
    """1 is no stone, but komi 0.5; from 2 on the number of stones."""
    komi: int = 13
    """In halves: 13 is 6.5."""
    group: int = 0
    """The section or group, from 1; 0 where there is none."""
    game: int = 1
    """The game's number in a knockout match."""

    @property
    def is_bye(self) -> bool:
        """Return whether there is no opponent."""
        return self.white is None

    @property
    def entrants(self) -> Pair:
        """Return the players of the pairing."""
        return frozenset({self.black} if self.white is None else {self.black, self.white})


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that a director gave or took, in halves; they count from the round on (E55)."""

    entry: EntryId
    halves: int
    round: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    """The entrants of a stage and its results so far. The order of the three does not matter (E95)."""

    entries: tuple[Entry, ...]
    pairings: tuple[Pairing, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()


@dataclass(frozen=True, slots=True)
class Handicaps:
    """Handicap (E35): difference of scores less `reduction`, at most `most`; above `threshold` all count as it."""

    reduction: int = 1
    most: int = 9
    threshold: int = 30
    by_score: bool = True
    """By MMS in McMahon and groups; if False, and in Swiss, by rank."""
    points: tuple[int, ...] = ()
    """Handicap by komi: the points for each size from 0 to `most`, by which White's komi is less; () for stones."""


class DrawnFrom(StrEnum):
    """Where in their score group players are chosen who meet another group (E138)."""

    MIDDLE = ""
    TOP = "top"
    BOTTOM = "bottom"


CLUB_WEIGHT = 10**11
"""How strongly players of one club are kept apart by default."""


class Seeding(StrEnum):
    """How opponents are seeded within a score group (E84)."""

    SPLIT_AND_SLIP = "split_and_slip"
    SPLIT_AND_FOLD = "split_and_fold"


@dataclass(frozen=True, slots=True)
class System:
    """How a stage is paired and scored. The defaults are those of E30 to E36."""

    kind: Kind
    rounds: int = 5
    tiebreaks: tuple[Criterion, ...] = ()
    """The tie-breaks after points or MMS; () stands for the usual ones of the kind."""
    bar: int = 33
    floor: int = 10
    """McMahon: ranks from the bar up start alike, those from the floor down too; 4d and 20k."""
    bye: int = WIN
    absent: int = HALF
    """Halves for a bye and an absence, their sum rounded down (E33); `absent` counts in McMahon and groups."""
    absent_in_swiss: int = NONE
    """Halves for an absence in a Swiss (E137)."""
    unplayed_as_half: bool = False
    """Whether games not played count half a point in the opponents' SOS (E34)."""
    handicaps: Handicaps | None = None
    """None: even games."""
    komi: int = 13
    seeding: Seeding = Seeding.SPLIT_AND_SLIP
    seeding_rounds: int = 2
    """The number of rounds seeded that way; the others by `later_seeding`."""
    later_seeding: Seeding = Seeding.SPLIT_AND_FOLD
    drawn_down: DrawnFrom = DrawnFrom.MIDDLE
    drawn_up: DrawnFrom = DrawnFrom.MIDDLE
    """The players of the higher and of the lower group who meet the other one."""
    club_weight: int = CLUB_WEIGHT
    """How strongly players of one club are kept apart; 0 to 10^11 (E84)."""
    games_each: int = 1
    """Round robin and groups: one or two games a pair, the second with colours swapped (E20)."""
    group_size: int = 10
    lot: str = ""
    """The seed of Criterion.LOT."""

    @property
    def absence(self) -> int:
        """Return the halves for an absence in this system."""
        if self.kind is Kind.SWISS:
            return self.absent_in_swiss
        return self.absent if self.starts_by_rank else NONE

    @property
    def starts_by_rank(self) -> bool:
        """Return whether entrants start with a score of their own (E33, E37)."""
        return self.kind in (Kind.MCMAHON, Kind.GROUPS)


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A line of the table. Equal entrants have equal places: 1, 2, 2, 4."""

    place: int
    entry: EntryId
    values: dict[Criterion, int] = field(default_factory=dict)
    """The first criterion and the tie-breaks, in their order."""


@dataclass(frozen=True, slots=True)
class PairingOrder:
    """What to pair: the round, pairs that may not meet, and the seed of all draws (E83 to E85).

    Existing pairings of that round in the field are fixed.
    """

    round: int
    seed: str
    forbidden: frozenset[Pair] = frozenset()
    """Set by a director; ignored if the round could not be paired otherwise."""
    blocked: frozenset[Pair] = frozenset()
    """Set by the players; never paired."""


@dataclass(frozen=True, slots=True)
class Reason:
    """An argument for a pair: its name, its weight, its greatest possible weight."""

    name: str
    weight: int
    most: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why two were paired (E85)."""

    entrants: Pair
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """The pairings of a round, for a director to publish. `inputs` identifies what they were computed from (E90)."""

    pairings: tuple[Pairing, ...]
    inputs: str
    explanations: tuple[Explanation, ...] = ()
    unpaired: tuple[EntryId, ...] = ()
    """Players without an opponent or bye: blocked by all who were left."""
    given_up: frozenset[Pair] = frozenset()
    """Pairs that had met, or that a director forbade, and that had to meet all the same."""
    left_out: frozenset[Pair] = frozenset()
    """Round robin and groups: pairs that would meet, had they not blocked each other."""


class SystemRefusal(Exception):
    """The input cannot be paired or read; `code` is stable."""

    code = "cannot_be_paired"
