"""Team matches as JSON."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, cast

import api_types as shapes
from accounts.models import Player
from api.options import values_of
from clubs.models import Club
from foundation.iso_times import iso_time
from rules.outcome import plain
from team_matches.models import MatchLine, MatchOptions, Side, TeamBoard, TeamMatch
from team_matches.tables import BoardRow, MatchTable, table_of
from tournaments.api.event_outputs import event_terms_json


def row(shown: TeamMatch) -> shapes.TeamMatchRow:
    """Return a match in a list; the clubs must be loaded."""
    made = {
        "id": shown.pk,
        "home": _club(shown.club),
        "away": _club(shown.guest),
        **values_of(shown, MatchOptions),
        "state": cast(Any, shown.state),
    }
    return cast("shapes.TeamMatchRow", made)


def _club(club: Club | None) -> shapes.TeamMatchClub | None:
    return None if club is None else {"id": club.pk, "name": club.name}


def team_match(shown: TeamMatch, viewer: Player | None) -> shapes.TeamMatch:
    """Return a match as this viewer sees it: three queries."""
    table = table_of(shown)
    members = list(shown.members.select_related("player").order_by("board", "pk"))
    mine = None if viewer is None else next((one for one in members if one.player_id == viewer.pk), None)
    made = {
        **row(shown),
        "round": shown.round,
        "due_at": None if shown.due_at is None else iso_time(shown.due_at),
        "done_at": None if shown.done_at is None else iso_time(shown.done_at),
        **event_terms_json(shown),
        "ready": [cast(Any, side.name.lower()) for side in Side if shown.is_ready(side)],
        "members": [
            {
                "player": one.player.username,
                "side": _side(Side(one.side)),
                "answer": cast(Any, one.answer),
                "board": one.board,
            }
            for one in members
        ],
        "points": _pair(table.points),
        "board_wins": _halves(table.halves),
        "leads": None if table.leads is None else _side(table.leads),
        "leads_by": cast(Any, table.by or None),
        "games": _games(table),
        "my_answer": None if mine is None else cast(Any, mine.answer),
    }
    return cast("shapes.TeamMatch", made)


def _side(side: Side) -> Any:
    return side.name.lower()


def _pair(pair: tuple[int, int]) -> shapes.TeamMatchScore:
    return {"home": str(pair[0]), "away": str(pair[1])}


def _halves(pair: tuple[int, int]) -> shapes.TeamMatchScore:
    home, away = (plain(Decimal(value) / 2) for value in pair)
    return {"home": home, "away": away}


def _games(table: MatchTable) -> list[shapes.TeamMatchGame]:
    return [_game(one) for round_ in table.rounds for one in round_.boards]


def _game(shown: BoardRow) -> shapes.TeamMatchGame:
    board = shown.board
    return {
        "round": board.round,
        "board": board.board,
        "home": _player(board, Side.HOME),
        "away": _player(board, Side.AWAY),
        "black": _side(shown.black),
        "game": board.game_id,
        "result": cast(Any, shown.result.value),
    }


def _player(board: TeamBoard, side: Side) -> str | None:
    player = board.home if side is Side.HOME else board.away
    return None if player is None else player.username


def line(one: MatchLine) -> shapes.TeamMatchLogLine:
    """Return a line of the log; the people must be loaded."""
    return {
        "number": one.pk,
        "at": iso_time(one.at),
        "act": one.act,
        "by": None if one.by is None else one.by.username,
        "role": cast(Any, one.role),
        "side": None if one.side is None else _side(Side(one.side)),
        "about": None if one.about is None else one.about.username,
        "round": one.round,
        "board": one.board,
        "reason": one.reason,
    }
