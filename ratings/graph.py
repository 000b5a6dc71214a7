"""The graph of a rating as SVG: a line, the band of its deviation, and a shape for the result of each game.

The classes are in static/css/pages.css. The caller provides the texts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from ratings.history import RatingHistory, RatingPoint

WIDTH, HEIGHT = 420.0, 210.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 10.0, 10.0, 24.0
MOST_SHAPES = 100
"""The number of games above which shapes would only hide the line."""
MOST_LINES = 5
STEPS = (10, 20, 50, 100, 200, 500, 1000)
LEAST_SPREAD = 100.0


@dataclass(frozen=True, slots=True)
class _GraphScale:
    """Converts times and ratings to coordinates in the drawing."""

    begin: float
    end: float
    low: float
    high: float

    def x(self, at: float) -> float:
        share = 0.5 if self.end == self.begin else (at - self.begin) / (self.end - self.begin)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, rating: float) -> float:
        return TOP + (self.high - rating) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM)

    def coordinates(self, point: RatingPoint, deviations: float = 0.0) -> str:
        """Return the coordinates, "x y" as in an SVG path, of a point's rating plus this many deviations."""
        return f"{self.x(point.at.timestamp()):.1f} {self.y(point.rating + deviations * point.deviation):.1f}"


@dataclass(frozen=True, slots=True)
class RatingGraphLabels:
    """The texts of a graph. `name` is a summary, `dates` are the labels of its first and last time, and `number`
    formats a rating. `titles` are the tooltips of the shapes, one for each point; they are empty unless
    `has_shape_per_game`."""

    name: str
    dates: tuple[str, str]
    number: Callable[[int], str]
    titles: Sequence[str] = ()


def rating_graph_svg(history: RatingHistory, labels: RatingGraphLabels) -> SafeString:
    """Return the graph as SVG. The history must have at least one point."""
    points, scale = history.points, _scale_of(history.points)
    parts = [
        f'<svg class="graph" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{escape(labels.name)}">',
        *(_grid_line(scale, rating, labels.number) for rating in _grid_ratings(scale)),
        f'<path class="band" d="{_deviation_band_path(points, scale)}"/>',
        f'<path class="course" d="M{"L".join(map(scale.coordinates, points))}"/>',
        *(_result_shapes(points, scale, labels.titles) if has_shape_per_game(history) else ()),
        f'<text x="{LEFT:g}" y="{HEIGHT - 6:g}">{escape(labels.dates[0])}</text>',
        f'<text class="end" x="{WIDTH - RIGHT:g}" y="{HEIGHT - 6:g}">{escape(labels.dates[1])}</text>',
        "</svg>",
    ]
    return mark_safe("".join(parts))  # noqa: S308 - numbers, fixed words, and texts that are escaped


def has_shape_per_game(history: RatingHistory) -> bool:
    """Return whether the graph has a shape for every game. It has none if the shapes would cover each other."""
    return len(history.points) <= MOST_SHAPES and not history.is_thinned


def _scale_of(points: Sequence[RatingPoint]) -> _GraphScale:
    low = min(point.rating - point.deviation for point in points)
    high = max(point.rating + point.deviation for point in points)
    missing = max(0.0, LEAST_SPREAD - (high - low)) / 2
    times = [point.at.timestamp() for point in points]
    return _GraphScale(min(times), max(times), low - missing, high + missing)


def _grid_ratings(scale: _GraphScale) -> range:
    """Return the ratings of the grid lines: round numbers, at most MOST_LINES."""
    spread = scale.high - scale.low
    step = next((step for step in STEPS if spread / step <= MOST_LINES), STEPS[-1])
    return range(ceil(scale.low / step) * step, floor(scale.high) + 1, step)


def _grid_line(scale: _GraphScale, rating: int, number: Callable[[int], str]) -> str:
    y = scale.y(rating)
    line = f'<path class="grid-line" d="M{LEFT:g} {y:.1f}H{WIDTH - RIGHT:g}"/>'
    return f'{line}<text class="end" x="{LEFT - 6:g}" y="{y + 4:.1f}">{escape(number(rating))}</text>'


def _deviation_band_path(points: Sequence[RatingPoint], scale: _GraphScale) -> str:
    above = [scale.coordinates(point, 1) for point in points]
    below = [scale.coordinates(point, -1) for point in reversed(points)]
    return f"M{'L'.join([*above, *below])}Z"


_FORMS = {1.0: ("won", "m0-5 5 9h-10z"), 0.0: ("lost", "m0 5 5-9h-10z"), 0.5: ("drawn", "m0-5 5 5-5 5-5-5z")}


def _result_shapes(points: Sequence[RatingPoint], scale: _GraphScale, titles: Sequence[str]) -> list[str]:
    """Return the shapes of the results: a triangle up for a win, a triangle down for a loss, a diamond for a draw."""
    shapes = []
    for index, point in enumerate(points):
        kind, form = _FORMS[point.score]
        title = f"<title>{escape(titles[index])}</title>" if titles else ""
        shapes.append(f'<path class="{kind}" d="M{scale.coordinates(point)}{form}">{title}</path>')
    return shapes
