"""Scoring for any number of colours (V57)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from rules.board import Board, Neighbors, Point
from rules.color import ByColor, Color
from rules.ruleset import CountingMethod
from rules.scoring import Score, ScoreTerm, score
from rules.state import GameState

NOBODY = 0


def score_of(state: GameState, dead: Iterable[Point]) -> Score:
    """Return the score of the position with these stones dead, under the rules of the game. Trusts the marking."""
    if len(state.setup.order.colors) == 2:
        return score(state.board, dead, state.setup.ruleset, state.score_context)
    return score_many_colors(state, dead)


def score_many_colors(state: GameState, dead: Iterable[Point]) -> Score:
    """Return the score of a game of many colours: by area, or by territory minus each side's losses. Points in seki are
    not treated specially. The territory of a side that has left counts for no side (V55)."""
    board, order = state.board, state.setup.order
    marked = () if state.setup.ruleset.all_stones_alive else tuple(dead)
    living = board.with_stones((None, point) for point in marked)
    ground = _owned_points(living, frozenset(map(int, state.course.out)))
    territory = ByColor.each(order.colors, lambda color: frozenset(map(board.point, ground[color])))
    counting = (
        CountingMethod.BRAINKING if state.setup.ruleset.counting is CountingMethod.BRAINKING else CountingMethod.AREA
    )
    terms = [_make_term("territory", territory.map(len))]
    if counting is CountingMethod.BRAINKING:
        fallen = ByColor.each(order.colors, lambda color: sum(board[point] is color for point in marked))
        terms.append(_make_term("captured", [-lost for lost in state.course.lost]))
        terms.append(_make_term("dead", fallen.map(int.__neg__)))
    else:
        terms.insert(0, _make_term("stones", [living.cells.count(color) for color in order.colors]))
    if state.setup.variant.colors.komi:
        terms.append(_make_term("komi", state.setup.variant.colors.komi))
    return Score(
        counting=counting,
        terms=tuple(terms),
        territory=territory,
        dame=frozenset(map(board.point, ground[NOBODY])),
        seki=frozenset(),
        open_borders=frozenset(),
        out=state.course.out,
    )


def _make_term(name: str, points: Iterable[int | Decimal]) -> ScoreTerm:
    return ScoreTerm(name, ByColor(*map(Decimal, points)))


def _owned_points(living: Board, gone: frozenset[int]) -> dict[int, list[int]]:
    """Return the indices of empty points, by the number of the colour that owns them. A colour owns an area if it alone
    borders the area. The key 0 has all other points, including the territory of sides that have left."""
    ground: dict[int, list[int]] = {value: [] for value in range(len(Color) + 1)}
    for points, borders in _empty_areas(living.neighbors, living.cells):
        owner = next(iter(borders)) if len(borders) == 1 else NOBODY
        ground[NOBODY if owner in gone else owner] += points
    return ground


def _empty_areas(neighbors: Neighbors, cells: bytes) -> Iterator[tuple[list[int], set[int]]]:
    """Yield every connected area of empty points, and the colours that border it."""
    seen = bytearray(len(cells))
    for start, value in enumerate(cells):
        if value or seen[start]:
            continue
        points, borders = [start], set[int]()
        seen[start] = True
        for near in (near for index in points for near in neighbors[index]):
            if cells[near]:
                borders.add(cells[near])
            elif not seen[near]:
                seen[near] = True
                points.append(near)
        yield points, borders
