"""Team matches (E40). Teams are paired like entrants, and ranked by match points, board wins and further criteria."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from .ledger import HALVES
from .types import EntryId, EventResult, PairingValue

SMALLEST, LARGEST = 2, 10


@dataclass(frozen=True, slots=True)
class Team:
    """A team with its members' ratings. `id` is the id of its entry."""

    id: EntryId
    ratings: tuple[int, ...] = ()

    @property
    def mean_rating(self) -> int:
        """Return the mean rating of all members, rounded down; 0 without members."""
        return sum(self.ratings) // len(self.ratings) if self.ratings else 0


@dataclass(frozen=True, slots=True)
class TeamBoardGame:
    """One board of a team match. `black` and `white` are team ids. Boards count from 1, the top board."""

    round: int
    board: int
    black: EntryId
    white: EntryId
    result: EventResult = EventResult.UNDECIDED


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A row of the table of teams; equal teams share a place."""

    place: int
    team: EntryId
    points: int
    """The match points: 2 for a win or a bye, 1 for a draw, 0 for a loss."""
    board_wins: int
    """The number of won boards, in halves."""
    upper_boards: tuple[int, ...]
    """The halves won on all boards but the last, on all but the last two, and so on, down to the top board only."""
    mean_rating: int

    @property
    def sort_key(self) -> tuple[int, ...]:
        """Return the sort key of the table, larger first."""
        return (self.points, self.board_wins, *self.upper_boards, self.mean_rating)


def boards_of_match(match: PairingValue, count: int) -> tuple[TeamBoardGame, ...]:
    """Return the boards of a match between two teams. On the top board the teams have the pairing's colours, and
    colours alternate from board to board."""
    if match.white is None:
        return ()
    home, away = match.black, match.white
    return tuple(
        TeamBoardGame(match.round, board, *((home, away) if board % 2 else (away, home)))
        for board in range(1, count + 1)
    )


def is_in_rank_order(ranks: Iterable[int]) -> bool:
    """Return whether a lineup is in rank order, so that no one sits above a stronger player."""
    order = list(ranks)
    return order == sorted(order, reverse=True)


def match_result(match: PairingValue, games: Iterable[TeamBoardGame]) -> EventResult:
    """Return the result of a match between two teams. The team with more board wins wins the match, and equal board
    wins are a draw. The match is undecided while unfinished boards could change this. If all boards are finished and no
    one won a board, both teams lose."""
    rows = [one for one in games if one.round == match.round and {one.black, one.white} == match.entrants]
    had = _half_points(rows)
    home, away = had[match.black], had[match.white or match.black]
    open_ = 2 * sum(one.result is EventResult.UNDECIDED for one in rows)
    if not rows or (abs(home - away) <= open_ and open_):
        return EventResult.UNDECIDED
    if home == away:
        return EventResult.DRAW if home else EventResult.BOTH_LOSE
    return EventResult.BLACK_WINS if home > away else EventResult.WHITE_WINS


def team_standings(
    teams: Iterable[Team], matches: Iterable[PairingValue], games: Iterable[TeamBoardGame]
) -> tuple[TeamStanding, ...]:
    """Return the table of teams. A forfeit counts as a win on its board. Of unfinished matches, the finished boards
    count."""
    rows, paired = list(games), list(matches)
    points: dict[EntryId, int] = defaultdict(int)
    for match in paired:
        black, white = HALVES[match_result(match, rows)] if match.white is not None else (2, 0)
        points[match.black] += black
        if match.white is not None:
            points[match.white] += white
    count = max((one.board for one in rows), default=1)
    upto = [_half_points([one for one in rows if one.board <= board]) for board in range(count, 0, -1)]
    lines = [
        TeamStanding(
            0, team.id, points[team.id], upto[0][team.id], tuple(had[team.id] for had in upto[1:]), team.mean_rating
        )
        for team in teams
    ]
    lines.sort(key=lambda line: ([-one for one in line.sort_key], line.team))
    return tuple(_assign_places(lines))


def _assign_places(lines: list[TeamStanding]) -> Iterable[TeamStanding]:
    first: dict[tuple[int, ...], int] = {}
    for place, line in enumerate(lines, start=1):
        first.setdefault(line.sort_key, place)
        yield TeamStanding(
            first[line.sort_key], line.team, line.points, line.board_wins, line.upper_boards, line.mean_rating
        )


def _half_points(rows: Iterable[TeamBoardGame]) -> dict[EntryId, int]:
    had: dict[EntryId, int] = defaultdict(int)
    for one in rows:
        black, white = HALVES[one.result]
        had[one.black] += black
        had[one.white] += white
    return had
