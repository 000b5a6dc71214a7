"""Provide the games app with the team match to which a game belongs, and with the match's ruling on the result (E4,
E57)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Value

from foundation.paths import path_of
from games.event_names import EventOfGame, EventRuling
from games.models import Game
from team_matches.models import MatchLine, TeamBoard, TeamMatch
from tournaments.game_events import NO_NUMBER, ruling_from_log
from tournaments.signals import GameEventFinder, Rows


def kinds_of_event(**_: object) -> Mapping[str, GameEventFinder]:
    """Return the functions that the games app needs for games of team matches, by kind of event. Receiver of the signal
    `kinds_of_events`."""
    return {"team_match": GameEventFinder(_match_rows, _event_from_row, _find_ruling)}


def _match_rows(numbers: list[int]) -> Rows:
    """Return the query for these matches in the six columns of GameEventFinder.rows. The two clubs' names are in the
    columns that other kinds of events use for the event's name and for the key of the server's own events."""
    found = TeamMatch.objects.filter(pk__in=numbers)
    return found.values_list(Value("team_match"), "pk", "club__name", "guest__name", NO_NUMBER, NO_NUMBER)


def _event_from_row(kind: str, number: int, *about: Any) -> EventOfGame:
    name, other = about[:2]
    return EventOfGame(kind, number, f"{name or '?'} – {other or '?'}", path_of("team_matches:match", number))


def _find_ruling(game: Game) -> EventRuling | None:
    board = TeamBoard.objects.filter(game=game).exclude(result="").first()
    if board is None:
        return None
    return ruling_from_log(
        board.result, MatchLine.objects.filter(match=board.match_id, round=board.round, board=board.board)
    )
