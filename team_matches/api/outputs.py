"""The JSON representation of team matches."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, cast

import api_types as shapes
from accounts.models import Player
from api.options import values_of
from clubs.models import Club
from foundation.iso_times import iso_time
from rules.outcome import format_points
from team_matches.models import MatchLine, MatchOptions, MatchTeam, TeamBoard, TeamMatch
from team_matches.tables import BoardRow, MatchScore, match_score
from tournaments.api.event_outputs import event_terms_json


def team_match_row_json(shown: TeamMatch) -> shapes.TeamMatchRow:
    """Return the JSON of a match for a list. Its clubs must be loaded."""
    made = {
        "id": shown.pk,
        "home": _club_json(shown.club),
        "away": _club_json(shown.guest),
        **values_of(shown, MatchOptions),
        "state": cast(Any, shown.state),
    }
    return cast("shapes.TeamMatchRow", made)


def _club_json(club: Club | None) -> shapes.TeamMatchClub | None:
    return None if club is None else {"id": club.pk, "name": club.name}


def team_match_json(shown: TeamMatch, viewer: Player | None) -> shapes.TeamMatch:
    """Return the JSON of a match as this viewer sees it. Three queries."""
    table = match_score(shown)
    members = list(shown.members.select_related("player").order_by("board", "pk"))
    mine = None if viewer is None else next((one for one in members if one.player_id == viewer.pk), None)
    made = {
        **team_match_row_json(shown),
        "round": shown.round,
        "due_at": None if shown.due_at is None else iso_time(shown.due_at),
        "done_at": None if shown.done_at is None else iso_time(shown.done_at),
        **event_terms_json(shown),
        "ready": [cast(Any, side.name.lower()) for side in MatchTeam if shown.is_lineup_confirmed(side)],
        "members": [
            {
                "player": one.player.username,
                "side": _side_name(MatchTeam(one.side)),
                "answer": cast(Any, one.answer),
                "board": one.board,
            }
            for one in members
        ],
        "points": _points_json(table.points),
        "board_wins": _half_points_json(table.halves),
        "leads": None if table.leads is None else _side_name(table.leads),
        "leads_by": cast(Any, table.by or None),
        "games": _games_json(table),
        "my_answer": None if mine is None else cast(Any, mine.answer),
    }
    return cast("shapes.TeamMatch", made)


def _side_name(side: MatchTeam) -> Any:
    return side.name.lower()


def _points_json(pair: tuple[int, int]) -> shapes.TeamMatchScore:
    return {"home": str(pair[0]), "away": str(pair[1])}


def _half_points_json(pair: tuple[int, int]) -> shapes.TeamMatchScore:
    home, away = (format_points(Decimal(value) / 2) for value in pair)
    return {"home": home, "away": away}


def _games_json(table: MatchScore) -> list[shapes.TeamMatchGame]:
    return [_game_json(one) for round_ in table.rounds for one in round_.boards]


def _game_json(shown: BoardRow) -> shapes.TeamMatchGame:
    board = shown.board
    return {
        "round": board.round,
        "board": board.board,
        "home": _player_name(board, MatchTeam.HOME),
        "away": _player_name(board, MatchTeam.AWAY),
        "black": _side_name(shown.black),
        "game": board.game_id,
        "result": cast(Any, shown.result.value),
    }


def _player_name(board: TeamBoard, side: MatchTeam) -> str | None:
    player = board.home if side is MatchTeam.HOME else board.away
    return None if player is None else player.username


def match_log_line_json(line: MatchLine) -> shapes.TeamMatchLogLine:
    """Return the JSON of a log line. The players that the line names must be loaded."""
    return {
        "number": line.pk,
        "at": iso_time(line.at),
        "act": line.act,
        "by": None if line.by is None else line.by.username,
        "role": cast(Any, line.role),
        "side": None if line.side is None else _side_name(MatchTeam(line.side)),
        "about": None if line.about is None else line.about.username,
        "round": line.round,
        "board": line.board,
        "reason": line.reason,
    }
