"""Search for a position, or for the stones in a part of the board, in records and in the server's public games (L10,
L11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from library.access import others_records_visible_to, records_of_owner
from library.errors import InvalidSearchArea
from library.models import Record, RecordPattern, RecordPosition
from rules import Board, Color, parse_vertex
from rules.errors import RulesError
from sharing.models import GamePattern
from sharing.openings.book import Continuation, continuations_of, newest_rows, openings_at
from sharing.patterns.question import (
    CannotSearchRectangle,
    LocalMove,
    PatternQuery,
    PatternTally,
    Rectangle,
    make_pattern_queries,
)
from sharing.symmetry import canonical_position

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    Viewer = Player | AnonymousUser

SHOWN = 24
MOST_ROWS = 1000
"""The number of the newest rows of a pattern that are read from each source: public games, records for everyone, the
viewer's own, and those shared with the viewer. Common patterns have more."""

BAD_AREAS = {
    "size": _("Choose a rectangle of 4×4 to 10×10 points that is smaller than the board. The board must be square."),
    "place": _("Choose a rectangle in a corner, or on a side at least four lines from both corners."),
    "empty": _("Choose a rectangle with at least one stone."),
    "stones": _("Choose a rectangle with at most 10 stones in a corner, or 6 on a side."),
}


SMALLEST, LARGEST = 5, 19
"""The least and the most lines of a board that is searched by its rows."""


@dataclass(frozen=True, slots=True)
class PositionSearchResult:
    """The moves played from a position in the records that the viewer may see, and in this server's public games, of
    which only the first 24 moves are indexed. `records` are the newest ones, each with its node at the position, and
    `games` the ids of the newest games, each with the number of the move. `is_cut` means that there may be older games
    that are not counted."""

    in_records: list[Continuation]
    in_games: list[Continuation]
    records: list[tuple[Record, int]]
    games: list[tuple[int, int]]
    is_cut: bool


@dataclass(frozen=True, slots=True)
class RectangleSearchResult:
    """The moves played next where the searched rectangle occurred with the same stones, in records that the viewer may
    see and in public games. `records` are the newest ones, each with its node, and `games` the ids of the newest games,
    each with the number of the move. `is_cut` means that there may be older games that are not counted."""

    in_records: list[LocalMove]
    in_games: list[LocalMove]
    records: list[tuple[Record, int]]
    games: list[tuple[int, int]]
    number_of_records: int
    number_of_games: int
    is_cut: bool


def search_position(viewer: Viewer, board: Board, to_play: Color) -> PositionSearchResult:
    """Return the moves played from this position in records and public games. Rotations and mirror images of the
    position count."""
    form = canonical_position(board, to_play)
    parts = [
        list(rows.order_by("-record_id").values_list("pk", flat=True)[:MOST_ROWS])
        for rows in _visible_rows(viewer, RecordPosition, form.key)
    ]
    here = RecordPosition.objects.filter(pk__in=[pk for part in parts for pk in part]).order_by("-record_id")
    nodes = dict(here.values_list("record_id", "node")[:SHOWN])
    page = openings_at(board, to_play, with_bots=False)
    played = [one for _next, one in continuations_of(here, form)]
    is_cut = page.is_truncated or any(len(part) == MOST_ROWS for part in parts)
    return PositionSearchResult(played, page.continuations, _records_with_nodes(nodes), page.games, is_cut)


def parse_board(text: str) -> Board:
    """Return the board from the text of its rows, the top row first, separated by "/". Raises InvalidSearchArea."""
    rows = text.split("/")
    sizes = {len(rows), *map(len, rows)}
    if min(sizes) < SMALLEST or max(sizes) > LARGEST or set("".join(rows)) - set(".XO"):
        raise InvalidSearchArea(field="board", why=_("This board is not valid."))
    try:
        return Board.from_rows(rows)
    except ValueError as error:
        raise InvalidSearchArea(field="board", why=_("This board is not valid.")) from error


def parse_rectangle(board: Board, start: str, end: str) -> Rectangle:
    """Return the rectangle with these two vertices as opposite corners. Raises InvalidSearchArea."""
    try:
        return Rectangle.between(*(parse_vertex(text.strip(), board.width, board.height) for text in (start, end)))
    except RulesError as error:
        raise InvalidSearchArea(field="from", why=_("Enter two points such as A1 and K10.")) from error


def search_rectangle(viewer: Viewer, board: Board, area: Rectangle, *, swapped: bool) -> RectangleSearchResult:
    """Return the next moves played in games with the same stones in a rectangle at a corner or side, including
    rotations and mirror images. With `swapped`, the same stones with swapped colours also count. Raises
    InvalidSearchArea."""
    records, games, is_cut = PatternTally(), PatternTally(), False
    for question in _rectangle_queries(board, area, swapped=swapped):
        for rows in _visible_rows(viewer, RecordPattern, question.key):
            found = _fetch_newest_rows(rows, "record")
            records.add_rows(question, found)
            is_cut |= len(found) == MOST_ROWS
        found = _fetch_newest_rows(newest_rows(GamePattern.objects.filter(key=question.key), MOST_ROWS), "game")
        games.add_rows(question, found)
        is_cut |= len(found) == MOST_ROWS
    return RectangleSearchResult(
        records.moves(board.height), games.moves(board.height), _records_with_nodes(_newest_games(records)),
        list(_newest_games(games).items()), len(records.at), len(games.at), is_cut,
    )  # fmt: skip


def check_search_area(board: Board, area: Rectangle) -> None:
    """Raise InvalidSearchArea if the rectangle cannot be searched."""
    _rectangle_queries(board, area, swapped=False)


def _rectangle_queries(board: Board, area: Rectangle, *, swapped: bool) -> list[PatternQuery]:
    try:
        return make_pattern_queries(board, area, swapped=swapped)
    except CannotSearchRectangle as error:
        raise InvalidSearchArea(field="from", why=BAD_AREAS[error.code]) from error


def _fetch_newest_rows(rows: QuerySet[Any], owner: str) -> Sequence[tuple[Any, ...]]:
    newest = rows.order_by(f"-{owner}_id", "number")
    return list(newest.values_list(f"{owner}_id", "number", "room", "next", "winner")[:MOST_ROWS])


def _newest_games(tally: PatternTally) -> dict[int, int]:
    return {number: tally.at[number] for number in sorted(tally.at, reverse=True)[:SHOWN]}


def _visible_rows(viewer: Viewer, model: type[RecordPosition | RecordPattern], key: int) -> Iterator[QuerySet[Any]]:
    """Yield the rows with this key of the records that the viewer may see: public ones, the viewer's own, and those
    shared with the viewer. Each query uses an index by key and owner."""
    rows: QuerySet[Any] = model.objects.filter(key=key)
    shared = others_records_visible_to(viewer)
    public = rows.filter(private_owner=None)
    yield public.filter(record__in=shared.values("pk"))
    if not isinstance(viewer, Player):
        return
    yield public.filter(record__in=records_of_owner(viewer).values("pk"))
    yield rows.filter(private_owner=viewer.pk)
    owners = list(shared.filter(is_public=False).values_list("owner", flat=True).distinct())
    if owners:
        yield rows.filter(private_owner__in=owners, record__in=shared.values("pk"))


def _records_with_nodes(nodes: dict[int, int]) -> list[tuple[Record, int]]:
    rows = Record.objects.filter(pk__in=nodes).defer("data").select_related("owner").order_by("-pk")
    return [(row, nodes[row.pk]) for row in rows]
