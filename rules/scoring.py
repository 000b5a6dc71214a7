"""Score a finished position (RULES.md section 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from .board import Board, Point
from .borders import open_borders
from .color import ByColor, Color
from .notation import parse_vertex, vertex
from .outcome import Ranking, first_alone, plain
from .regions import areas, owners_of
from .ruleset import Counting, RuleSet
from .seki import Verdict, judge

ZERO, HALF = Decimal(0), Decimal("0.5")
_NONE = ByColor(0, 0)
SEKI_IS_EMPTY = (Counting.BRAINKING, Counting.TERRITORY)
"""The ways of counting under which eyes in seki and false eyes are not territory (R25)."""


@dataclass(frozen=True, slots=True)
class Term:
    """One line of the score: signed points for each side."""

    name: str
    points: ByColor[Decimal]


@dataclass(frozen=True, slots=True)
class Score:
    """A score with all its terms, whose sums are the totals.

    Names of terms: territory, stones, captured, dead, pass_stones, komi, compensation, ties. `seki` are points that
    are worth nothing because they are in seki; `dame` the other points that count for neither side (neutral points,
    and false eyes that will be filled); `open_borders` are those of them through which a territory is open. `out` are
    the sides that had left before, in order; they come last (V58).
    """

    counting: Counting
    terms: tuple[Term, ...]
    territory: ByColor[frozenset[Point]]
    dame: frozenset[Point]
    seki: frozenset[Point]
    open_borders: frozenset[Point]
    out: tuple[Color, ...] = ()

    @property
    def totals(self) -> ByColor[Decimal]:
        """Return the points of each side."""
        return ByColor(*(sum(points, ZERO) for points in zip(*(term.points for term in self.terms), strict=True)))

    @property
    def margin(self) -> Decimal:
        """Return Black's points minus White's, in a game of these two."""
        return self.totals.black - self.totals.white

    @property
    def ranking(self) -> Ranking:
        """Return the sides by their points, highest first. Equal sides share a place, and the first side to leave is
        last."""
        points = {color: own for color, own in self.totals.items() if color not in self.out}
        places = sorted(set(points.values()), reverse=True)
        groups = (tuple(color for color, own in points.items() if own == place) for place in places)
        return (*groups, *((color,) for color in reversed(self.out)))

    @property
    def lead(self) -> Decimal:
        """Return the lead of the first side over the second, 0 if they share the place."""
        first, second = sorted((own for color, own in self.totals.items() if color not in self.out), reverse=True)[:2]
        return first - second

    @property
    def winner(self) -> Color | None:
        """Return the side with the most points, None for a draw (jigo)."""
        return first_alone(self.ranking)

    @property
    def written(self) -> str:
        """Return the result in SGF: B+3.5, W+12, 0."""
        return f"{self.winner.letter}+{plain(self.lead)}" if self.winner else "0"

    def to_json(self, height: int) -> dict[str, Any]:
        """Return the score as JSON; points are vertices."""
        return {
            "counting": self.counting.value,
            "terms": [[term.name, *term.points.map(plain)] for term in self.terms],
            **{color.name.lower(): _vertices(points, height) for color, points in self.territory.items()},
            "dame": _vertices(self.dame, height),
            "seki": _vertices(self.seki, height),
            "open_borders": _vertices(self.open_borders, height),
        } | ({"out": "".join(color.letter for color in self.out)} if self.out else {})

    @classmethod
    def from_json(cls, data: dict[str, Any], width: int, height: int) -> Score:
        """Return the score from its to_json()."""

        def points(name: str) -> frozenset[Point]:
            return frozenset(parse_vertex(text, width, height) for text in data[name])

        return cls(
            counting=Counting(data["counting"]),
            terms=tuple(Term(name, ByColor(*map(Decimal, points))) for name, *points in data["terms"]),
            territory=ByColor(*(points(color.name.lower()) for color in Color if color.name.lower() in data)),
            dame=points("dame"),
            seki=points("seki"),
            open_borders=points("open_borders"),
            out=tuple(map(Color.from_letter, data.get("out", ""))),
        )


def _vertices(points: Iterable[Point], height: int) -> list[str]:
    return [vertex(point, height) for point in sorted(points)]


@dataclass(frozen=True, slots=True)
class ScoreContext:
    """The values that count in addition to the board: komi, the prisoners held by each colour, the pass stones that
    each colour gave, and the handicap, which matters if White gets compensation."""

    komi: Decimal = ZERO
    prisoners: ByColor[int] = _NONE
    pass_stones: ByColor[int] = _NONE
    handicap: int = 0


def score(board: Board, dead: Iterable[Point], ruleset: RuleSet, context: ScoreContext) -> Score:
    """Return the score of the position with these stones dead (R20 to R25).

    Under rules with all stones alive `dead` is ignored. The marking is trusted. Raises OffBoard.
    """
    ground = survey(board, () if ruleset.all_stones_alive else dead, ruleset.counting)
    counts = Counts.of(ground, context, ruleset.compensation_for(context.handicap))
    terms = list(TERMS[ruleset.counting](counts))
    if for_ties := tie_bonus_for_black(ruleset, context.komi):
        terms.append(Term("ties", ByColor(for_ties, ZERO)))
    return _score(ruleset.counting, ground, terms)


def tie_bonus_for_black(ruleset: RuleSet, komi: Decimal) -> Decimal:
    """Return the points that make a tie a win for Black: half a point if the rules decide so and the komi allows ties,
    otherwise 0."""
    return HALF if ruleset.ties_to_black and komi % 1 == 0 else ZERO


def score_aga_territory(board: Board, dead: Iterable[Point], context: ScoreContext) -> Score:
    """Return the AGA score by territory, prisoners and pass stones (R23): eyes in seki count, and White gets no
    handicap compensation.

    The margin equals that of the area count if White passed last.
    """
    ground = survey(board, dead, Counting.AGA)
    counts = Counts.of(ground, context, compensation=0)
    return _score(Counting.AGA, ground, TERMS[Counting.TERRITORY](counts))


def _score(counting: Counting, ground: Ground, terms: Iterable[Term]) -> Score:
    return Score(
        counting=counting,
        terms=tuple(terms),
        territory=ground.territory,
        dame=ground.dame | ground.false_eyes,
        seki=ground.seki,
        open_borders=ground.open_borders,
    )


@dataclass(frozen=True, slots=True)
class Ground:
    """The board's part of a score: the owner of each point, and the numbers of living and dead stones.

    Every point without a living stone is in exactly one of `territory`, `dame` (neutral), `false_eyes` (the owner will
    have to fill the point) and `seki`; `open_borders` are some of `dame`. Under area counting no point is a false eye
    or in seki.
    """

    territory: ByColor[frozenset[Point]]
    dame: frozenset[Point]
    false_eyes: frozenset[Point]
    seki: frozenset[Point]
    open_borders: frozenset[Point]
    stones: ByColor[int]
    dead: ByColor[int]


def survey(board: Board, dead: Iterable[Point], counting: Counting) -> Ground:
    """Return the board's part of a score for this way of counting, with these stones dead."""
    marked = frozenset(board.index(point) for point in dead)
    cells = bytes(0 if index in marked else value for index, value in enumerate(board.cells))
    neighbors = board.neighbors
    found = areas(neighbors, cells)
    verdict = Verdict(owners_of(len(cells), found), frozenset(), frozenset())
    if counting in SEKI_IS_EMPTY:
        verdict = judge(neighbors, cells, verdict.owners, marked)
    worthless = verdict.false_eyes | verdict.seki
    owned = {value: [i for i, owner in enumerate(verdict.owners) if owner == value] for value in range(3)}
    return Ground(
        territory=ByColor(_points(board, owned[1]), _points(board, owned[2])),
        dame=_points(board, (i for i in owned[0] if not cells[i] and i not in worthless)),
        false_eyes=_points(board, verdict.false_eyes),
        seki=_points(board, verdict.seki),
        open_borders=_points(board, open_borders(neighbors, cells, found, verdict.seki)),
        stones=ByColor(cells.count(Color.BLACK), cells.count(Color.WHITE)),
        dead=ByColor(_dead(board, marked, Color.BLACK), _dead(board, marked, Color.WHITE)),
    )


