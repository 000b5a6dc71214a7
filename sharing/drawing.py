"""Boards as complete SVG files, with the colours of the light wooden board (static/css/board.css) as attributes. A file
does not have the style sheet of the page, and may have no style sheet of its own if a policy forbids that. The PNG
converter (resvg) supports neither variables nor calc().

Stones have highlights, but no soft shadow, which would double the drawing time.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rules import Board, Color, Move, Point
from wording.board_svg import BARE_MARGIN, BoardMarks, board_margin, board_svg
from wording.shapes import css_class_of, is_disc

XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
GROUND, WOOD, LINE, RIM, LAST = "#f7f3ea", "#e3bc7c", "#46320f", "#6a4d20", "#e0662b"
BLACK, WHITE, NO_COLOR = "#0d0e11", "#f8f5ee", "#83827f"
SHAPED = {Color.RED: "#c93a30", Color.BLUE: "#2b62c4", Color.GREEN: "#2f8f4e", Color.YELLOW: "#f3c81e"}
DARK, BRIGHT = "#111", "#fff"
"""Colours of marks that are visible on bright and on dark stones."""
WIDE, HIGH = 1200, 630
"""The size of the picture of a link in pixels, as other sites show it."""
EDGE = 15
"""The space above and below the board in the picture of a link, in pixels."""
FRAME = 3
"""The width of the wood around an animation, in pixels."""
_LIGHT = (
    ("b", 'fx=".34" fy=".26"', (("0", "#62656b"), (".38", "#2a2c31"), (".96", BLACK))),
    ("w", 'fx=".36" fy=".3"', (("0", "#fff"), (".55", WHITE), (".95", "#d3cab8"))),
)


def board_svg_file(board: Board, last: Move | None) -> str:
    """Return the position as the text of an SVG file, with coordinates."""
    around = board_margin(max(board.width, board.height)) + board.wraps
    across, down = board.width - 1 + 2 * around, board.height - 1 + 2 * around
    corner = f'x="{-around:.3f}" y="{-around:.3f}"'
    box = f"{-around:.3f} {-around:.3f} {across:.3f} {down:.3f}"
    ground = f'<rect {corner} width="{across:.3f}" height="{down:.3f}" rx=".2" fill="{WOOD}"/>'
    size = f'width="{across * 40:.0f}" height="{down * 40:.0f}"'
    inside = _board_svg(board, last, labels=True)
    return f'<svg {XMLNS} viewBox="{box}" {size}>{_stone_patterns()}{ground}{inside}</svg>'


def preview_svg_file(board: Board, last: Move | None) -> str:
    """Return the position as the preview picture of a link: the board on paper, without text, so that no fonts are
    needed."""
    return link_picture(board_box(board, (WIDE - HIGH) // 2 + EDGE), (board, last), "")


def board_box(board: Board, left: int) -> tuple[float, float, float, float]:
    """Return x, y, width and height of a board in the preview picture of a link, in pixels. The board is centred in a
    square whose left edge is `left`."""
    across, down = _board_extent(board)
    scale = (HIGH - 2 * EDGE) / max(across, down)
    wide, high = across * scale, down * scale
    return left + (HIGH - 2 * EDGE - wide) / 2, (HIGH - high) / 2, wide, high


def link_picture(place: tuple[float, float, float, float], shown: tuple[Board, Move | None], more: str) -> str:
    """Return the preview picture of a link as SVG: a paper background with the position `shown`, which is a board and
    its last move. `place` is x, y, width and height of the board, and `more` is SVG to add."""
    (board, last), (x, y, wide, high), (across, down) = shown, place, _board_extent(shown[0])
    corner = f'x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    edge = -BARE_MARGIN - board.wraps
    box = f"{edge} {edge} {across:.2f} {down:.2f}"
    return (
        f'<svg {XMLNS} viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">{_stone_patterns()}'
        f'<rect width="{WIDE}" height="{HIGH}" fill="{GROUND}"/><rect {corner} rx="6" fill="{WOOD}"/>'
        f'<svg {corner} viewBox="{box}">{_board_svg(board, last, labels=False)}</svg>{more}</svg>'
    )


def _board_extent(board: Board) -> tuple[float, float]:
    """Return width and height of a board without coordinates, in cells. On a board that wraps they include the edges,
    which are drawn again outside."""
    around = BARE_MARGIN + board.wraps
    return board.width - 1 + 2 * around, board.height - 1 + 2 * around


def stone_svg(color: Color, at: tuple[int, int], size: int) -> str:
    """Return a stone of this colour as SVG, centred on the point `at`. `size` and `at` are in pixels."""
    one = Board.empty(1, 1).with_stones([(color, Point(0, 0))])
    drawn = str(board_svg(one, BoardMarks(), labels=False))
    lines = re.sub(r'<path class="[geh]"[^>]*/>|<text.*?</text>', "", drawn[drawn.index(">") + 1 : -len("</svg>")])
    for name, look in _class_styles(1):
        lines = lines.replace(f'class="{name}"', look)
    place = f'transform="translate({at[0]} {at[1]}) scale({size})"'
    return f'<g {place} fill="none" stroke-linecap="round">{lines}</g>'


def frame_sheet(empty: Board, cell: int, stones: tuple[int, bool]) -> str:
    """Return a board as SVG with the same stone on every point (colour 0: none), with or without the mark of the last
    move. Frames of animations are put together from points of such boards. A point is a square of `cell` pixels, and
    FRAME pixels of wood are around the board. A board that wraps has its edges drawn again outside."""
    board, (value, is_last), (width, height) = empty, stones, (empty.width, empty.height)
    edge = 0.5 + board.wraps + FRAME / cell
    if value:
        board = board.with_stones((Color(value), point) for point in board.points())
    mark = _last_move_mark_color(value)
    dots = "".join(f'<circle fill="{mark}" cx="{x}" cy="{y}" r=".2"/>' for x, y in board.points()) if is_last else ""
    box = f"{-edge:.4f} {-edge:.4f} {width - 1 + 2 * edge:.4f} {height - 1 + 2 * edge:.4f}"
    wide, high = ((lines + 2 * board.wraps) * cell + 2 * FRAME for lines in (width, height))
    pixels = f'width="{wide}" height="{high}"'
    ground = f'<rect x="-2" y="-2" width="{width + 3}" height="{height + 3}" fill="{WOOD}"/>'
    inside = _board_svg(board, None, labels=False)
    return f'<svg {XMLNS} viewBox="{box}" {pixels}>{_stone_patterns()}{ground}{inside}{dots}</svg>'


def _last_move_mark_color(stone: int) -> str:
    """Return the CSS colour of the last-move mark on a stone of this colour."""
    if is_disc(stone):
        return LAST
    return DARK if stone == Color.YELLOW else BRIGHT


def _line_count(board: Board) -> int:
    return max(board.width, board.height)


def _board_svg(board: Board, last: Move | None, *, labels: bool) -> str:
    """Return the board on its wood as SVG, drawn as on the pages, with attributes instead of CSS classes."""
    drawn = str(board_svg(board, BoardMarks(last=last), labels=labels))
    drawn = drawn[drawn.index(">") + 1 : -len("</svg>")]
    for name, look in _class_styles(_line_count(board)):
        drawn = drawn.replace(f'class="{name}"', look)
    drawn = drawn.replace('class="lt', 'display="none" class="lt')
    return f'<g fill="none" stroke-linecap="round">{drawn}</g>'


@lru_cache(maxsize=32)
def _class_styles(lines: int) -> list[tuple[str, str]]:
    """Return each CSS class with the attributes that replace it, on a board with this many lines."""
    thin, frame, star = 0.006 + 0.0014 * lines, 0.01 + 0.0026 * lines, 0.06 + 0.0095 * lines
    text = 'text-anchor="middle" dominant-baseline="central" font-family="system-ui, sans-serif" font-weight="500"'
    rim = f'stroke="{LINE}" stroke-width=".06" stroke-linejoin="round"'
    return [
        ("g", f'stroke="{LINE}" stroke-width="{thin:.4f}" stroke-linecap="butt"'),
        ("e", f'stroke="{LINE}" stroke-width="{frame:.4f}"'),
        ("h", f'stroke="{LINE}" stroke-width="{star:.4f}"'),
        ("s", 'stroke="none"'),
        ("b", 'stroke="url(#pb)" stroke-width=".96"'),
        ("r", f'stroke="{RIM}" stroke-width=".96"'),
        ("w", 'stroke="url(#pw)" stroke-width=".89"'),
        ("n", f'stroke="{NO_COLOR}" stroke-width=".93"'),
        ("mk", f'stroke="{LINE}" stroke-width=".07"'),
        ("fog", f'stroke="{LINE}" stroke-width="1" stroke-linecap="square" opacity=".3"'),
        ("unknown", f'stroke="{LINE}" stroke-width=".06"'),
        ("last ob", f'fill="{LAST}"'),
        ("last ow", f'fill="{LAST}"'),
        *((css_class_of(color), f'fill="{fill}" {rim}') for color, fill in SHAPED.items()),
        *((f"last o{color.letter.lower()}", f'fill="{_last_move_mark_color(color)}"') for color in SHAPED),
        ("xy", f'fill="{LINE}" font-size="{0.1 + 0.0155 * lines:.4f}" {text}'),
    ]


@lru_cache(maxsize=1)
def _stone_patterns() -> str:
    """Return the SVG patterns with which black and white stones are drawn: one stone, repeated at every point."""
    drawn = []
    for name, focus, stops in _LIGHT:
        steps = "".join(f'<stop offset="{at}" stop-color="{color}"/>' for at, color in stops)
        drawn.append(
            f'<radialGradient id="g{name}" {focus}>{steps}</radialGradient>'
            f'<pattern id="p{name}" x="-.5" y="-.5" width="1" height="1" patternUnits="userSpaceOnUse">'
            f'<path fill="url(#g{name})" d="M0 0h1v1H0z"/></pattern>'
        )
    return f"<defs>{''.join(drawn)}</defs>"
