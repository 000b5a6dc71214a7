"""Tournaments, with their players, rounds, pairings, standings and brackets."""

from typing import Literal, NotRequired, TypedDict

from .common import Moment, Page
from .terms import TimeTerms
from .words import CriterionName, PairedFor

TournamentState = Literal["draft", "open", "running", "review", "finished", "cancelled"]
TournamentKind = Literal["round_robin", "swiss", "mcmahon", "groups", "sections", "knockout", "double_knockout", "free"]
EntryStatus = Literal["invited", "applied", "entered", "waiting", "declined", "withdrawn", "removed"]
RoundStatus = Literal["planned", "proposed", "published", "playing", "done"]
BracketName = Literal["upper", "lower", "third_place", "final", "second_final"]
TournamentResult = Literal[
    "undecided", "black_wins", "white_wins", "draw", "black_by_default", "white_by_default", "both_lose", "both_win",
    "void", "struck",
]  # fmt: skip


class TournamentChange(TypedDict):
    """A change of one option of a tournament: its values before and after, as JSON."""

    option: str
    """The name of the option."""
    before: str
    """The value before, as JSON."""
    after: str
    """The value after, as JSON."""


class Tournament(TimeTerms):
    """A tournament with the terms of its games."""

    id: int
    """The number of the tournament."""
    name: str
    """Its name."""
    about: str
    """The organiser's description."""
    club: int | None
    """The number of the tournament's club; null for none."""
    organiser: str | None
    """The name of the tournament's organiser; null for the server."""
    state: TournamentState
    """The state."""
    kind: TournamentKind
    """The pairing system."""
    rounds: int
    """The number of rounds; for a round robin that has not started, the requested number."""
    games_each: int
    """How many games two opponents play: 1 or 2 in a round robin, sections and groups; 1, 3 or 5 in a match of a
    knockout."""
    third_place: bool
    """Knockout, also after sections: whether there is a match for the third place."""
    stage: int
    """The number of the current stage, from 1. Only tournaments in sections have more than one."""
    group_size: int
    """Sections, groups: the maximum number of players in each."""
    drawing: Literal["snake", "drawn", "hand"]
    """Sections: how they are filled: equally strong by rank, drawn at random, or exchanged by a director."""
    best: int
    """Sections: how many players of each section advance; 0 for all who share first place."""
    then: Literal["sections", "knockout"]
    """Sections: what follows: more sections of the winners until one is left, or a knockout."""
    final_games: int
    """Sections: the games of a match in the knockout that follows."""
    seeding: Literal["rank", "drawn"]
    """Knockout: whether the first pairings follow rank or are drawn at random."""
    at_once: int
    """Round robin, sections: how many games a player has in progress at a time; 0 for one round at a time."""
    handicaps: bool
    """Whether games have handicaps and are therefore unrated: in a Swiss by rank, in a McMahon by score."""
    komi_handicap: bool
    """Whether handicaps are komi instead of stones, by the formula of offers with `by_komi`."""
    bar: str
    """McMahon: all players of this rank or stronger start with the same score."""
    floor: str
    """McMahon: all players of this rank or weaker start with the same score."""
    following: Literal["over", "date", "hand"]
    """The event that starts the next round: the end of the round's last game; the end of the last game and of the
    round's days; or a director."""
    round_days: int | None
    """The days after which a director decides about games that are still in progress; null for no limit."""
    tiebreaks: list[str]
    """The tie-breaks, in this order; empty for the defaults of the system."""
    after_timeout: Literal["ask", "out", "ignore"]
    """What happens after a loss on time: the player is asked whether to continue, is out, or nothing happens."""
    strike_out: bool
    """Round robin, sections: whether all games of a player are void if losses on time end their tournament before half
    of the games were played out."""
    half_for_missed: bool
    """Swiss, McMahon, groups: whether games not played count half a point in the SOS of the opponents."""
    absence: Literal["", "none", "half", "point"]
    """Swiss, McMahon, groups: what a missed round is worth; empty for nothing in a Swiss and half a point in the
    others."""
    drawn_down: Literal["", "top", "bottom"]
    """Swiss, McMahon: the players of a score group who meet the next lower one: its middle (empty), top or bottom."""
    drawn_up: Literal["", "top", "bottom"]
    """Swiss, McMahon: the players of the lower score group whom they meet: its middle (empty), top or bottom."""
    clubs_apart: bool
    """Swiss, McMahon: whether members of a club are paired as late as possible."""
    club_groups_apart: bool
    """Swiss, McMahon: whether members of clubs in the same group are paired later than others."""
    families_apart: bool
    """Swiss, McMahon: whether members of a family are paired as late as possible."""
    late_entry: bool
    """Swiss, McMahon, groups: whether players may enter until half of the rounds have started."""
    without_review: bool
    """Whether the results are final when the last game has ended. Otherwise a director confirms them, or the server
    does after a week."""
    stones_to_capture: int
    """Capture Go: how many captured stones win; 0 for standard Go."""
    width: int
    """The width of the boards, in points."""
    height: int
    """The height of the boards, in points."""
    rule_set: str
    """The key of the rule set."""
    komi: str
    """The komi of even games, a decimal as text."""
    rated: bool
    """Whether games of the tournament are rated."""
    unrated_reason: str | None
    """Why games of the tournament are unrated: a key; null if they are rated."""
    analysis: bool
    """Whether a tree of variations and conditional moves may be kept while a game runs."""
    entering: Literal["open", "club", "approval", "invitation"]
    """Who may enter: anyone within the limits, members of its club, those whom a director approves, or those who are
    invited."""
    fewest: int
    """The minimum number of players."""
    most: int
    """The maximum number of players."""
    lowest_rank: str | None
    """The lowest rank that may enter; null for any."""
    highest_rank: str | None
    """The highest rank that may enter; null for any."""
    established: bool
    """Whether players need an established rank to enter."""
    asks_proof: bool
    """Whether players who state a rank need a link that proves it."""
    least_games: int
    """The number of finished games that a player needs to enter."""
    starting: Literal["hand", "date", "full"]
    """What starts the tournament: a director, the start date, or the last free place."""
    starts_at: Moment | None
    """The start date (UTC); null for none."""
    repeats: Literal["", "week", "month", "quarter"]
    """How often the tournament repeats; empty if it takes place once."""
    next_start: Moment | None
    """When the next tournament of the series starts (UTC); null for none."""
    previous: int | None
    """The number of the tournament before this one in its series; null for none."""
    started_at: Moment | None
    """When the tournament started (UTC); null before that."""
    finished_at: Moment | None
    """When the results were final (UTC); null before that."""
    entered: int
    """The number of players who have entered."""
    seed: str | None
    """The seed of the draw, public from the start; null before that."""
    cannot_enter: str | None
    """The code of the error that you would get without stating a rank; null if you may enter or are not signed in."""
    my_entry: EntryStatus | None
    """The state of your own entry; null for none."""
    shares_name: bool | None
    """Whether you allow result files for federations to have your real name; null if you have no entry."""
    answer_by: Moment | None
    """The deadline to confirm that you still play; without an answer you are out (UTC). Null if you were not asked."""
    revision: int
    """Identifies the current terms: the number of the log line by which they changed last; 0 if they never did."""
    changes: list[TournamentChange]
    """The changed terms that you have not agreed to yet; agree by `answer_by`."""