def _points(board: Board, indices: Iterable[int]) -> frozenset[Point]:
    return frozenset(map(board.point, indices))


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of the board and of the game, for each colour: territory, living stones, dead stones of the colour,
    prisoners held, pass stones given; and White's komi and compensation."""

    territory: ByColor[int]
    stones: ByColor[int]
    dead: ByColor[int]
    prisoners: ByColor[int]
    pass_stones: ByColor[int]
    komi: Decimal
    compensation: int

    @classmethod
    def of(cls, ground: Ground, context: ScoreContext, compensation: int) -> Counts:
        """Return the counts of a board together with those of the game."""
        return cls(
            territory=ground.territory.map(len),
            stones=ground.stones,
            dead=ground.dead,
            prisoners=context.prisoners,
            pass_stones=context.pass_stones,
            komi=context.komi,
            compensation=compensation,
        )


def _term(name: str, *points: int | Decimal) -> Term:
    return Term(name, ByColor(*map(Decimal, points)))


def _brainking(c: Counts) -> list[Term]:
    """Return the terms of R20: a side's losses are subtracted, and so is Black's komi."""
    terms = [
        _term("territory", c.territory.black, c.territory.white),
        _term("captured", -c.prisoners.white, -c.prisoners.black),
        _term("dead", -c.dead.black, -c.dead.white),
    ]
    if c.pass_stones != ByColor(0, 0):
        terms.append(_term("pass_stones", -c.pass_stones.black, -c.pass_stones.white))
    return [*terms, _term("komi", -c.komi, 0)]


def _territory(c: Counts) -> list[Term]:
    """Return the terms of R21: a side's captures are added, and so is White's komi."""
    terms = [
        _term("territory", c.territory.black, c.territory.white),
        _term("captured", c.prisoners.black, c.prisoners.white),
        _term("dead", c.dead.white, c.dead.black),
    ]
    if c.pass_stones != ByColor(0, 0):
        terms.append(_term("pass_stones", c.pass_stones.white, c.pass_stones.black))
    return [*terms, _term("komi", 0, c.komi)]


def _area(c: Counts) -> list[Term]:
    """Return the terms of R22: stones on the board and territory; prisoners do not matter."""
    terms = [
        _term("stones", c.stones.black, c.stones.white),
        _term("territory", c.territory.black, c.territory.white),
        _term("komi", 0, c.komi),
    ]
    if c.compensation:
        terms.append(_term("compensation", 0, c.compensation))
    return terms


TERMS: dict[Counting, Callable[[Counts], list[Term]]] = {
    Counting.BRAINKING: _brainking,
    Counting.TERRITORY: _territory,
    Counting.AREA: _area,
    Counting.AGA: _area,
}
"""The function that computes the terms for each way of counting."""


def _dead(board: Board, marked: frozenset[int], color: Color) -> int:
    return sum(board.cells[index] == color for index in marked)
