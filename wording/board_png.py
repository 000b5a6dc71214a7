"""A board as a PNG for e-mails, where neither SVG nor styles work. It is drawn with Pillow, which is imported when the
first picture is drawn."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from rules import Board, Color, Move
from rules.handicap import star_points
from rules.notation import COLUMNS
from rules.variants.view import ANY_COLOR, SeenBoard

from .board_text import DeadStoneMarking
from .shapes import corners_of_stone, is_disc

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH = 380
"""The width of the picture in pixels: the width of an e-mail on a phone."""
FINER = 3
"""The factor by which the picture is drawn larger and then reduced, for smooth stones."""
MARGIN = 1.3
"""The distance from the edge of the picture to the first line, in points of the board: room for the coordinates."""
WOOD, LINE, BLACK, WHITE, RIM, LAST = "#dcb574", "#5b4321", "#1c1c1c", "#fbfaf6", "#6f6a60", "#c4452f"

FOG = "#b39a6e"
"""The colour of hidden points."""
QUESTION = ((0.16, -0.35), (0.2, -0.42), (0.29, -0.43), (0.35, -0.36), (0.32, -0.28), (0.25, -0.21), (0.25, -0.16))
"""The outline of a question mark to the upper right of a point, relative to the point: on the lines it would be
illegible."""
NO_COLOR = "#8d97a3"
"""The colour of stones whose colour is hidden."""
_STONES = {
    2: (RIM, WHITE),
    3: (LINE, "#c93a30"),
    4: (LINE, "#2b62c4"),
    5: (LINE, "#2f8f4e"),
    6: (LINE, "#f3c81e"),
    ANY_COLOR: (RIM, NO_COLOR),
}
"""The colours of a stone's rim and surface, by the value of its point."""


def can_draw_png() -> bool:
    """Return whether Pillow is installed."""
    return find_spec("PIL") is not None


def board_png(board: Board, last: Move | None = None, marking: DeadStoneMarking | None = None) -> bytes:
    """Return the position as the bytes of a PNG, with a dot on the last stone: 3 kB on 9x9, 9 kB on 19x19. With a
    `marking`, dead stones have a cross, and territory has small squares in the colour of its owner."""
    from PIL import Image, ImageDraw

    step = WIDTH * FINER / (max(board.width, board.height) + 2 * MARGIN - 1)
    size = (round(step * (board.width + 2 * MARGIN - 1)), round(step * (board.height + 2 * MARGIN - 1)))
    image = Image.new("RGB", size, WOOD)
    draw = ImageDraw.Draw(image)
    if isinstance(board, SeenBoard) and board.unknown:
        _draw_fog(draw, board, step)
    _draw_lines(draw, board, step)
    _draw_coordinates(draw, board, step)
    for index, cell in enumerate(board.cells):
        if cell:
            x, y = _pixel(index % board.width, index // board.width, step)
            rim, stone = _STONES.get(cell, (BLACK, BLACK))
            if is_disc(cell):
                _draw_dot(draw, (x, y), 0.47 * step, rim)
                _draw_dot(draw, (x, y), 0.44 * step, stone)
            else:
                outline = [(x + across * step, y + down * step) for across, down in corners_of_stone(cell)]
                draw.polygon(outline, fill=stone, outline=rim, width=round(0.05 * step))
    if last is not None and last.point is not None:
        cell = board.cells[board.index(last.point)]
        mark = LAST if is_disc(cell) else BLACK if cell == Color.YELLOW else WHITE
        _draw_dot(draw, _pixel(last.point.column, last.point.row, step), 0.16 * step, mark)
    if marking is not None:
        _draw_marking(draw, marking, step)
    small = image.resize((size[0] // FINER, size[1] // FINER), Image.Resampling.BOX)
    out = BytesIO()
    small.quantize(32).save(out, "PNG", optimize=True)
    return out.getvalue()


def _draw_marking(draw: ImageDraw, marking: DeadStoneMarking, step: float) -> None:
    for color, points in marking.score.territory.items():
        rim, fill = _STONES.get(color, (BLACK, BLACK))
        for point in points - marking.dead:
            x, y = _pixel(point.column, point.row, step)
            draw.rectangle((x - 0.15 * step, y - 0.15 * step, x + 0.15 * step, y + 0.15 * step), fill=fill, outline=rim)
    for point in marking.dead:
        (x, y), half, thick = _pixel(point.column, point.row, step), 0.24 * step, round(0.11 * step)
        draw.line((x - half, y - half, x + half, y + half), fill=LAST, width=thick)
        draw.line((x - half, y + half, x + half, y - half), fill=LAST, width=thick)


def _pixel(column: float, row: float, step: float) -> tuple[float, float]:
    return (MARGIN + column) * step, (MARGIN + row) * step


def _draw_dot(draw: ImageDraw, at: tuple[float, float], radius: float, color: str) -> None:
    x, y = at
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=color)


def _draw_fog(draw: ImageDraw, board: Board, step: float) -> None:
    """Shade the hidden points, with a question mark near each of them (V25)."""
    for index, cell in enumerate(board.cells):
        if not cell:
            x, y = _pixel(index % board.width, index // board.width, step)
            draw.rectangle((x - step / 2, y - step / 2, x + step / 2, y + step / 2), fill=FOG)
            hook = [(x + across * step, y + down * step) for across, down in QUESTION]
            draw.line(hook, fill=RIM, width=max(1, round(0.05 * step)), joint="curve")
            _draw_dot(draw, (x + 0.25 * step, y - 0.07 * step), 0.04 * step, RIM)


def _draw_lines(draw: ImageDraw, board: Board, step: float) -> None:
    thick = max(1, round(0.04 * step))
    out = 0.5 if board.wraps else 0.0  # lines run on past the edges of a board that wraps (V71)
    for column in range(board.width):
        draw.line((*_pixel(column, -out, step), *_pixel(column, board.height - 1 + out, step)), fill=LINE, width=thick)
    for row in range(board.height):
        draw.line((*_pixel(-out, row, step), *_pixel(board.width - 1 + out, row, step)), fill=LINE, width=thick)
    for point in star_points(board.width, board.height):
        _draw_dot(draw, _pixel(point.column, point.row, step), 0.11 * step, LINE)


def _draw_coordinates(draw: ImageDraw, board: Board, step: float) -> None:
    """Write the letters of the columns and the numbers of the rows on all four sides."""
    from PIL import ImageFont

    font, far = ImageFont.load_default(0.55 * step), MARGIN - 0.4
    for column, name in enumerate(COLUMNS[: board.width]):
        for outer in (-far, board.height - 1 + far):
            draw.text(_pixel(column, outer, step), name, fill=LINE, font=font, anchor="mm")
    for row in range(board.height):
        for outer in (-far, board.width - 1 + far):
            draw.text(_pixel(outer, row, step), str(board.height - row), fill=LINE, font=font, anchor="mm")
