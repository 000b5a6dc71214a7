"""The page that searches for a position of a record, or a part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.views.decorators.http import require_safe

from foundation.text import whole_number
from games.access import game_for
from games.errors import NoSuchGame
from games.models import Game
from games.services.listing import games_in_page_order
from library.errors import InvalidSearchArea
from library.models import Record
from library.services.positions import LARGEST, RectangleSearchResult, parse_rectangle, search_rectangle
from rules import Board, Color, Point, RulesError, vertex
from sharing.openings.book import Continuation
from sharing.patterns.geometry import largest_pattern_side
from sharing.patterns.question import LocalMove, Rectangle
from sharing.patterns.rows import MOVES
from sharing.positions import find_position
from study.views import drawing
from study.views.drawing import LETTERS
from wording import words
from wording.refusals import sentence_for

from .board_page import STONES, BoardSearchPage
from .pictures import with_pictures
from .record_page import RecordPage
from .records import record_or_404

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import Player

FRAME_DISTANCE = 0.4
"""The distance from the outer lines to the frame of a rectangle that touches them: clear of the coordinates."""
TOOLS = (
    ("", pgettext_lazy("what a tap does", "Area")),
    ("black", pgettext_lazy("what a tap does", "Black")),
    ("white", pgettext_lazy("what a tap does", "White")),
    ("none", pgettext_lazy("what a tap does", "Erase")),
)
CORNERS = (
    pgettext_lazy("corner", "Upper left"),
    pgettext_lazy("corner", "Upper right"),
    pgettext_lazy("corner", "Lower left"),
    pgettext_lazy("corner", "Lower right"),
)


class NextMoveRow(NamedTuple):
    """A row of a table of next moves: the letter on the board ("" for none), the move with its results, the shares of
    both colours' wins, the color that plays it (None if no move was played), and the record's node with the move."""

    letter: str
    move: LocalMove | Continuation
    shares: list[str]
    color: Color | None
    node: int | None


class PartSearchResult:
    """The result of searching a rectangle of a board, as the template shows it."""

    def __init__(
        self, viewer: Player | AnonymousUser, page: RecordPage | BoardSearchPage, asked: dict[str, str]
    ) -> None:
        self.board: Board = page.position.board
        self.last = page.position.last
        self.area: Rectangle = parse_rectangle(self.board, asked["from"], asked["to"])
        self.found: RectangleSearchResult = search_rectangle(viewer, self.board, self.area, swapped="swapped" in asked)
        self.viewer = viewer

    @cached_property
    def letters(self) -> dict[str, str]:
        """Return the letters of the next moves, by vertex. Moves played in public games get the first letters."""
        rows = (*self.found.in_games, *self.found.in_records)
        names = dict.fromkeys(row.move for row in rows if row.move is not None)
        return dict(zip(names, LETTERS, strict=False))

    @property
    def is_found(self) -> bool:
        """Return whether any record or game has the same stones in the rectangle."""
        return bool(self.found.number_of_records or self.found.number_of_games)

    @property
    def tables(self) -> list[tuple[str, list[NextMoveRow], int]]:
        """Return tables of the next moves with their letters and shares, for games and for records, each with the total
        number."""
        found = self.found
        parts = (
            ("games", found.in_games, found.number_of_games),
            ("records", found.in_records, found.number_of_records),
        )
        return [(kind, next_move_rows(rows, self.letters), number) for kind, rows, number in parts]

    @property
    def games(self) -> list[Game]:
        """Return the newest games that the viewer may see."""
        return games_in_page_order([(number, number) for number, _move in self.found.games], self.viewer)

    @property
    def picture(self) -> SafeString:
        """Return the board as SVG, with the rectangle and the letters of the next moves."""
        drawn = str(drawing.board_picture(self.board, self.last, {}, self.letters)).removesuffix("</svg>")
        column, row, width, height = self.area
        left, top = max(column - 0.5, -FRAME_DISTANCE), max(row - 0.5, -FRAME_DISTANCE)
        right = min(column + width - 0.5, self.board.width - 1 + FRAME_DISTANCE)
        bottom = min(row + height - 0.5, self.board.height - 1 + FRAME_DISTANCE)
        frame = '{}<rect class="part" x="{}" y="{}" width="{}" height="{}"/></svg>'
        return format_html(frame, SafeString(drawn), left, top, round(right - left, 1), round(bottom - top, 1))


def next_move_rows(
    moves: Sequence[LocalMove | Continuation],
    letters: Mapping[str, str] = MappingProxyType({}),
    nodes: Mapping[str, int] = MappingProxyType({}),
    to_play: Color | None = None,
) -> list[NextMoveRow]:
    """Return a table row for each next move. `letters` are the letters on the board by vertex, `nodes` are the record's
    next nodes by vertex, and `to_play` is the color of moves on the whole board."""
    return [
        NextMoveRow(
            letters.get(row.move or "", ""),
            row,
            [_win_percentage(row, row.black), _win_percentage(row, row.white)],
            row.color if isinstance(row, LocalMove) else to_play,
            nodes.get(row.move or ""),
        )
        for row in moves
    ]


def _win_percentage(row: LocalMove | Continuation, wins: int) -> str:
    return gettext("%(n)s%%") % {"n": words.localized_number(round(100 * wins / row.games))}


def corner_rectangles(board: Board) -> list[tuple[Any, str, str]]:
    """Return each of the four corners as its name and two vertices: opposite corners of the largest rectangle that can
    be searched there. Return [] for boards that are not square."""
    if board.width != board.height:
        return []
    reach, last = largest_pattern_side(board.width), board.width - 1
    places = [(column, row) for row in (0, last) for column in (0, last)]
    inner = [(abs(column - reach + 1), abs(row - reach + 1)) for column, row in places]
    names = [[vertex(Point(*place), board.height) for place in both] for both in zip(places, inner, strict=True)]
    return [(name, start, end) for name, (start, end) in zip(CORNERS, names, strict=True)]


@require_safe
def record_position_search_page(request: HttpRequest, record_id: int) -> HttpResponse:
    """Return the page with the moves played from a record's position at the node `?at=`, on the whole board or in the
    rectangle from `?from=` to `?to=`."""
    found = record_or_404(request, record_id)
    page = RecordPage(found, whole_number(request.GET.get("at"), 5) or 0)
    context = _rectangle_search_context(request, page)
    if "part" not in context:
        result = page.find_continuations(request.user)
        parts = (("games", result.in_games), ("records", result.in_records))
        to_play = page.tree.to_play(page.at)
        tables = [
            (kind, next_move_rows(rows, page.letters, page.next_nodes, to_play), sum(row.games for row in rows))
            for kind, rows in parts
        ]
        games = games_in_page_order([(number, number) for number, _move in result.games], request.user)
        context |= {
            "result": {"tables": tables},
            "is_found": bool(result.in_records or result.in_games),
            "is_cut": result.is_cut,
            "are_moves_listed": page.next_nodes.keys() <= {row.move for _kind, rows in parts for row in rows},
            "records": _with_pictures(result.records),
            "shown": {"games": games},
        }
    return render(request, "library/positions.html", context, status=400 if "refusal" in context else 200)


@require_safe
def rectangle_search_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the moves played in the rectangle from `?from=` to `?to=` of a board. `?board=` has the
    board's rows, the top row first, separated by "/". `?game=` and `?move=` redirect to the board of a game."""
    if "game" in request.GET:
        return _redirect_to_board_of_game(request)
    try:
        page, refusal = BoardSearchPage(request.GET.get("board", "")), ""
    except InvalidSearchArea as error:
        page, refusal = BoardSearchPage(""), error.message()
    kept = {name: request.GET[name] for name in ("from", "to", "swapped") if request.GET.get(name)}
    lay = request.GET.get("lay", "")
    misplaced = ""
    if lay in STONES and "stone" in request.GET and not refusal:
        try:
            changed = {"board": page.board_with(lay, request.GET["stone"]), **kept, "lay": lay}
            return redirect(f"{request.path}?{urlencode(changed, safe='/')}")
        except (RulesError, InvalidSearchArea) as error:
            misplaced = sentence_for(error)
    context: dict[str, Any] = {"refusal": refusal} if refusal else _rectangle_search_context(request, page)
    if misplaced:
        context["refusal"] = misplaced
    if lay in STONES:
        width, height = page.size
        context |= {"lay": lay, "tap": "stone", "empty": "/".join(["." * width] * height)}
    context["kept"] = kept
    context["tools"] = [
        (key, name, urlencode({**page.fields, **kept, **({"lay": key} if key else {})}, safe="/"))
        for key, name in TOOLS
    ]
    status = 400 if context.get("refusal") else 200
    return render(request, "library/positions.html", {"page": page, **context}, status=status)


