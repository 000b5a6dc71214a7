"""The JSON representation of records."""

from __future__ import annotations

from typing import Any

import api_types as shapes
from clubs.services.audiences import audience_of
from foundation.iso_times import iso_time
from foundation.refusals import Refusal
from library.models import Record
from library.services.positions import PositionSearchResult, RectangleSearchResult
from sharing.openings.book import Continuation
from sharing.patterns.question import LocalMove


def record_json(row: Record, *, is_own: bool = True) -> shapes.LibraryRecord:
    """Return the JSON of a record. Only the owner gets its folder and tags, which lists should prefetch."""
    rules: Any = row.rules or None
    return {
        "id": row.pk,
        "owner": row.owner.username,
        "name": row.name,
        "folder": row.folder if is_own else "",
        "tags": [tag.name for tag in row.tags.all()] if is_own else [],
        "black": row.black,
        "white": row.white,
        "black_rank": row.black_rank,
        "white_rank": row.white_rank,
        "event": row.event,
        "played": row.played,
        "result": row.result,
        "rule_set": rules,
        "komi": row.komi or None,
        "handicap": row.handicap,
        "width": row.width,
        "height": row.height,
        "moves": row.moves,
        "comments": row.comments,
        "branches": row.branches,
        "position": row.position.split("/"),
        "bytes": row.size,
        "added_at": iso_time(row.added_at),
    }


def refused_file_json(name: str, refusal: Refusal) -> shapes.LibraryRefusedFile:
    """Return the JSON of an uploaded file that could not be read, with the reason."""
    return shapes.LibraryRefusedFile(file_name=name, code=refusal.code, detail=refusal.message())


def shared_record_json(row: Record) -> shapes.LibraryRecord:
    """Return the JSON of another player's record."""
    return record_json(row, is_own=False)


def audience_json(row: Record) -> shapes.LibraryAudience:
    """Return the JSON of the record's audience. One query."""
    found = audience_of(row)
    return {
        "everyone": found.everyone,
        "players": list(found.players),
        "clubs": list(found.clubs),
        "classes": list(found.classes),
    }


def position_search_json(found: PositionSearchResult) -> shapes.LibraryPositions:
    """Return the JSON of the moves played from a position."""
    return {
        "in_records": [_continuation_json(row) for row in found.in_records],
        "in_games": [_continuation_json(row) for row in found.in_games],
        "records": [{"id": row.pk, "at": node} for row, node in found.records],
        "games": _games_json(found.games),
        "is_cut": found.is_cut,
    }


def _games_json(games: list[tuple[int, int]]) -> list[shapes.LibraryGamePlace]:
    return [{"id": number, "move": move} for number, move in games]


def _continuation_json(row: Continuation) -> shapes.LibraryContinuation:
    return {"move": row.move, "color": None, "games": row.games, "black": row.black, "white": row.white}


def rectangle_search_json(found: RectangleSearchResult) -> shapes.LibraryPositions:
    """Return the JSON of the next moves played in a part of the board."""
    return {
        "in_records": [_local_move_json(row) for row in found.in_records],
        "in_games": [_local_move_json(row) for row in found.in_games],
        "records": [{"id": row.pk, "at": node} for row, node in found.records],
        "games": _games_json(found.games),
        "is_cut": found.is_cut,
    }


def _local_move_json(row: LocalMove) -> shapes.LibraryContinuation:
    color: Any = None if row.color is None else row.color.letter
    return {"move": row.move, "color": color, "games": row.games, "black": row.black, "white": row.white}
