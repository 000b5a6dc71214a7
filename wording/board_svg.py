"""A board as SVG: a few paths, no images, no styles of its own (the classes are in static/css/igo.css).

One unit is the distance between two lines; the upper left point is 0 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe

from rules import Board, Color, Move, Point, Score
from rules.handicap import star_points
from rules.notation import COLUMNS

MARGIN_WITH_LABELS = 1.2
MARGIN = 0.5


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn on top of the stones. All of it has a twin in words."""

    last: Move | None = None
    dead: frozenset[Point] = frozenset()
    score: Score | None = None
    ghost: Move | None = None
    differs: frozenset[Point] = field(default_factory=frozenset)


def board_svg(board: Board, marks: Marks = Marks(), *, labels: bool = True) -> SafeString:
    """Draw the position. Everything in it is made of numbers and fixed words, so it is safe as it is."""
    margin = MARGIN_WITH_LABELS if labels else MARGIN
    width, height = board.width - 1 + 2 * margin, board.height - 1 + 2 * margin
    parts = [
        f'<svg viewBox="{-margin} {-margin} {width:g} {height:g}" aria-hidden="true" focusable="false">',
        f'<rect class="wood" x="{-margin}" y="{-margin}" width="{width:g}" height="{height:g}" rx=".15"/>',
        _lines(board.width, board.height),
        _labels(board.width, board.height) if labels else "",
        _stones(board, marks.dead),
        _last(board, marks.last),
        "" if marks.score is None else _territory(marks.score, marks.dead),
        _dead(board, marks.dead),
        _rings("differs", marks.differs),
        ghost_svg(board, marks.ghost),
        "</svg>",
    ]
    return mark_safe("".join(parts))  # noqa: S308 - numbers and fixed words only


@lru_cache(maxsize=64)
def _lines(width: int, height: int) -> str:
    rows = "".join(f"M0 {row}h{width - 1}" for row in range(height))
    columns = "".join(f"M{column} 0v{height - 1}" for column in range(width))
    stars = _dots(star_points(width, height))
    return f'<path class="lines" d="{rows}{columns}"/><path class="stars" d="{stars}"/>'


@lru_cache(maxsize=64)
def _labels(width: int, height: int) -> str:
    texts = []
    for column in range(width):
        letter = COLUMNS[column]
        texts.append(f'<text x="{column}" y="-.68">{letter}</text>')
        texts.append(f'<text x="{column}" y="{height - 1 + 1.04:g}">{letter}</text>')
    for row in range(height):
        y = f"{row + 0.16:g}"
        texts.append(f'<text x="-.86" y="{y}">{height - row}</text>')
        texts.append(f'<text x="{width - 1 + 0.86:g}" y="{y}">{height - row}</text>')
    return f'<g class="labels">{"".join(texts)}</g>'


def _dots(points: Iterable[Point]) -> str:
    """A path of strokes without length: round caps make each a disc."""
    return "".join(f"M{column} {row}h0" for column, row in points)


def _stones(board: Board, dead: frozenset[Point]) -> str:
    alive = {color: [] for color in Color}  # type: dict[Color, list[Point]]
    for index, value in enumerate(board.cells):
        point = board.point(index) if value else None
        if point is not None and point not in dead:
            alive[Color(value)].append(point)
    return _discs(alive[Color.BLACK], alive[Color.WHITE])


def _discs(black: list[Point], white: list[Point]) -> str:
    drawn = ""
    if black:
        drawn += f'<path class="b" d="{_dots(black)}"/>'
    if white:
        dots = _dots(white)
        drawn += f'<path class="rim" d="{dots}"/><path class="w" d="{dots}"/>'
    return drawn


def _last(board: Board, last: Move | None) -> str:
    if last is None or last.point is None or board[last.point] is None:
        return ""
    column, row = last.point
    letter = last.color.letter.lower()
    return f'<circle class="last last-{letter}" cx="{column}" cy="{row}" r=".24"/>'


def _dead(board: Board, dead: frozenset[Point]) -> str:
    if not dead:
        return ""
    black = sorted(point for point in dead if board[point] is Color.BLACK)
    white = sorted(point for point in dead if board[point] is Color.WHITE)
    crosses = "".join(
        f'<path class="x x-{name}" d="{"".join(map(_cross, points))}"/>'
        for name, points in (("b", black), ("w", white))
        if points
    )
    return f'<g class="dead">{_discs(black, white)}</g>{crosses}'


def _cross(point: Point) -> str:
    column, row = point
    return f"M{column - 0.26:g} {row - 0.26:g}l.52 .52m0-.52l-.52 .52"


def _territory(score: Score, dead: frozenset[Point]) -> str:
    parts = []
    for name, points in (("b", score.territory.black), ("w", score.territory.white)):
        squares = "".join(f"M{column - 0.19:g} {row - 0.19:g}h.38v.38h-.38z" for column, row in sorted(points - dead))
        parts.append(f'<path class="terr-{name}" d="{squares}"/>')
    parts.append(f'<path class="dame" d="{_dots(sorted(score.dame))}"/>')
    parts.append(f'<path class="seki" d="{"".join(_diamond(p, 0.22) for p in sorted(score.seki))}"/>')
    open_borders = "".join(_diamond(point, 0.36) for point in sorted(score.open_borders))
    parts.append(f'<path class="open" d="{open_borders}"/>')
    return "".join(part for part in parts if ' d=""' not in part)


def _diamond(point: Point, size: float) -> str:
    column, row = point
    return f"M{column} {row - size:g}l{size} {size}l-{size} {size}l-{size}-{size}z"


def _rings(name: str, points: frozenset[Point]) -> str:
    return "".join(f'<circle class="{name}" cx="{column}" cy="{row}" r=".46"/>' for column, row in sorted(points))


def ghost_svg(board: Board, ghost: Move | None) -> str:
    """A stone that is not sent yet, with dashed lines to both edges so that it cannot be missed."""
    if ghost is None or ghost.point is None:
        return '<g id="ghost"></g>'
    column, row = ghost.point
    discs = _discs(*(([ghost.point], []) if ghost.color is Color.BLACK else ([], [ghost.point])))
    return (
        f'<g id="ghost"><path class="cross-lines" d="M0 {row}h{board.width - 1}'
        f'M{column} 0v{board.height - 1}"/><g class="ghost">{discs}</g>'
        f'<circle class="ring" cx="{column}" cy="{row}" r=".56"/></g>'
    )