class TournamentRow(TypedDict):
    """A tournament in a list."""

    id: int
    """The number of the tournament."""
    name: str
    """Its name."""
    state: TournamentState
    """The state."""
    kind: TournamentKind
    """The pairing system."""
    width: int
    """The width of the boards, in points."""
    height: int
    """The height of the boards, in points."""
    entered: int
    """The number of players who have entered."""
    most: int
    """The maximum number of players."""
    starts_at: Moment | None
    """The start date (UTC); null for none."""


class Tournaments(Page):
    """A page of tournaments, the newest first."""

    results: list[TournamentRow]
    """The tournaments of this page."""


class TournamentEntry(TypedDict):
    """A player's entry in a tournament."""

    player: str
    """The name of the player."""
    state: EntryStatus
    """The state of the entry."""
    rank: str | None
    """The rank that was frozen at the start; before that the current rank, null for none."""
    stated: bool
    """Whether the player stated a rank, because there was no established one."""
    seed: int | None
    """The seed that a director set, 1 for the strongest player; null for none."""
    skips: list[int]
    """The numbers of the rounds that the player does not play."""
    at: Moment
    """When the entry got its current state (UTC)."""
    family: NotRequired[str]
    """In lists for directors: the label of the player's family, by which the pairing keeps players apart."""
    club_group: NotRequired[str]
    """In lists for directors: the label of the group of clubs that the player's club belongs to."""


class TournamentEntries(Page):
    """A page of entries, the latest first."""

    results: list[TournamentEntry]
    """The entries of this page."""


class PairReason(TypedDict):
    """A reason why two players were paired, with its weight."""

    name: PairedFor
    """The reason: `not_met`, `score`, `drawn`, `seeding`, `colors`, `club` or `director`."""
    weight: int
    """Its weight."""
    most: int
    """The greatest possible weight."""


