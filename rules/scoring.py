"""Counting a finished position (RULES.md section 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from .board import EMPTY, Board, Point, neighbors_of
from .color import ByColor, Color
from .notation import parse_vertex, vertex
from .outcome import plain
from .ruleset import Counting, RuleSet

ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class Term:
    """One line of the count: signed points for Black and for White."""

    name: str
    black: Decimal
    white: Decimal


@dataclass(frozen=True, slots=True)
class Score:
    """A count with all its terms, which sum to the totals.

    Names of terms: territory, stones, captured, dead, pass_stones, komi, compensation.
    `seki` are points that are worth nothing because they are in seki; `dame` the other neutral points;
    `open_borders` the neutral points through which a territory is open.
    """

    counting: Counting
    terms: tuple[Term, ...]
    territory: ByColor[frozenset[Point]]
    dame: frozenset[Point]
    seki: frozenset[Point]
    open_borders: frozenset[Point]

    @property
    def totals(self) -> ByColor[Decimal]:
        """The points of each side."""
        return ByColor(
            sum((term.black for term in self.terms), ZERO),
            sum((term.white for term in self.terms), ZERO),
        )

    @property
    def margin(self) -> Decimal:
        """Black's points minus White's."""
        return self.totals.black - self.totals.white

    @property
    def winner(self) -> Color | None:
        """Who has more, None for a draw (jigo)."""
        if not self.margin:
            return None
        return Color.BLACK if self.margin > 0 else Color.WHITE

    def to_json(self, height: int) -> dict[str, Any]:
        """A form that JSON can hold; points are vertices."""
        return {
            "counting": self.counting.value,
            "terms": [[term.name, plain(term.black), plain(term.white)] for term in self.terms],
            "black": _vertices(self.territory.black, height),
            "white": _vertices(self.territory.white, height),
            "dame": _vertices(self.dame, height),
            "seki": _vertices(self.seki, height),
            "open_borders": _vertices(self.open_borders, height),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any], width: int, height: int) -> Score:
        """The score that to_json() wrote."""

        def points(name: str) -> frozenset[Point]:
            return frozenset(parse_vertex(text, width, height) for text in data[name])

        return cls(
            counting=Counting(data["counting"]),
            terms=tuple(Term(name, Decimal(b), Decimal(w)) for name, b, w in data["terms"]),
            territory=ByColor(points("black"), points("white")),
            dame=points("dame"),
            seki=points("seki"),
            open_borders=points("open_borders"),
        )


def _vertices(points: Iterable[Point], height: int) -> list[str]:
    return [vertex(point, height) for point in sorted(points)]


def score(
    board: Board,
    dead: Iterable[Point],
    *,
    ruleset: RuleSet,
    komi: Decimal,
    prisoners: ByColor[int],
    pass_stones: ByColor[int],
    handicap: int = 0,
) -> Score:
    """Count the position with these stones dead. `prisoners` are held by, `pass_stones` handed over by a colour."""
    marked = frozenset(board.index(point) for point in dead)
    cells = bytes(0 if index in marked else value for index, value in enumerate(board.cells))
    owners = _owners(board, cells)
    territory = ByColor(
        frozenset(board.point(i) for i, owner in enumerate(owners) if owner == Color.BLACK),
        frozenset(board.point(i) for i, owner in enumerate(owners) if owner == Color.WHITE),
    )
    neutral = frozenset(board.point(i) for i, owner in enumerate(owners) if not owner and not cells[i])
    counts = Counts(
        territory=territory.map(len),
        stones=ByColor(cells.count(Color.BLACK), cells.count(Color.WHITE)),
        dead=ByColor(_dead(board, marked, Color.BLACK), _dead(board, marked, Color.WHITE)),
        prisoners=prisoners,
        pass_stones=pass_stones,
        komi=komi,
        compensation=ruleset.compensation_for(handicap),
    )
    return Score(
        counting=ruleset.counting,
        terms=tuple(TERMS[ruleset.counting](counts)),
        territory=territory,
        dame=neutral,
        seki=frozenset(),
        open_borders=frozenset(),
    )


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted on the board and during the game, for each colour: territory, living stones, dead
    stones of the colour, stones held by it, stones it handed over; komi and compensation for White."""

    territory: ByColor[int]
    stones: ByColor[int]
    dead: ByColor[int]
    prisoners: ByColor[int]
    pass_stones: ByColor[int]
    komi: Decimal
    compensation: int


def _term(name: str, black: int | Decimal, white: int | Decimal) -> Term:
    return Term(name, Decimal(black), Decimal(white))


def _brainking(c: Counts) -> list[Term]:
    """R20: what one has lost is taken off, and so is Black's komi."""
    terms = [
        _term("territory", c.territory.black, c.territory.white),
        _term("captured", -c.prisoners.white, -c.prisoners.black),
        _term("dead", -c.dead.black, -c.dead.white),
    ]
    if c.pass_stones != ByColor(0, 0):
        terms.append(_term("pass_stones", -c.pass_stones.black, -c.pass_stones.white))
    return [*terms, _term("komi", -c.komi, 0)]


def _territory(c: Counts) -> list[Term]:
    """R21: what one has taken is added, and so is White's komi."""
    terms = [
        _term("territory", c.territory.black, c.territory.white),
        _term("captured", c.prisoners.black, c.prisoners.white),
        _term("dead", c.dead.white, c.dead.black),
    ]
    if c.pass_stones != ByColor(0, 0):
        terms.append(_term("pass_stones", c.pass_stones.white, c.pass_stones.black))
    return [*terms, _term("komi", 0, c.komi)]


def _area(c: Counts) -> list[Term]:
    """R22: stones on the board and territory; prisoners do not matter."""
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
"""How the terms of a count follow from what was counted."""


def _dead(board: Board, marked: frozenset[int], color: Color) -> int:
    return sum(board.cells[index] == color for index in marked)


def _owners(board: Board, cells: bytes) -> list[int]:
    """For every index the colour whose territory it is, 0 for none: regions that one colour alone borders."""
    beside = neighbors_of(board.width, board.height)
    owners = [0] * len(cells)
    seen: set[int] = set()
    for start, value in enumerate(cells):
        if value != EMPTY or start in seen:
            continue
        region, bordering = [start], set()
        seen.add(start)
        for index in region:
            for near in beside[index]:
                if cells[near]:
                    bordering.add(cells[near])
                elif near not in seen:
                    seen.add(near)
                    region.append(near)
        if len(bordering) == 1:
            owner = bordering.pop()
            for index in region:
                owners[index] = owner
    return owners
