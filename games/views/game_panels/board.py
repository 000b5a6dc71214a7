"""The board as a picture, with buttons over it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from foundation.caches import LRUCache
from rules import BLACK_AND_WHITE, Board, Color, Move, Point, parse_vertex, vertex
from rules.errors import RulesError
from rules.variants.view import ANY_COLOR, STONE, SeenBoard
from wording import color_words
from wording.board_svg import BoardMarks, board_svg
from wording.board_text import joined_edges_sentence, point_label
from wording.refusals import SENTENCES, sentence_for
from wording.shapes import is_disc, stone_path

from .end import ScoringPanel


class BoardPanel(ScoringPanel):
    """The panel with the board. `pending` is the viewer's selected point that is not sent yet. `placed` are the
    handicap stones selected so far. `refusal` is the error message about one of these points."""

    pending = ""
    placed: list[str]
    refusal = ""

    def _checked_pending(self, point: str) -> str:
        """Return the vertex of the point that the viewer has selected but not yet sent. If the point is illegal, return
        "" and set `refusal` to the error."""
        if not point or not self.can_play:
            return ""
        try:
            chosen = parse_vertex(point, self.game.width, self.game.height)
        except RulesError as error:
            self.refusal = str(SENTENCES[error.code])
            return ""
        refused = self.show.move_error(chosen)
        if refused is not None:
            self.refusal = f"{vertex(chosen, self.game.height)}: {sentence_for(refused)}"
            return ""
        return vertex(chosen, self.game.height)

    def _valid_handicap_points(self, placed: Iterable[str]) -> list[str]:
        """Return the vertices among these that are valid and empty, at most as many as there are handicap stones. If a
        vertex is not valid, set `refusal`."""
        chosen = []
        for text in placed:
            try:
                point = parse_vertex(text, self.game.width, self.game.height)
            except RulesError as error:
                self.refusal = str(SENTENCES[error.code])
            else:
                if self.position[point] is None:
                    chosen.append(text)
        return chosen[: self.handicap_to_place]

    @property
    def board(self) -> SafeString:
        """Return the board as SVG."""
        ghost = None
        if self.pending and self.me is not None:
            point = parse_vertex(self.pending, self.game.width, self.game.height)
            ghost = Move(Color(self.me.color), point)
        marks = BoardMarks(
            last=self.last_move,
            dead=self.dead,
            score=self.score,
            ghost=ghost,
            differs=self.differences_from_suggestion,
            ko=self._ko_points,
            colors=len(self.game.agreed_setup.order.colors),
            is_planned=self.shown_move is not None and self.shown_move.planned,
        )
        board = self.position
        if self.placed:
            stones = self._parse_points(self.placed)
            board = board.with_stones((Color.BLACK, point) for point in stones)
        if marks.score is not None:
            return board_svg(board, marks, labels=self.show_coordinates)
        unknown = isinstance(board, SeenBoard) and board.unknown
        key = (board.width, board.wraps, board.cells, unknown, marks, self.show_coordinates)
        return _pictures.get_or_make(key, lambda: board_svg(board, marks, labels=self.show_coordinates))

    @property
    def joined_edges(self) -> str:
        """Return the sentence that the edges of the board are joined, or "" if they are not."""
        return joined_edges_sentence(self.position)

    @property
    def stone_shape_path(self) -> str:
        """Return the SVG path for the outline of the viewer's stones, or "" for round stones and for spectators."""
        return "" if self.me is None or is_disc(self.me.color) else stone_path(self.me.color)

    @property
    def show_coordinates(self) -> bool:
        """Return whether the viewer wants coordinates around the board."""
        return bool(getattr(self.viewer, "show_coordinates", True))

    @property
    def grid_classes(self) -> str:
        """Return the CSS classes of the board's buttons, which depend on the margin of the board."""
        return " ".join([*(() if self.show_coordinates else ("bare",)), *(("torus",) if self.position.wraps else ())])

    @property
    def grid(self) -> SafeString:
        """Return the HTML of the buttons over the picture of the board, row by row."""
        extras, refused, focus = self._point_descriptions(), self._refusal_messages(), self._tab_stop()
        labels = {
            point: _PointLabel(extras.get(point, ""), refused.get(point, ""), point == focus)
            for point in {*extras, *refused, focus}
        }
        return _grid_html(self.position, labels)

    def _tab_stop(self) -> Point:
        """Return the only point of the board that can be reached with the Tab key: the last move, otherwise the
        centre."""
        move = self.last_move
        if move is not None and move.point is not None:
            return move.point
        return Point(self.game.width // 2, self.game.height // 2)

    def _point_descriptions(self) -> dict[Point, str]:
        extras = self._count_descriptions()
        move = self.last_move
        if move is not None and move.point is not None:
            extras[move.point] = pgettext("text", "last move")
        for point in self.dead:
            extras[point] = pgettext("text", "dead")
        extras.update(dict.fromkeys(self._ko_points, _("ko, illegal now")))
        return extras

    def _count_descriptions(self) -> dict[Point, str]:
        if self.score is None:
            return {}
        words_of: dict[Point, str] = dict.fromkeys(self.score.dame, pgettext("text", "neutral"))
        words_of.update(dict.fromkeys(self.score.seki, _("seki, no points")))
        for color, points in self.score.territory.items():
            words_of.update(dict.fromkeys(points, str(color_words.TERRITORY_NAMES[color])))
        return words_of

    @cached_property
    def _illegal(self) -> dict[Point, str]:
        """Return the illegal empty points with the code of the error, if the viewer is to play."""
        return self.show.illegal_points() if self.can_play else {}

    @cached_property
    def _ko_points(self) -> frozenset[Point]:
        """Return the points where ko or superko forbids a move."""
        return frozenset(point for point, code in self._illegal.items() if code in ("ko", "superko"))

    def _refusal_messages(self) -> dict[Point, str]:
        """Return the error messages for illegal points, so that the browser need not request them."""
        errors = ((point, self.show.move_error(point)) for point in self._illegal)
        return {
            point: f"{vertex(point, self.game.height)}: {sentence_for(error)}"
            for point, error in errors
            if error is not None
        }

    @property
    def handicap_left(self) -> int:
        """Return the number of handicap stones still to be placed."""
        return self.handicap_to_place - len(self.placed)

    @property
    def handicap_to_place(self) -> int:
        """Return the number of handicap stones that Black places freely."""
        return self.game.agreed_setup.stones_to_place


_pictures: LRUCache[tuple[int, bool, bytes, bool, BoardMarks, bool], SafeString] = LRUCache(500)
"""Cache of drawn boards, up to 12 kB each, by all values they depend on; boards of a count are not cached."""


class _PointLabel(NamedTuple):
    """Optional parts of a point's button: an additional description, the error message of a move there, and whether the
    button can be reached with the Tab key."""

    extra: str = ""
    refused: str = ""
    is_focus: bool = False


_PLAIN_LABEL = _PointLabel()


def _point_button(name: str, value: int, label_of: _PointLabel = _PLAIN_LABEL) -> SafeString:
    """Return the HTML button of the point with this vertex. `value` is the number of the stone's colour, 0 for an empty
    point."""
    content = str(color_words.STONE_NAMES[Color(value)]) if value else pgettext("text", "empty")
    return _labelled_button(name, Color(value).letter if value else "", content, label_of)


def _labelled_button(name: str, mark: str, content: str, extra: _PointLabel) -> SafeString:
    return _button_html(name, mark, point_label(name, content, extra.extra), extra)


@lru_cache(maxsize=5000)
def _button_html(name: str, mark: str, label: str, extra: _PointLabel) -> SafeString:
    return format_html(
        '<button role="gridcell" name="point" value="{}" tabindex="{}" aria-label="{}"{}{}></button>',
        name,
        0 if extra.is_focus else -1,
        label,
        format_html(' data-s="{}"', mark) if mark else "",
        format_html(' data-refused="{}"', extra.refused) if extra.refused else "",
    )


def _grid_html(board: Board, labels: Mapping[Point, _PointLabel]) -> SafeString:
    """Return the HTML of the buttons for all points of the position. `labels` has additional texts for some points."""
    if isinstance(board, SeenBoard):
        return _hidden_info_grid_html(board, labels)
    most = max(len(BLACK_AND_WHITE), max(board.cells))
    of_point = _all_buttons(board.width, board.height, get_language(), most)
    buttons: list[str] = [of_point[index][value] for index, value in enumerate(board.cells)]
    for point, more in labels.items():
        index = board.index(point)
        buttons[index] = _point_button(vertex(point, board.height), board.cells[index], more)
    return _rows_html(buttons, board)


def _hidden_info_grid_html(board: SeenBoard, labels: Mapping[Point, _PointLabel]) -> SafeString:
    """Return the HTML of the buttons for a board with hidden information. The labels describe only what is drawn
    (V65)."""
    stone, unknown = pgettext("a point of the board", "stone"), pgettext("a point of the board", "unknown")
    empty = unknown if board.unknown else pgettext("text", "empty")
    names = {0: empty, ANY_COLOR: stone} | {int(color): str(name) for color, name in color_words.STONE_NAMES.items()}
    marks = {0: "", ANY_COLOR: STONE} | {int(color): color.letter for color in Color}
    buttons: list[str] = [
        _labelled_button(vertex(point, board.height), marks[value], names[value], labels.get(point, _PLAIN_LABEL))
        for point, value in zip(board.points(), board.cells, strict=True)
    ]
    return _rows_html(buttons, board)


def _rows_html(buttons: list[str], board: Board) -> SafeString:
    rows = ("".join(buttons[start : start + board.width]) for start in range(0, len(buttons), board.width))
    return mark_safe("".join(f'<div role="row">{row}</div>' for row in rows))  # noqa: S308 - each button is


@lru_cache(maxsize=32)
def _all_buttons(width: int, height: int, language: str | None, colors: int) -> tuple[tuple[SafeString, ...], ...]:
    """Return the HTML buttons of all points, by index. Each item has first the button of an empty point, then one with
    a stone of each colour. The language is only a cache key: it must be the current one."""
    points = (vertex(Point(column, row), height) for row in range(height) for column in range(width))
    return tuple(tuple(_point_button(name, value) for value in range(colors + 1)) for name in points)
