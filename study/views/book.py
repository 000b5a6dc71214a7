"""Links from a node of an analysis to the openings after the same moves (C94), which also work during the game."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from django.urls import reverse

from rules import Color, vertex
from sharing.openings.filling import MOVES
from study.core.nodes import ROOT
from study.core.record import RecordMoves


def openings_url_of_start(record: RecordMoves) -> str:
    """Return the URL of the openings at the start of this game. Return "" if the game starts with stones other than a
    handicap."""
    start = record.states[ROOT]
    board = start.board
    stones = [point for point in board.points() if board[point] is not None]
    first = Color.WHITE if stones else Color.BLACK
    if start.to_play is not first or any(board[point] is not Color.BLACK for point in stones):
        return ""
    size = f"{board.width}x{board.height}"
    query = {"size": size, "stones": ",".join(vertex(point, board.height) for point in stones)}
    return f"{reverse('sharing:openings')}?{urlencode(query, safe=',')}"


def openings_url_after(record: RecordMoves, moves: Iterable[str]) -> str:
    """Return the URL of the openings after these moves. Moves beyond the length of openings are left out."""
    book = openings_url_of_start(record)
    return f"{book}&moves={','.join(list(moves)[:MOVES])}" if book else ""
