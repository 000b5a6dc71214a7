"""The counts in the sources (R20, R21), on boards redrawn with exactly those numbers."""

from decimal import Decimal

from rules import RULE_SETS, ByColor, Color, Outcome, Point, Reason, score
from rules.scoring import ScoreContext
from tests import diagrams


def stones_at(position, *places):
    """The points of these places, given as (column, row) from the upper left, each with its whole chain."""
    return frozenset(stone for place in places for stone in position.chain_at(Point(*place)).stones)


def numbers(result):
    return {term.name: (term.points.black, term.points.white) for term in result.terms}


def test_brainkings_13x13_is_white_by_3_5_R20():
    position = diagrams.board("""
        . . . X X X X O O O . . .
        . O O X X X X O O O . . .
        . O . X X X X O O O . . .
        O O . X X X X O O O . X .
        . . . X X X X O O O . . .
        . . X X X X X O O O . . .
        X X X X X X X O O O O O .
        . . X X X X O O O O . . .
        . O X X X X O O O O . . .
        . O X X X X O O O O O . .
        . . X X X X O O O O O . .
        . . X X X X O O O O O . .
        . . X X X X O O O O O . .
        """)
    dead = stones_at(position, (1, 1), (1, 8), (11, 3))

    result = score(position, dead, RULE_SETS["brainking"], ScoreContext(Decimal("4.5"), ByColor(2, 3)))

    assert numbers(result) == {
        "territory": (29, 33),
        "captured": (-3, -2),
        "dead": (-1, -7),
        "komi": (Decimal("-4.5"), 0),
    }
    assert result.totals == ByColor(Decimal("20.5"), Decimal(24))
    assert result.winner is Color.WHITE
    assert Outcome.of_two(result.winner, Reason.SCORE, abs(result.margin)).sgf == "W+3.5"


def test_the_leaflets_9x9_is_black_25_white_24_R21():
    position = diagrams.board("""
        . . . X X O . . .
        . . . X X O . . .
        . . . X X O . X .
        . . . X X O . . .
        . X X X X O O O .
        . . . X O O . . .
        . . . X O O O . .
        . . . X O O O . .
        . . . X O O O . .
        """)

    result = score(position, stones_at(position, (7, 2)), RULE_SETS["leaflet"], ScoreContext(Decimal(0), ByColor(0, 1)))

    assert numbers(result)["territory"] == (25, 22)
    assert result.totals == ByColor(Decimal(25), Decimal(24))
    assert result.winner is Color.BLACK
    assert result.margin == 1


def test_the_persian_texts_9x9_is_black_16_white_17_R21():
    position = diagrams.board("""
        . . X X X O . . .
        . . X X X O O . .
        . . X X X O O . .
        . . X X X O O . .
        X X X X O O O O O
        . . X X O O O . .
        . . X X O O O . .
        . . X X O O O . .
        . X X X O O O . .
        """)

    result = score(position, (), RULE_SETS["japanese"], ScoreContext(Decimal(0), ByColor(1, 0)))

    assert numbers(result)["territory"] == (15, 17)
    assert result.totals == ByColor(Decimal(16), Decimal(17))
    assert result.winner is Color.WHITE
    assert result.margin == -1


def test_black_with_13_of_25_points_has_more_than_half_R22():
    position = diagrams.board("""
        . X . O .
        X X X O O
        . X X O O
        X X X O .
        . X O O O
        """)

    result = score(position, (), RULE_SETS["chinese"], ScoreContext())

    assert result.totals == ByColor(Decimal(13), Decimal(11))
    assert result.dame == {Point(2, 0)}
    assert result.winner is Color.BLACK
