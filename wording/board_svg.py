"""A board as SVG: one path for each colour and kind of mark, without images and its own styles (the classes are in
static/css/board.css). Light and shadow are patterns with which the paths are stroked. A page includes these patterns
once (templates/_stones.html); without them stones are flat.

One unit is the distance between two lines; the upper left point is 0 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from rules import BLACK_AND_WHITE, Board, ByColor, Color, Move, Point, Score
from rules.handicap import star_points
from rules.notation import COLUMNS
from rules.variants.view import ANY_COLOR, SeenBoard

from .shapes import (
    coordinate_text,
    css_class_of,
    disc_paths,
    draw_color_letters,
    is_disc,
    other_drawn_colors,
    path_element,
    small_stone_path,
    stone_path_elements,
    stones_path,
)

Square = tuple[float, float, float]
"""The left edge, the top and the side of a square part of a board, in distances between lines from its first point."""
BARE_MARGIN = 0.56
"""The distance from the outer line to the edge of a board without coordinates: half a stone, and a little wood."""
DIAGRAM_LINES = 16
"""A diagram in a text is a third as wide as a board to play on, so its lines and letters are drawn as on a board with
this many lines. board.css has the same number."""
QUESTION = "m.16-.36c0-.15.22-.15.22 0c0 .1-.11.09-.11.19m0 .1h0"
"""The path of a question mark next to the lines, relative to a point; not a letter, because link previews have no
fonts."""
LAST, LAST_ON_FLAT = ".17", ".24"
"""The radius of the dot on the last stone, and of that on flat stones."""


@dataclass(frozen=True, slots=True)
class BoardMarks:
    """Marks drawn on top of the stones. Pages also describe all of them in words. `ghost` is a stone that the player
    has selected but not yet sent. `colors` is the number of colours in the game, including those without stones now.
    With `is_planned`, the last move was a conditional move."""

    last: Move | None = None
    dead: frozenset[Point] = frozenset()
    score: Score | None = None
    ghost: Move | None = None
    differs: frozenset[Point] = frozenset()
    ko: frozenset[Point] = frozenset()
    colors: int = 2
    is_planned: bool = False


def board_svg(board: Board, marks: BoardMarks = BoardMarks(), *, labels: bool = True) -> SafeString:
    """Return the position as SVG. The SVG needs no escaping, because it consists of numbers and fixed texts. A board
    that wraps has each edge line again beyond the opposite edge (V71), and a wider margin."""
    return _draw_board(board, marks, max(board.width, board.height) if labels else 0)


def numbered_svg(board: Board, numbers: Mapping[Point, str], marks: BoardMarks = BoardMarks()) -> SafeString:
    """Return the board as SVG, with these texts on the stones at these points. Callers pass move numbers in the digits
    of the current language."""
    texts = "".join(
        f'<text class="o{color.letter.lower()}" x="{point.column}" y="{point.row}">{escape(text)}</text>'
        for point, text in numbers.items()
        if (color := board[point]) is not None
    )
    drawn = board_svg(board, marks).removesuffix("</svg>")
    return mark_safe(f'{drawn}<g class="line">{texts}</g></svg>')  # noqa: S308 - drawn, and escaped


def estimate_svg(board: Board, marks: BoardMarks, points: ByColor[frozenset[Point]]) -> SafeString:
    """Return the board as SVG with squares on the points that probably belong to each side, except points with that
    side's stones."""
    drawn = board_svg(board, marks).removesuffix("</svg>")
    squares = (
        path_element(name, "".join(_square_path(point, 0.15) for point in sorted(of_side) if board[point] is not color))
        for name, color, of_side in zip(("tb", "tw"), BLACK_AND_WHITE, points.values, strict=True)
    )
    return mark_safe(f"{drawn}{''.join(squares)}</svg>")  # noqa: S308 - numbers and fixed words only


def diagram_svg(board: Board, marks: BoardMarks) -> SafeString:
    """Return the board as the SVG of a small diagram within a text, with legible letters and without buttons."""
    return _draw_board(board, marks, max(board.width, board.height, DIAGRAM_LINES))


