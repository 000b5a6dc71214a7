"""The page of the openings: a position, the moves that were played from it, and the results. Players may use it during
a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from foundation.replica import from_replica
from foundation.text import whole_number
from games import access
from games.errors import NoSuchGame
from games.game_view import GameView
from games.models import Game
from rules import Board, Color, vertex
from sharing.openings.book import Continuation, PositionOpenings, openings_at, visible_games
from sharing.openings.filling import MOVES
from sharing.openings.lines import PASS, BadOpeningLine, OpeningLine, line_of_game, parse_line
from wording import words
from wording.board_svg import BoardMarks, board_svg
from wording.board_text import point_label

if TYPE_CHECKING:
    from games.access import Viewer

SIZES = ("19", "13", "9")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIRST_MOVES = 5
"""The number of first moves that a position without games offers."""


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """A row in the openings page's table of next moves: a move with its letter on the board, its number of games and
    their results, and the URL of the position after it."""

    letter: str
    name: str
    known: Continuation
    address: str

    def percentage(self, part: int) -> str:
        """Return `part`, a number of games, as a percentage of all games with this move."""
        return _("%(n)s%%") % {"n": words.localized_number(round(100 * part / self.known.games))}

    @property
    def results(self) -> list[str]:
        """Return the share of Black's wins, White's wins and draws, in percent."""
        return [self.percentage(part) for part in (self.known.black, self.known.white, self.known.draws)]


class OpeningsPage:
    """The data of the openings page for one position, read by its template."""

    def __init__(self, line: OpeningLine, viewer: Viewer, *, bots: bool) -> None:
        self.line, self.bots = line, bots
        self.state = line.state
        self.page: PositionOpenings = openings_at(line.state.board, line.state.to_play, with_bots=bots)
        self.games: list[Game] = visible_games(self.page, viewer)

    @property
    def board(self) -> SafeString:
        """Return the position as SVG."""
        return board_svg(self.state.board, BoardMarks(last=self.state.last_move))

    @property
    def size(self) -> str:
        """Return the number of lines of a square board, as text, or "" for other boards."""
        return str(self.line.width) if self.line.width == self.line.height else ""

    @property
    def to_play(self) -> str:
        """Return a text that says whose turn it is, or "" if the game is over."""
        return "" if self.state.to_play is None else words.turn_text(self.state.to_play)

    @property
    def rows(self) -> list[OpeningRow]:
        """Return a row for each next move, the most played first. The first moves have letters; passes have none."""
        moves = [known for known in self.page.continuations if known.move is not None]
        letters = iter(LETTERS)
        return [self._opening_row(known, "" if known.move == PASS else next(letters, "")) for known in moves]

    def _opening_row(self, known: Continuation, letter: str) -> OpeningRow:
        assert known.move is not None
        name = pgettext("text", "pass") if known.move == PASS else known.move
        address = "" if self.line_is_full else opening_url(self.line, [*self.line.moves, known.move], bots=self.bots)
        return OpeningRow(letter, name, known, address)

    @property
    def line_is_full(self) -> bool:
        """Return whether the line has the largest number of moves, so that no next moves can be added."""
        return len(self.line.moves) >= MOVES

    @property
    def previous_url(self) -> str:
        """Return the URL of the position one move before, or "" for the first position."""
        moves = list(self.line.moves)
        return opening_url(self.line, moves[:-1], bots=self.bots) if moves else ""

    @property
    def start_url(self) -> str:
        """Return the URL of the position before all moves."""
        return opening_url(self.line, [], bots=self.bots)

    @cached_property
    def first_moves(self) -> list[tuple[str, str]]:
        """Return the most played first moves of the game, each with the URL of the position after it, as a way out of a
        position without games. Return [] if no move has been played."""
        if not self.line.moves:
            return []
        start = parse_line(self.line.query["size"], self.line.stones)
        page = openings_at(start.state.board, start.state.to_play, with_bots=self.bots)
        names = [known.move for known in page.continuations if known.move is not None and known.move != PASS]
        return [(name, opening_url(start, [name], bots=self.bots)) for name in names[:FIRST_MOVES]]

    @property
    def moves(self) -> list[tuple[str, str]]:
        """Return the moves so far, each with the URL of the position after it."""
        played = self.line.moves
        return [
            (
                pgettext("text", "pass") if name == PASS else name,
                opening_url(self.line, played[: index + 1], bots=self.bots),
            )
            for index, name in enumerate(played)
        ]

    @property
    def grid(self) -> Iterator[list[tuple[str, str, str]]]:
        """Yield the points of the board row by row, each with its vertex, its label for screen readers, and the letter
        of the next move there ("" for none)."""
        board, letters = self.state.board, {row.known.move: row for row in self.rows}
        for index in range(0, len(board.cells), board.width):
            points = [board.point(at) for at in range(index, index + board.width)]
            yield [
                (name, _label(board, at, letters.get(name)), row.letter if (row := letters.get(name)) else "")
                for at, point in enumerate(points, index)
                for name in [vertex(point, board.height)]
            ]


def _label(board: Board, index: int, row: OpeningRow | None) -> str:
    name, value = vertex(board.point(index), board.height), board.cells[index]
    if value:
        return point_label(name, words.COLOR_NAMES[Color(value)])
    if row is None:
        return point_label(name)
    return point_label(name, pgettext("text", "games: %(n)s") % {"n": words.localized_number(row.known.games)})


@require_safe
@from_replica
def openings(request: HttpRequest) -> HttpResponse:
    """Return the openings page for the position after the moves `?moves=`. With `?play=`, redirect to the position
    after one more move. With `?game=` and `?move=`, redirect to the opening of that game."""
    query, bots = request.GET, "bots" in request.GET
    try:
        if "game" in query:
            return redirect(_url_of_game_opening(request))
        line = _requested_line(query)
    except BadOpeningLine as error:
        empty = OpeningsPage(parse_line("19"), request.user, bots=bots)
        return render(request, "sharing/openings.html", _context(empty, str(error)), status=400)
    if "play" in query:
        return redirect(opening_url(line, line.moves, bots=bots))
    return render(request, "sharing/openings.html", _context(OpeningsPage(line, request.user, bots=bots)))


def _context(shown: OpeningsPage, refusal: str = "") -> dict[str, object]:
    sizes = [(size, opening_url(parse_line(size), [], bots=shown.bots)) for size in SIZES]
    other = opening_url(shown.line, shown.line.moves, bots=not shown.bots)
    return {"shown": shown, "refusal": refusal, "sizes": sizes, "most": MOVES, "other": other}


def _requested_line(query: QueryDict) -> OpeningLine:
    """Return the opening line for the query parameters: board size, first stones and moves. Raises BadOpeningLine."""
    parts = {name: [text for text in query.get(name, "").split(",") if text] for name in ("stones", "moves")}
    return parse_line(query.get("size", ""), parts["stones"], [*parts["moves"], *query.getlist("play")[:1]])


def _url_of_game_opening(request: HttpRequest) -> str:
    """Return the URL of the openings page for the game in `?game=`, up to the move in `?move=`. The viewer must be
    allowed to see the game. Raises BadOpeningLine and Http404."""
    number, move = (whole_number(request.GET.get(name), 17) for name in ("game", "move"))
    try:
        if number is None:
            raise NoSuchGame
        game = access.game_for(request.user, number)
    except NoSuchGame as error:
        raise Http404 from error
    line = line_of_game(GameView(game, request.user), MOVES if move is None else move)
    return opening_url(line, line.moves, bots=False)


def opening_url(line: OpeningLine, moves: Sequence[str], *, bots: bool) -> str:
    """Return the URL of the openings page after these moves from the start of the line. `bots` includes games in which
    bots played."""
    query = {**line.query, "moves": ",".join(moves)}
    query = {name: text for name, text in query.items() if text} | ({"bots": "on"} if bots else {})
    return f"{reverse('sharing:openings')}?{urlencode(query, safe=',')}"
