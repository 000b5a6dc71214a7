"""The graph of an analysed game as SVG: the lead after each move, and the largest losses. A table is its text
alternative. The CSS classes are in static/css/pages.css.

The graph runs from left to right in every language, as game records do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

WIDTH, HEIGHT = 640.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 48.0, 18.0, 16.0, 32.0
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST_LINES = 3
LEAST_SPREAD = 2.0


@dataclass(frozen=True, slots=True)
class GraphLabels:
    """The texts of a graph. `name` is a summary, and `sides` are the labels above and below the axis. `number` returns
    a value of the vertical axis as text, and `move` a move number."""

    name: str
    sides: tuple[str, str]
    number: Callable[[float], str]
    move: Callable[[int], str]


@dataclass(frozen=True, slots=True)
class MarkedMove:
    """A move that is marked in the graph: its number, the URL of its link, and its label."""

    move: int
    address: str
    title: str


@dataclass(frozen=True, slots=True)
class _GraphScale:
    """Converts moves and values to coordinates in the drawing; 0 is in the middle."""

    moves: int
    spread: float

    def x(self, move: int) -> float:
        return LEFT + move / max(1, self.moves) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        middle = TOP + (HEIGHT - TOP - BOTTOM) / 2
        return middle - value / self.spread * (HEIGHT - TOP - BOTTOM) / 2


def lead_graph_svg(values: Sequence[float | None], marks: Sequence[MarkedMove], labels: GraphLabels) -> SafeString:
    """Return the graph of Black's lead after each move as SVG, beginning with move 0. Positive values are above the
    middle. Unknown values (None) are left out."""
    known = [value for value in values if value is not None]
    spread = max([LEAST_SPREAD, *map(abs, known)]) * 1.05
    scale = _GraphScale(len(values) - 1, spread)
    parts = [
        f'<svg class="graph lead" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="group" aria-label="{escape(labels.name)}">',
        *(_grid_line(scale, value, labels) for value in _grid_line_values(spread)),
        *(f'<path class="course" d="M{"L".join(piece)}"/>' for piece in _line_pieces(values, scale)),
        *(_marked_move_svg(mark, values, scale) for mark in marks),
        f'<text x="{LEFT + 6:g}" y="{TOP + 6:g}">{escape(labels.sides[0])}</text>',
        f'<text x="{LEFT + 6:g}" y="{HEIGHT - BOTTOM - 4:g}">{escape(labels.sides[1])}</text>',
        *(_axis_label(move, scale, labels) for move in _axis_moves(len(values) - 1)),
        "</svg>",
    ]
    return mark_safe("".join(parts))  # noqa: S308 - numbers, fixed words, and texts that are escaped


def _grid_line_values(spread: float) -> list[float]:
    step = next((step for step in STEPS if spread / step <= MOST_LINES), STEPS[-1])
    above = [float(value) for value in range(step, int(spread) + 1, step)]
    return [*(-value for value in reversed(above)), 0.0, *above]


def _grid_line(scale: _GraphScale, value: float, labels: GraphLabels) -> str:
    y = scale.y(value)
    kind = "grid-line" if value else "grid-line zero"
    line = f'<path class="{kind}" d="M{LEFT:g} {y:.1f}H{WIDTH - RIGHT:g}"/>'
    return f'{line}<text class="end" x="{LEFT - 6:g}" y="{y + 4:.1f}">{escape(labels.number(value))}</text>'


def _line_pieces(values: Sequence[float | None], scale: _GraphScale) -> list[list[str]]:
    """Return the points of each piece of the graph, which is split at unknown values. A single value is a line of
    length 0, which is drawn as a dot."""
    pieces: list[list[str]] = [[]]
    for move, value in enumerate(values):
        if value is None:
            pieces.append([])
        else:
            pieces[-1].append(f"{scale.x(move):.1f} {scale.y(value):.1f}")
    return [piece * 2 if len(piece) == 1 else piece for piece in pieces if piece]


def _marked_move_svg(mark: MarkedMove, values: Sequence[float | None], scale: _GraphScale) -> str:
    value = values[mark.move]
    if value is None:
        return ""
    place = f'cx="{scale.x(mark.move):.1f}" cy="{scale.y(value):.1f}"'
    title = f"<title>{escape(mark.title)}</title>"
    dot = f'<circle class="reach" {place} r="14"/><circle class="slip" {place} r="5"/>'
    return f'<a href="{escape(mark.address)}" aria-label="{escape(mark.title)}">{title}{dot}</a>'


def _axis_moves(last: int) -> list[int]:
    """Return the move numbers on the axis: round numbers, far enough apart."""
    step = next((step for step in STEPS[3:] if last / step <= 8), STEPS[-1])
    return list(range(0, last + 1, step)) if last >= step else [0, last] if last else [0]


def _axis_label(move: int, scale: _GraphScale, labels: GraphLabels) -> str:
    return f'<text class="middle" x="{scale.x(move):.1f}" y="{HEIGHT - 6:g}">{escape(labels.move(move))}</text>'