def _draw_board(board: Board, marks: BoardMarks, scale: int) -> SafeString:
    """Return the board as SVG. Lines and letters are as large as on a board with `scale` lines. With 0, there are no
    letters around the board."""
    width, height = board.width, board.height
    classes = "goban diagram" if scale > max(width, height) else "goban"
    others = other_drawn_colors(board, marks.colors)
    ghost = marks.ghost if marks.ghost is not None and marks.ghost.point is not None else None
    more = int(board.wraps)
    stones, fog = _stone_paths(board, marks.dead, others), _fog_paths(board, QUESTION)
    labels = _CoordinateLayout(width, height, scale, more)
    parts = [
        _opening_tag(board, more + (board_margin(scale) if scale else BARE_MARGIN), classes),
        _board_lines(board, more),
        "" if board.wraps else _path_elements(fog),
        _coordinates_svg(labels) if scale else "",
        _highlighted_labels(labels, ghost.point) if scale and ghost is not None and ghost.point else "",
        "" if ghost is None else _cross_hair_svg(width, height, ghost),
        _paths_with_repeated_edges(board, fog + stones) if board.wraps else _path_elements(stones),
        draw_color_letters(board, others) if others else "",
        _last_move_svg(board, marks.last, LAST, "last plan" if marks.is_planned else "last"),
        _dead_stones_svg(board, marks.dead),
        "" if marks.score is None else _territory_svg(marks.score, marks.dead),
        _rings_svg(board, marks.differs),
        path_element("mk", "".join(_square_path(point, 0.2) for point in sorted(marks.ko))),
        "" if ghost is None else _ghost_svg(ghost),
        "</svg>",
    ]
    return mark_safe("".join(parts))  # noqa: S308 - numbers and fixed words only


def small_board_svg(
    board: Board, last: Move | None, rings: frozenset[Point] = frozenset(), square: Square | None = None
) -> SafeString:
    """Return the position, or only this square of it, as a small SVG with flat stones, without letters, and with rings
    on these points. Black stones have a shadow, which is visible as their rim on the dark board theme."""
    black, white = (stones_path(board, color) for color in BLACK_AND_WHITE)
    parts = [
        _opening_tag(board, BARE_MARGIN, "goban flat", square),
        _board_lines(board),
        _path_elements(_fog_paths(board)),
        path_element("s", black) + path_element("b", black) + path_element("r", white) + path_element("w", white),
        *(path_element(css_class_of(color), stones_path(board, color)) for color in other_drawn_colors(board)),
        _hidden_color_stones(board),
        _last_move_svg(board, last, LAST_ON_FLAT),
        _rings_svg(board, rings),
        "</svg>",
    ]
    return mark_safe("".join(parts))  # noqa: S308 - numbers and fixed words only


def board_margin(lines: int) -> float:
    """Return the distance from the outer line to the edge of a board with letters. --m in board.css must have the same
    value."""
    return 0.6 + 0.031 * lines


def _opening_tag(board: Board, around: float, classes: str, square: Square | None = None) -> str:
    """Return the opening tag of the SVG, which shows the board with a margin of `around`, or only the given square of
    the board. The tag gets the classes c and r with the numbers of columns and rows, by which CSS scales lines and
    letters."""
    width, height = board.width, board.height
    whole = (-around, -around, width - 1 + 2 * around, height - 1 + 2 * around)
    box = " ".join(map(coordinate_text, whole if square is None else (*square, square[2])))
    return f'<svg class="{classes} c{width} r{height}" viewBox="{box}" aria-hidden="true" focusable="false">'


@lru_cache(maxsize=64)
def _inner_lines(width: int, height: int) -> str:
    """Return the SVG paths of the inner lines, the frame, and the star points."""
    rows = [f"M0 {row}h{width - 1}" for row in range(1, height - 1)]
    columns = [f"M{column} 0v{height - 1}" for column in range(1, width - 1)]
    frame = f'<path class="e" d="M0 0h{width - 1}v{height - 1}h-{width - 1}z"/>'
    return (
        path_element("g", "".join(rows + columns)) + frame + path_element("h", disc_paths(star_points(width, height)))
    )


def _board_lines(board: Board, more: int = 0) -> str:
    """Return the SVG paths of the board's lines. A board that wraps has no frame, and its lines continue past the edges
    (V71). `more` is the number of lines that are repeated beyond each edge."""
    return _wrapped_lines(board.width, board.height, more) if board.wraps else _inner_lines(board.width, board.height)


@lru_cache(maxsize=64)
def _wrapped_lines(width: int, height: int, more: int) -> str:
    """Return the SVG paths of lines without a frame, and of the star points. If lines are repeated beyond the edges
    (`more`), add a dashed line around the board itself."""
    out = more + 0.5
    start = coordinate_text(-out)
    rows = "".join(f"M{start} {row}h{coordinate_text(width + 2 * out - 1)}" for row in range(-more, height + more))
    columns = "".join(
        f"M{column} {start}v{coordinate_text(height + 2 * out - 1)}" for column in range(-more, width + more)
    )
    seam = f"M-.5-.5h{width}v{height}h-{width}z"
    edge = f'<path class="e" stroke-dasharray=".1 .3" d="{seam}"/>' if more else ""
    return path_element("g", rows + columns) + edge + path_element("h", disc_paths(star_points(width, height)))


