"""The score of a team match: board wins, team points, and which team leads by which criterion (E40). It is computed
from the games each time, so that corrected and annulled results count (E3, E92)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from team_matches.models import MatchTeam, TeamBoard, TeamMatch
from tournaments.stage_data import event_result
from tournaments.systems import teams
from tournaments.systems.ledger import HALVES
from tournaments.systems.types import EventResult, PairingValue


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board with its result. `black` is the team with Black, and `halves` are the half points of the home and the
    away team."""

    board: TeamBoard
    black: MatchTeam
    result: EventResult
    halves: tuple[int, int]


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A round: its boards, and the board wins of both teams in half points."""

    number: int
    boards: tuple[BoardRow, ...]
    halves: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score of a match. `points` are the team points: 2 for a won round, 1 for a drawn one. `halves` are the board
    wins in half points. Both are for the home and the away team. `leads` is the leading team, None before the first
    result and while the teams are tied. `by` is the name of the criterion that decides."""

    rounds: tuple[RoundScore, ...]
    points: tuple[int, int]
    halves: tuple[int, int]
    leads: MatchTeam | None
    by: str


def match_score(match: TeamMatch) -> MatchScore:
    """Return the score of the match. Two queries for any number of boards."""
    rows = match.games.select_related("home", "away", "game").order_by("round", "board")
    tables = _round_scores(match, rows)
    ratings: dict[int, list[int]] = {side: [] for side in MatchTeam}
    for side, rating in match.members.filter(rating__gt=0, board__isnull=False).values_list("side", "rating"):
        ratings[side].append(rating)
    return _score_from_rounds(tables, ratings)


def team_points_by_match(matches: Iterable[TeamMatch]) -> dict[int, tuple[int, int]]:
    """Return the team points of the matches that have started, by match id. One query."""
    known = {match.pk: match for match in matches}
    rows: dict[int, list[TeamBoard]] = {}
    for row in TeamBoard.objects.filter(match__in=known).select_related("game").order_by("round", "board"):
        rows.setdefault(row.match_id, []).append(row)
    nobody: dict[int, list[int]] = {side: [] for side in MatchTeam}
    return {pk: _score_from_rounds(_round_scores(known[pk], boards), nobody).points for pk, boards in rows.items()}


def _round_scores(match: TeamMatch, rows: Iterable[TeamBoard]) -> tuple[RoundScore, ...]:
    rounds: dict[int, list[BoardRow]] = {}
    for row in rows:
        rounds.setdefault(row.round, []).append(board_row(match, row))
    return tuple(RoundScore(number, tuple(boards), _sum_halves(boards)) for number, boards in rounds.items())


def board_row(match: TeamMatch, board: TeamBoard) -> BoardRow:
    """Return a board with its result, and with the half points of each team."""
    black = match.team_with_black(board.board, board.round)
    result = EventResult(board.result) if board.result else _game_result(board)
    gives = HALVES[result]
    return BoardRow(board, black, result, gives if black is MatchTeam.HOME else (gives[1], gives[0]))


def _game_result(board: TeamBoard) -> EventResult:
    game = board.game
    return EventResult.UNDECIDED if game is None else event_result(game.phase, game.winner, game.end_reason)


def _sum_halves(boards: Iterable[BoardRow]) -> tuple[int, int]:
    rows = list(boards)
    return sum(row.halves[0] for row in rows), sum(row.halves[1] for row in rows)


def _score_from_rounds(tables: tuple[RoundScore, ...], ratings: dict[int, list[int]]) -> MatchScore:
    games = [
        teams.TeamBoardGame(row.board.round, row.board.board, row.black, row.black.other, row.result)
        for table in tables
        for row in table.boards
    ]
    matches = [PairingValue(table.number, MatchTeam.HOME, MatchTeam.AWAY) for table in tables]
    lines = teams.team_standings([teams.Team(side, tuple(ratings[side])) for side in MatchTeam], matches, games)
    found = {line.team: line for line in lines}
    home, away = found[MatchTeam.HOME], found[MatchTeam.AWAY]
    at = next(
        (at for at, (one, other) in enumerate(zip(home.sort_key, away.sort_key, strict=True)) if one != other), None
    )
    is_begun = any(one.result is not EventResult.UNDECIDED for one in games)
    leads = None if at is None or not is_begun else MatchTeam(lines[0].team)
    by = "" if leads is None or at is None else _deciding_criterion_name(at, len(home.sort_key))
    return MatchScore(tables, (home.points, away.points), (home.board_wins, away.board_wins), leads, by)


def _deciding_criterion_name(at: int, count: int) -> str:
    """Return the name of the criterion at index `at` of `TeamStanding.sort_key`, a tuple of `count` numbers."""
    return ("points", "board_wins")[at] if at < 2 else "mean_rating" if at == count - 1 else "upper_boards"


__all__ = ["BoardRow", "MatchScore", "RoundScore", "board_row", "match_score", "team_points_by_match"]
