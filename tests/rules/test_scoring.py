"""AGA's two counts (R23), Tromp-Taylor, and the explained count (R62)."""

import random
from decimal import Decimal

import pytest

from rules import RULE_SETS, Board, ByColor, Color, Point, Score, score
from rules.errors import SelfCapture
from rules.explain import SIDE_BY_SIDE, PointStatus, explain_score
from rules.scoring import ScoreContext, score_aga_territory
from tests import diagrams

NONE = ByColor(0, 0)


class RandomGame:
    """A game by random players who leave their one-point eyes alone, under AGA rules: each pass costs a stone."""

    def __init__(self, size, dice):
        self.board, self.dice = Board.empty(size, size), dice
        self.prisoners = self.pass_stones = NONE
        color, passes = Color.BLACK, 0
        for _ in range(4 * size * size):
            passes = 0 if self.plays(color) else passes + 1
            if passes >= 2 and color is Color.WHITE:
                return
            color = color.opponent
        while color is not Color.BLACK:
            self.hand_over(color)
            color = color.opponent

    def plays(self, color):
        empty = [point for point in self.board.points() if self.board[point] is None]
        self.dice.shuffle(empty)
        for point in empty:
            if self.may(color, point):
                return True
        self.hand_over(color)
        return False

    def may(self, color, point):
        column, row = point
        size = self.board.width
        around = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
        inside = [Point(c, r) for c, r in around if 0 <= c < size and 0 <= r < size]
        if all(self.board[near] is color for near in inside):
            return False
        try:
            placed = self.board.place(color, point)
        except SelfCapture:
            return False
        self.board = placed.board
        self.prisoners = self.prisoners.updated(color, self.prisoners[color] + len(placed.captured))
        return True

    def hand_over(self, color):
        self.pass_stones = self.pass_stones.updated(color, self.pass_stones[color] + 1)


def both_counts(game, dead, komi):
    beside = ScoreContext(komi, game.prisoners, game.pass_stones)
    area = score(game.board, dead, RULE_SETS["aga"], beside)
    return area.margin, score_aga_territory(game.board, dead, beside).margin


@pytest.mark.parametrize(("size", "games"), [(3, 1200), (4, 600), (5, 200)])
def test_agas_two_counts_agree_in_two_thousand_games_R23(size, games):
    dice = random.Random(size)
    for _ in range(games):
        game = RandomGame(size, dice)
        chains = {game.board.chain_at(p).stones for p in game.board.points() if game.board[p]}
        dead = frozenset().union(*(chain for chain in sorted(chains, key=sorted) if dice.random() < 0.2))

        by_area, by_territory = both_counts(game, dead, Decimal("7.5"))

        assert by_area == by_territory


FINISHED = """
    . . X O . O .
    . O X O O O O
    X X X X X O .
    O O X . X O O
    . O X X X X O
    O O O O O X X
    . . O . O X .
    """
DEAD = {Point(1, 1)}


def explained(rules, drawing=FINISHED, dead=frozenset(DEAD), komi="6.5"):
    return explain_score(
        diagrams.board(drawing), dead, RULE_SETS[rules], ScoreContext(Decimal(komi), ByColor(2, 1), ByColor(3, 4))
    )


def test_every_point_says_why_it_counts_R62():
    points = explained("japanese").points

    assert len(points) == 49
    assert (points[Point(2, 0)].why, points[Point(2, 0)].color) == (PointStatus.LIVING_STONE, Color.BLACK)
    assert (points[Point(0, 0)].why, points[Point(0, 0)].color) == (PointStatus.TERRITORY, Color.BLACK)
    assert (points[Point(1, 1)].why, points[Point(1, 1)].color) == (PointStatus.UNDER_DEAD_STONE, Color.BLACK)
    assert (points[Point(4, 0)].why, points[Point(4, 0)].color) == (PointStatus.TERRITORY, Color.WHITE)


def test_neutral_points_count_for_nobody_each_with_its_reason_R62():
    drawing = """
        . . . X O . .
        . . . X . O .
        X X X . X O .
        O O O X X O .
        . . O O O O .
        . . . . . . .
        """
    points = explained("japanese", drawing, ()).points

    assert points[Point(4, 1)].why is PointStatus.DAME
    assert points[Point(4, 1)].color is None
    assert points[Point(3, 2)].why is PointStatus.TERRITORY
    cut = explained("japanese", drawing.replace("X . O .", "X O O ."), ()).points
    assert cut[Point(3, 2)].why is PointStatus.FALSE_EYE


def test_the_same_board_under_three_rules_side_by_side_R62():
    explanation = explained("brainking")

    assert tuple(explanation.side_by_side) == SIDE_BY_SIDE
    assert explanation.score.margin == explanation.side_by_side["japanese"].margin
    assert {term.name for term in explanation.side_by_side["chinese"].terms} == {"stones", "territory", "komi"}


def test_aga_shows_both_counts_R23():
    assert explained("aga").by_territory is not None
    assert explained("chinese").by_territory is None


def test_the_half_count_says_the_same_as_the_area_count_R22():
    for komi in ("7.5", "0", "-3"):
        explanation = explained("chinese", komi=komi)

        assert explanation.half_count.margin == explanation.score.margin


@pytest.mark.parametrize(("points", "winner"), [(181, Color.BLACK), (180, Color.WHITE)])
def test_black_needs_181_of_361_points_without_komi_R22(points, winner):
    longer = points - 9 * 19
    rows = ["X" * 10 + "O" * 9] * longer + ["X" * 9 + "O" * 10] * (19 - longer)
    rows[0] = "." + rows[0][1:-1] + "."
    explanation = explained("chinese", "\n".join(rows), frozenset(), komi="0")

    assert explanation.half_count.black == points
    assert explanation.half_count.needed == Decimal("180.5")
    assert explanation.score.winner is winner


def test_half_counts_belong_to_area_rules():
    assert explained("japanese").half_count is None


def test_under_tromp_taylor_all_stones_live_R22():
    marked, unmarked = explained("tromp_taylor"), explained("tromp_taylor", dead=frozenset())

    assert marked.score == unmarked.score
    assert marked.points[Point(1, 1)].why is PointStatus.LIVING_STONE


def test_what_is_in_seki_and_open_survives_storing():
    result = explained("japanese").score

    assert Score.from_json(result.to_json(7), 7, 7) == result
