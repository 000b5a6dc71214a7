"""Score a finished position (R20 to R25)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from .board import Board, Point
from .borders import open_borders
from .color import ByColor, Color
from .notation import parse_vertex, vertex
from .outcome import Ranking, format_points, sole_winner
from .regions import empty_areas, owners_of
from .ruleset import CountingMethod, RuleSet
from .seki import SekiVerdict, judge_seki

ZERO, HALF = Decimal(0), Decimal("0.5")
_NONE = ByColor(0, 0)
SEKI_IS_EMPTY = (CountingMethod.BRAINKING, CountingMethod.TERRITORY)
"""The ways of counting under which eyes in seki and false eyes are not territory (R25)."""


@dataclass(frozen=True, slots=True)
class ScoreTerm:
    """One line of a score, such as territory or komi: the points of each side, which may be negative."""

    name: str
    points: ByColor[Decimal]


@dataclass(frozen=True, slots=True)
class Score:
    """A score with its terms. The sum of a side's terms is its total.

    Names of terms: territory, stones, captured, dead, pass_stones, komi, compensation, ties. `seki` are points that are
    worth nothing because they are in seki. `dame` are the other points that count for neither side: neutral points, and
    false eyes that will be filled. `open_borders` are the points of `dame` through which a territory is open. `out` are
    the sides that had left the game, in order; they come last in the ranking (V58).
    """

    counting: CountingMethod
    terms: tuple[ScoreTerm, ...]
    territory: ByColor[frozenset[Point]]
    dame: frozenset[Point]
    seki: frozenset[Point]
    open_borders: frozenset[Point]
    out: tuple[Color, ...] = ()

    @property
    def totals(self) -> ByColor[Decimal]:
        """Return the sum of each side's terms, in points."""
        return ByColor(*(sum(points, ZERO) for points in zip(*(term.points for term in self.terms), strict=True)))

    @property
    def margin(self) -> Decimal:
        """Return Black's points minus White's. Only for games with two colours."""
        return self.totals.black - self.totals.white

    @property
    def ranking(self) -> Ranking:
        """Return the sides by their points, highest first. Equal sides share a place. Sides that left are at the end,
        the first to leave last."""
        points = {color: own for color, own in self.totals.items() if color not in self.out}
        places = sorted(set(points.values()), reverse=True)
        groups = (tuple(color for color, own in points.items() if own == place) for place in places)
        return (*groups, *((color,) for color in reversed(self.out)))

    @property
    def lead(self) -> Decimal:
        """Return the lead of the first side over the second, or 0 if they share first place."""
        first, second = sorted((own for color, own in self.totals.items() if color not in self.out), reverse=True)[:2]
        return first - second

    @property
    def winner(self) -> Color | None:
        """Return the side with the most points, or None for a draw (jigo)."""
        return sole_winner(self.ranking)

    @property
    def sgf_result(self) -> str:
        """Return the result in SGF: B+3.5, W+12, 0."""
        return f"{self.winner.letter}+{format_points(self.lead)}" if self.winner else "0"

    def to_json(self, height: int) -> dict[str, Any]:
        """Return the score as JSON, with board points as vertex names ("D4") for a board of this height."""
        return {
            "counting": self.counting.value,
            "terms": [[term.name, *term.points.map(format_points)] for term in self.terms],
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
            counting=CountingMethod(data["counting"]),
            terms=tuple(ScoreTerm(name, ByColor(*map(Decimal, points))) for name, *points in data["terms"]),
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
    """The values of a game that count for the score in addition to the board: the komi, the prisoners held by each
    colour, the pass stones that each colour gave, and the handicap, which matters if White gets compensation."""

    komi: Decimal = ZERO
    prisoners: ByColor[int] = _NONE
    pass_stones: ByColor[int] = _NONE
    handicap: int = 0


def score(board: Board, dead: Iterable[Point], ruleset: RuleSet, context: ScoreContext) -> Score:
    """Return the score of the position with these stones dead (R20 to R25).

    Under rules with all stones alive `dead` is ignored. The marking is trusted. Raises OffBoard.
    """
    ground = count_board(board, () if ruleset.all_stones_alive else dead, ruleset.counting)
    counts = ScoreCounts.of(ground, context, ruleset.compensation_for(context.handicap))
    terms = list(TERMS[ruleset.counting](counts))
    if for_ties := tie_bonus_for_black(ruleset, context.komi):
        terms.append(ScoreTerm("ties", ByColor(for_ties, ZERO)))
    return _make_score(ruleset.counting, ground, terms)


def tie_bonus_for_black(ruleset: RuleSet, komi: Decimal) -> Decimal:
    """Return the points to add for Black so that Black wins when the totals are equal: half a point if the rule set
    gives ties to Black and the komi allows ties, otherwise 0."""
    return HALF if ruleset.ties_to_black and komi % 1 == 0 else ZERO


def score_aga_territory(board: Board, dead: Iterable[Point], context: ScoreContext) -> Score:
    """Return the AGA score counted by territory, prisoners and pass stones (R23). Eyes in seki count, and White gets no
    handicap compensation.

    The margin equals that of the area count if White passed last.
    """
    ground = count_board(board, dead, CountingMethod.AGA)
    counts = ScoreCounts.of(ground, context, compensation=0)
    return _make_score(CountingMethod.AGA, ground, TERMS[CountingMethod.TERRITORY](counts))


def _make_score(counting: CountingMethod, ground: BoardCount, terms: Iterable[ScoreTerm]) -> Score:
    return Score(
        counting=counting,
        terms=tuple(terms),
        territory=ground.territory,
        dame=ground.dame | ground.false_eyes,
        seki=ground.seki,
        open_borders=ground.open_borders,
    )


@dataclass(frozen=True, slots=True)
class BoardCount:
    """The contribution of a position to a score: the owner of each point, and the numbers of living and dead stones.

    Every point without a living stone is in exactly one of four sets. These are `territory`, `dame` (neutral points),
    `false_eyes` (which their owner will have to fill) and `seki`. `open_borders` are some of the points in `dame`.
    Under area scoring no point is a false eye or in seki.
    """

    territory: ByColor[frozenset[Point]]
    dame: frozenset[Point]
    false_eyes: frozenset[Point]
    seki: frozenset[Point]
    open_borders: frozenset[Point]
    stones: ByColor[int]
    dead: ByColor[int]


def count_board(board: Board, dead: Iterable[Point], counting: CountingMethod) -> BoardCount:
    """Count the position with the stones in `dead` removed, under this counting method. Return the owners of points and
    the numbers of stones."""
    marked = frozenset(board.index(point) for point in dead)
    cells = bytes(0 if index in marked else value for index, value in enumerate(board.cells))
    neighbors = board.neighbors
    found = empty_areas(neighbors, cells)
    verdict = SekiVerdict(owners_of(len(cells), found), frozenset(), frozenset())
    if counting in SEKI_IS_EMPTY:
        verdict = judge_seki(neighbors, cells, verdict.owners, marked)
    worthless = verdict.false_eyes | verdict.seki
    owned = {value: [i for i, owner in enumerate(verdict.owners) if owner == value] for value in range(3)}
    return BoardCount(
        territory=ByColor(_point_set(board, owned[1]), _point_set(board, owned[2])),
        dame=_point_set(board, (i for i in owned[0] if not cells[i] and i not in worthless)),
        false_eyes=_point_set(board, verdict.false_eyes),
        seki=_point_set(board, verdict.seki),
        open_borders=_point_set(board, open_borders(neighbors, cells, found, verdict.seki)),
        stones=ByColor(cells.count(Color.BLACK), cells.count(Color.WHITE)),
        dead=ByColor(_count_dead(board, marked, Color.BLACK), _count_dead(board, marked, Color.WHITE)),
    )


def _point_set(board: Board, indices: Iterable[int]) -> frozenset[Point]:
    return frozenset(map(board.point, indices))


@dataclass(frozen=True, slots=True)
class ScoreCounts:
    """The numbers from which a score is computed. For each colour they are: territory, living stones, dead stones of
    that colour, prisoners held, pass stones given. `komi` and `compensation` are White's."""

    territory: ByColor[int]
    stones: ByColor[int]
    dead: ByColor[int]
    prisoners: ByColor[int]
    pass_stones: ByColor[int]
    komi: Decimal
    compensation: int

    @classmethod
    def of(cls, ground: BoardCount, context: ScoreContext, compensation: int) -> ScoreCounts:
        """Return the numbers for this count of the board (`ground`) and these values of the game."""
        return cls(
            territory=ground.territory.map(len),
            stones=ground.stones,
            dead=ground.dead,
            prisoners=context.prisoners,
            pass_stones=context.pass_stones,
            komi=context.komi,
            compensation=compensation,
        )


def _make_term(name: str, *points: int | Decimal) -> ScoreTerm:
    return ScoreTerm(name, ByColor(*map(Decimal, points)))


def _brainking_terms(c: ScoreCounts) -> list[ScoreTerm]:
    """Return the terms of BrainKing's territory count: each side's own losses are subtracted, and komi is subtracted
    from Black's points (R20)."""
    terms = [
        _make_term("territory", c.territory.black, c.territory.white),
        _make_term("captured", -c.prisoners.white, -c.prisoners.black),
        _make_term("dead", -c.dead.black, -c.dead.white),
    ]
    if c.pass_stones != ByColor(0, 0):
        terms.append(_make_term("pass_stones", -c.pass_stones.black, -c.pass_stones.white))
    return [*terms, _make_term("komi", -c.komi, 0)]


def _territory_terms(c: ScoreCounts) -> list[ScoreTerm]:
    """Return the terms of the usual territory count: each side's captures are added, and so is White's komi (R21)."""
    terms = [
        _make_term("territory", c.territory.black, c.territory.white),
        _make_term("captured", c.prisoners.black, c.prisoners.white),
        _make_term("dead", c.dead.white, c.dead.black),
    ]
    if c.pass_stones != ByColor(0, 0):
        terms.append(_make_term("pass_stones", c.pass_stones.white, c.pass_stones.black))
    return [*terms, _make_term("komi", 0, c.komi)]


def _area_terms(c: ScoreCounts) -> list[ScoreTerm]:
    """Return the terms of the area count: stones on the board, territory, and White's komi and compensation (R22).
    Prisoners do not matter."""
    terms = [
        _make_term("stones", c.stones.black, c.stones.white),
        _make_term("territory", c.territory.black, c.territory.white),
        _make_term("komi", 0, c.komi),
    ]
    if c.compensation:
        terms.append(_make_term("compensation", 0, c.compensation))
    return terms


TERMS: dict[CountingMethod, Callable[[ScoreCounts], list[ScoreTerm]]] = {
    CountingMethod.BRAINKING: _brainking_terms,
    CountingMethod.TERRITORY: _territory_terms,
    CountingMethod.AREA: _area_terms,
    CountingMethod.AGA: _area_terms,
}
"""The function that computes the terms for each way of counting."""


def _count_dead(board: Board, marked: frozenset[int], color: Color) -> int:
    return sum(board.cells[index] == color for index in marked)
