"""The shapes of stones. Black's and White's stones are discs; every other colour has its own shape (V4), so that stones
can be distinguished without seeing their colour."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rules import Board, Color, Point

DISC = "h0"
"""An SVG path of length 0. Because of round line caps it is drawn as a disc."""
SHAPES: dict[Color, str] = {
    Color.RED: "m-.38-.38h.76v.76h-.76z",
    Color.BLUE: "m0-.48l.48.48l-.48.48l-.48-.48z",
    Color.GREEN: "m0-.47l.47.82h-.94z",
    Color.YELLOW: "m-.2-.46h.4v.26h.26v.4h-.26v.26h-.4v-.26h-.26v-.4h.26z",
}
"""The SVG paths of a square, a diamond, a triangle and a cross, relative to the centre of the stone."""
SMALL = 0.44
"""The size of a territory mark relative to a stone."""
_OUTLINES: dict[Color, tuple[tuple[float, float], ...]] = {
    Color.RED: ((-0.38, -0.38), (0.38, -0.38), (0.38, 0.38), (-0.38, 0.38)),
    Color.BLUE: ((0, -0.48), (0.48, 0), (0, 0.48), (-0.48, 0)),
    Color.GREEN: ((0, -0.47), (0.47, 0.35), (-0.47, 0.35)),
    Color.YELLOW: (
        *((-0.2, -0.46), (0.2, -0.46), (0.2, -0.2), (0.46, -0.2), (0.46, 0.2), (0.2, 0.2)),
        *((0.2, 0.46), (-0.2, 0.46), (-0.2, 0.2), (-0.46, 0.2), (-0.46, -0.2), (-0.2, -0.2)),
    ),
}


def is_disc(color: int) -> bool:
    """Return whether stones of this colour, or of hidden colour, are round."""
    return color not in _OUTLINES


def corners_of_stone(color: int) -> tuple[tuple[float, float], ...]:
    """Return the corners of a stone of this colour, relative to its centre, or () for a disc."""
    return _OUTLINES.get(Color(color), ())


def css_class_of(color: Color) -> str:
    """Return the CSS class of the SVG path with the stones of this colour."""
    return {Color.BLACK: "b", Color.WHITE: "w"}.get(color, f"k k{color.letter.lower()}")


def stone_path(color: int) -> str:
    """Return the SVG path of one stone of this colour, relative to the stone's centre."""
    return SHAPES.get(Color(color), DISC)


@lru_cache(maxsize=128)
def paths_by_point(width: int, height: int, shape: str = DISC) -> tuple[str, ...]:
    """Return, for each point of the board, the SVG path of this shape at the point, by the point's index."""
    return tuple(f"M{column} {row}{shape}" for row in range(height) for column in range(width))


def small_stone_path(color: Color, point: Point) -> str:
    """Return the SVG path of a small stone of this colour in its own shape, which marks the owner of an empty
    point."""
    at = ((point.column + SMALL * across, point.row + SMALL * down) for across, down in _OUTLINES[color])
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in at) + "z"


def path_element(css_class: str, path: str) -> str:
    """Return an SVG path element with this class and path, or "" if the path is empty."""
    return f'<path class="{css_class}" d="{path}"/>' if path else ""


def disc_paths(points: Iterable[Point]) -> str:
    """Return the SVG path of a disc on each of these points."""
    return "".join(f"M{column} {row}h0" for column, row in points)


def stones_path(board: Board, color: int, excluded: frozenset[Point] = frozenset()) -> str:
    """Return the SVG path of the stones of this colour, except the points in `excluded`."""
    cells = board.cells
    if excluded:
        rest = bytearray(cells)
        for point in excluded:
            rest[board.index(point)] = 0
        cells = bytes(rest)
    placed = paths_by_point(board.width, board.height, stone_path(color) if color <= len(Color) else DISC)
    return "".join([spot for spot, value in zip(placed, cells, strict=True) if value == color])


def other_drawn_colors(board: Board, at_least: int = 2) -> list[Color]:
    """Return the colours other than Black and White that a drawing of this board needs: those of a game with `at_least`
    colours, and all up to the highest that is on the board."""
    most = max(at_least, max((value for value in set(board.cells) if value <= len(Color)), default=0))
    return [color for color in Color if 2 < color <= most]


def stone_path_elements(color: Color, points: Iterable[Point]) -> str:
    """Return SVG path elements of stones of this colour on these points. White stones also have a rim."""
    shape = stone_path(color)
    drawn = "".join(f"M{column} {row}{shape}" for column, row in points)
    rim = path_element("r", drawn) if color is Color.WHITE else ""
    return rim + path_element(css_class_of(color), drawn)


def draw_color_letters(board: Board, colors: Iterable[Color]) -> str:
    """Return one SVG element for each of these colours, which writes the colour's letter on its stones. Pages show the
    letters if colours are not visible (board.css)."""
    drawn = []
    for color in colors:
        at = [board.point(index) for index, value in enumerate(board.cells) if value == color]
        if at:
            columns, rows = (" ".join(str(point[axis]) for point in at) for axis in (0, 1))
            letters = color.letter * len(at)
            drawn.append(f'<text class="lt o{letters[0].lower()}" x="{columns}" y="{rows}">{letters}</text>')
    return "".join(drawn)


def coordinate_text(value: float) -> str:
    """Return a coordinate with at most three decimals and no 0 before the point."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if abs(value) < 1 else text