def _path_elements(stones: list[tuple[str, str]]) -> str:
    return "".join(f'<path class="{name}" d="{shapes}"/>' for name, shapes in stones)


def _paths_with_repeated_edges(board: Board, stones: list[tuple[str, str]]) -> str:
    """Return the SVG paths of stones and fog, and pale copies of each edge beyond the opposite edge. The copies refer
    to the paths by id, so that they change with the paths. The ids differ between positions, because a page may show
    several boards."""
    width, height = board.width, board.height
    key = f"{crc32(repr(stones).encode()):x}"
    ids = {name: f"edge-{name.split()[-1]}-{key}" for name, _shapes in stones}
    steps = [(across, down) for across in (-width, 0, width) for down in (-height, 0, height) if across or down]
    uses = "".join(f'<use href="#{one}" x="{across}" y="{down}"/>' for across, down in steps for one in ids.values())
    box = f'x="-1.5" y="-1.5" width="{width + 2}" height="{height + 2}" viewBox="-1.5 -1.5 {width + 2} {height + 2}"'
    paths = "".join(f'<path class="{name}" id="{ids[name]}" d="{shapes}"/>' for name, shapes in stones)
    return f'<svg class="h" {box} opacity=".45">{uses}</svg>{paths}'


class _CoordinateLayout(NamedTuple):
    """The values on which the letters and numbers around a board depend: the board's size, the number of lines by which
    they are scaled, and how many repeated lines are between them and the board."""

    width: int
    height: int
    lines: int
    more: int

    @property
    def offsets(self) -> tuple[float, float]:
        """Return the distances of the centres of numbers and of letters from the outer line."""
        return self.more + 0.54 + 0.0145 * self.lines, self.more + 0.52 + 0.0125 * self.lines


@lru_cache(maxsize=64)
def _coordinates_svg(labels: _CoordinateLayout) -> str:
    """Return the SVG of letters above and below the board and of numbers on both sides. On each side, all labels of one
    character are a single element that has a position for each. board.js reads the positions of the sides from the
    first four elements."""
    width, height, (aside, above) = labels.width, labels.height, labels.offsets
    single = range(max(height - 9, 0), height)
    columns, rows = (" ".join(map(str, places)) for places in (range(width), single))
    digits = "".join(str(height - row) for row in single)
    sides = (coordinate_text(-aside), coordinate_text(width - 1 + aside))
    texts = [
        f'<text x="{columns}" y="{coordinate_text(y)}">{COLUMNS[:width]}</text>' for y in (-above, height - 1 + above)
    ]
    texts += [f'<text x="{" ".join([x] * len(single))}" y="{rows}">{digits}</text>' for x in sides]
    texts += [f'<text x="{x}" y="{row}">{height - row}</text>' for row in range(height - 9) for x in sides]
    return f'<g class="xy">{"".join(texts)}</g>'


def _highlighted_labels(labels: _CoordinateLayout, point: Point) -> str:
    """Return the letter and the number of a point again, highlighted."""
    width, height, (aside, above) = labels.width, labels.height, labels.offsets
    letters = ((point.column, y, COLUMNS[point.column]) for y in (-above, height - 1 + above))
    numbers = ((x, point.row, height - point.row) for x in (-aside, width - 1 + aside))
    texts = (
        f'<text x="{coordinate_text(x)}" y="{coordinate_text(y)}">{text}</text>' for x, y, text in (*letters, *numbers)
    )
    return f'<g class="xy on">{"".join(texts)}</g>'


def _stone_paths(board: Board, dead: frozenset[Point], others: list[Color]) -> list[tuple[str, str]]:
    """Return the stones as pairs of a CSS class and the shapes of an SVG path. The first four paths are shadows, black
    stones, white stones' rims and white stones, even if there are no such stones. They are followed by a path for each
    other colour in the game, and by one for stones whose colour is hidden."""
    black, white = (stones_path(board, color, dead) for color in BLACK_AND_WHITE)
    shadows = black + white
    if others:
        stones = (point for point in board.points() if board[point] is not None and point not in dead)
        shadows = disc_paths(stones)
    hidden = stones_path(board, ANY_COLOR) if ANY_COLOR in board.cells else ""
    drawn = [("s", shadows + hidden), ("b", black), ("r", white), ("w", white)]
    drawn += [(css_class_of(color), stones_path(board, color, dead)) for color in others]
    return [*drawn, ("n", hidden)] if hidden else drawn