def _redirect_to_board_of_game(request: HttpRequest) -> HttpResponse:
    """Return a redirect to the search on the board of the game `?game=` after `?move=` moves, by default now. Raises
    Http404 for games that the viewer may not see, and for those whose boards are not searched."""
    number, move = (whole_number(request.GET.get(name), 17) for name in ("game", "move"))
    try:
        game = game_for(request.user, number or 0)
    except NoSuchGame as error:
        raise Http404 from error
    is_searched = max(game.width, game.height) <= LARGEST and not (game.variant_name or game.has_hidden_info)
    found = find_position(game, game.move_number if move is None else move) if is_searched else None
    if found is None:
        raise Http404
    board = urlencode({"board": "/".join(found.board.rows())}, safe="/")
    return redirect(f"{request.path}?{board}")


def _rectangle_search_context(request: HttpRequest, page: RecordPage | BoardSearchPage) -> dict[str, Any]:
    """Return the template context with the result of searching the rectangle, or with the reason why it cannot be
    searched."""
    asked = {name: request.GET[name] for name in ("from", "to", "swapped") if request.GET.get(name)}
    corners = corner_rectangles(page.position.board)
    context: dict[str, Any] = {"page": page, "asked": asked, "corners": corners, "most_moves": MOVES}
    try:
        if "from" in asked and "to" in asked:
            part = PartSearchResult(request.user, page, asked)
            context |= {"part": part, "result": part, "records": _with_pictures(part.found.records), "shown": part}
    except InvalidSearchArea as refusal:
        context["refusal"] = refusal.message()
    context["tap"] = "to" if "from" in asked and "part" not in context else "from"
    return context


def _with_pictures(records: list[tuple[Record, int]]) -> list[tuple[Record, SafeString, int]]:
    nodes = {row.pk: node for row, node in records}
    return [(row, picture, nodes[row.pk]) for row, picture in with_pictures(row for row, _node in records)]