class TournamentPairing(TypedDict):
    """Two paired players with their game and its result, or a player who has a bye."""

    board: int
    """The number of the board in its round; in a knockout the number of the match."""
    match_game: int
    """The number of the game in its match; 1 elsewhere."""
    group: int | None
    """The section or group; null where there are none."""
    black: str
    """The name of the player who has Black, or the bye."""
    black_rank: str
    """The rank of the player with Black at the start of the tournament."""
    white: str | None
    """The name of the player who has White; null for a bye."""
    white_rank: str | None
    """The rank of the player with White at the start of the tournament; null for a bye."""
    handicap: int
    """The handicap stones."""
    komi: str
    """The komi, a decimal as text."""
    game: int | None
    """The number of the game; null without a game."""
    on_turn: str | None
    """The name of the player whose clock runs; null when no clock runs."""
    deadline: Moment | None
    """When that player's time runs out (UTC); null when no clock runs."""
    result: TournamentResult
    """The result in the tournament: the game's result, or a director's decision."""
    decided: bool
    """Whether the tournament's result differs from the game's own."""
    reasons: list[PairReason]
    """Why these two were paired."""


class TournamentPairings(TypedDict):
    """The pairings of a round."""

    round: int
    """The number of the round."""
    state: RoundStatus
    """The state."""
    proposal: str | None
    """For directors, the id of the proposed pairings, to be sent with `publish` and `swap`; null unless they are
    proposed."""
    results: list[TournamentPairing]
    """The pairings by their boards."""


class TournamentMatch(TypedDict):
    """A match of a knockout tournament."""

    number: int
    """The number of the match."""
    round: int
    """The round of the tournament."""
    bracket: BracketName
    """The bracket."""
    players: list[str | None]
    """The names of the two players; null for none, or if not known yet."""
    points: list[str]
    """The two players' points in the match, decimals as text; empty before the first game has ended."""
    games: list[int]
    """The numbers of the games, in their order."""
    bye: bool
    """Whether the match is decided because a player has no opponent."""
    over: bool
    """Whether the match is decided."""
    winner: str | None
    """The name of the winner; null for none, or none yet."""


class TournamentBracket(TypedDict):
    """All matches of a knockout tournament."""

    results: list[TournamentMatch]
    """The matches, each after those that lead to it."""


class TournamentStanding(TypedDict):
    """A player's line in the standings of a tournament."""

    number: int
    """The number of the line, from 1, unique in the table."""
    place: int
    """The place; tied players share it."""
    player: str
    """The name of the player."""
    rank: str
    """The rank that was frozen at the start."""
    values: list[str]
    """Points and tie-breaks in the order of `criteria`, decimals as text."""
    rounds: list[str]
    """The result of each round, such as `3+/w2`: won against line 3, as White giving two stones. `-` is a loss, `=` a
    draw, `?` in progress, `x` void, `!` by forfeit; `0+` is a bye, `0-` a missed round."""


class TournamentStandings(TypedDict):
    """The standings of a tournament after a round."""

    round: int
    """The number of rounds played."""
    criteria: list[CriterionName]
    """The criteria of the order: `points`, `mms`, `sos`, `sodos`, `sosos`, `direct` and others."""
    results: list[TournamentStanding]
    """The lines, the first place first."""


class TournamentSection(TypedDict):
    """The standings of one section of a tournament."""

    section: int
    """The section's number, from 1."""
    criteria: list[CriterionName]
    """The criteria of the order."""
    results: list[TournamentStanding]
    """The lines, the first place first; places in `rounds` are those of the section."""


class TournamentSections(TypedDict):
    """The sections of one stage of a tournament, with their standings."""

    stage: int
    """The number of the stage, from 1."""
    results: list[TournamentSection]
    """The sections by their numbers; none where the stage is not played in sections."""


class TournamentCost(TypedDict):
    """One criterion by which pairings are judged, with its value before and after a change of the proposed pairings."""

    criterion: Literal[
        "repeated", "forbidden", "score", "family", "club", "club_group", "floats", "colors", "handicap", "bye"
    ]
    """Pairs who have met, pairs that directors keep apart, whole points between opponents, pairs of one family, of one
    club and of clubs in one group, players who meet a higher or lower score group again, games of one colour more than
    of the other, the sum of handicaps in stones, and earlier byes of the player with the bye."""
    before: int
    """The value in the proposal, summed over all pairings; lower is better."""
    after: int
    """The value after the change."""


class TournamentCosts(TypedDict):
    """How a change of the proposed pairings affects each criterion of pairing."""

    results: list[TournamentCost]
    """The criteria, the most important first."""