def _fog_paths(board: Board, mark: str = "") -> list[tuple[str, str]]:
    """Return the fog over hidden points (V25), and this mark on each of them, as pairs of a CSS class and the shapes of
    an SVG path."""
    if not (isinstance(board, SeenBoard) and board.unknown):
        return []
    points = [point for point in board.points() if not board.cells[board.index(point)]]
    marks = "".join(f"M{column} {row}{mark}" for column, row in points) if mark else ""
    return [(name, shapes) for name, shapes in (("fog", disc_paths(points)), ("unknown", marks)) if shapes]


def _hidden_color_stones(board: Board) -> str:
    """Return the SVG paths of stones whose colour is hidden, or "" if there are none."""
    if ANY_COLOR not in board.cells:
        return ""
    discs = stones_path(board, ANY_COLOR)
    return path_element("s", discs) + path_element("n", discs)


def _last_move_svg(board: Board, last: Move | None, radius: str, classes: str = "last") -> str:
    if last is None or last.point is None:
        return ""
    column, row = last.point
    if isinstance(board, SeenBoard) and board[last.point] is None:  # on a stone of no colour, or on wood
        return f'<circle class="mk" cx="{column}" cy="{row}" r=".26"/>'
    if board[last.point] is None:
        return ""
    return f'<circle class="{classes} o{last.color.letter.lower()}" cx="{column}" cy="{row}" r="{radius}"/>'


def _dead_stones_svg(board: Board, dead: frozenset[Point]) -> str:
    """Return the SVG of dead stones, pale and crossed out, or "" if there are none."""
    if not dead:
        return ""
    of_color = {color: sorted(point for point in dead if board[point] is color) for color in Color}
    crosses = (
        path_element(f"cross o{color.letter.lower()}", "".join(map(_cross_path, points)))
        for color, points in of_color.items()
    )
    pale = path_element("s", disc_paths(of_color[Color.BLACK])) + "".join(
        stone_path_elements(*one) for one in of_color.items() if one[1]
    )
    return f'<g class="x">{pale}</g>{"".join(crosses)}'


def _cross_path(point: Point) -> str:
    column, row = point
    return f"M{coordinate_text(column - 0.2)} {coordinate_text(row - 0.2)}l.4.4m0-.4l-.4.4"


def _territory_svg(score: Score, dead: frozenset[Point]) -> str:
    """Return the marks of territory: the owner's mark for each point, dots for neutral points, diamonds in seki, and
    larger diamonds at open borders."""
    parts = [
        path_element(
            f"t{color.letter.lower()}", "".join(_territory_mark_path(color, point) for point in sorted(points - dead))
        )
        for color, points in score.territory.items()
    ]
    parts.append(path_element("du", disc_paths(sorted(score.dame))))
    parts.append(path_element("mk", "".join(_diamond_path(point, 0.22) for point in sorted(score.seki))))
    parts.append(
        path_element("mk wide-open", "".join(_diamond_path(point, 0.36) for point in sorted(score.open_borders)))
    )
    return "".join(parts)


def _territory_mark_path(color: Color, point: Point) -> str:
    return _square_path(point, 0.15) if is_disc(color) else small_stone_path(color, point)


def _square_path(point: Point, half: float) -> str:
    column, row = point
    side = coordinate_text(2 * half)
    return f"M{coordinate_text(column - half)} {coordinate_text(row - half)}h{side}v{side}h-{side}z"


def _diamond_path(point: Point, size: float) -> str:
    column, row = point
    side = coordinate_text(size)
    return f"M{column} {coordinate_text(row - size)}l{side} {side}l-{side} {side}l-{side}-{side}z"


def _rings_svg(board: Board, points: frozenset[Point]) -> str:
    """Return rings on these points as SVG. A ring has a colour that is visible on the stone or the empty board."""
    drawn = []
    for point in sorted(points):
        color = board[point]
        on = "" if color is None else f" o{color.letter.lower()}"
        drawn.append(f'<circle class="mk{on}" cx="{point.column}" cy="{point.row}" r=".26"/>')
    return "".join(drawn)


def _cross_hair_svg(width: int, height: int, ghost: Move) -> str:
    """Return an SVG path, to be drawn below all stones, along the row and the column of a stone that is selected but
    not yet sent."""
    assert ghost.point is not None
    return f'<path class="hair" d="M0 {ghost.point.row}h{width - 1}M{ghost.point.column} 0v{height - 1}"/>'


def _ghost_svg(ghost: Move) -> str:
    """Return the SVG of a stone that is selected but not yet sent, with a ring around it for better visibility."""
    assert ghost.point is not None
    column, row = ghost.point
    stone = path_element("s", disc_paths([ghost.point])) + stone_path_elements(ghost.color, [ghost.point])
    ring = f'<circle class="ring" cx="{column}" cy="{row}" r=".56"/>'
    return f'<g class="ghost">{stone}</g>{ring}'
