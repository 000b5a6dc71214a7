"""Seki, false eyes and open borders (R25, R60)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import RULE_SETS, Board, Color, Point, score
from rules.board import neighbors_of
from rules.eyes import count_eyes
from rules.scoring import ScoreContext
from tests import diagrams


def count(position, dead=(), *, rules="japanese"):
    return score(position, dead, RULE_SETS[rules], ScoreContext())


def marked(drawing):
    """A position and what is expected: b and w are territory, s seki, d dame, : an open border; x and o are dead."""
    lines = ["".join(line.split()) for line in drawing.strip().splitlines()]
    rows = [line.translate(str.maketrans("bwsd:xo", ".....XO")) for line in lines]
    dead, places = set(), {letter: set() for letter in "bwsd:"}
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            if letter in places:
                places[letter].add(Point(column, row))
            if letter in "xo":
                dead.add(Point(column, row))
    return Board.from_rows(rows), dead, places


def check(drawing, rules="japanese"):
    position, dead, places = marked(drawing)
    result = count(position, dead, rules=rules)

    assert result.territory.black == places["b"] | {point for point in dead if position[point] is Color.WHITE}
    assert result.territory.white == places["w"] | {point for point in dead if position[point] is Color.BLACK}
    assert result.seki == places["s"]
    assert result.open_borders == places[":"]
    assert result.dame == places["d"] | places[":"]


def test_two_chains_that_share_two_liberties_live_in_seki_R25():
    check("""
        w w O X s O X b b
        w w O X s O X b b
        w w O X X O X b b
        w w O O O X X b b
        w w w w O X b b b
        """)


def test_eyes_in_seki_hold_no_territory_R25():
    check("""
        s X O s O X b
        X s O O O X b
        O O O X X X b
        X X X X b b b
        b b b b b b b
        """)


def test_the_same_eyes_count_where_area_is_counted_R22():
    check(
        """
        b X O w O X b
        X d O O O X b
        O O O X X X b
        X X X X b b b
        b b b b b b b
        """,
        rules="chinese",
    )


def test_a_point_that_must_be_filled_to_save_a_chain_is_no_territory():
    check("""
        b b b X O w w
        b b b X O w w
        X X X d X O w
        O O O X X O w
        w w O O O O w
        w w w w w w w
        """)


def test_it_stays_territory_while_a_neutral_point_connects_the_chain():
    check("""
        b b b X O w w
        b b b X d O w
        X X X b X O w
        O O O X X O w
        w w O O O O w
        w w w w w w w
        """)


def test_a_two_headed_dragon_lives_by_eyes_that_would_be_false_for_one_chain():
    check("""
        w w w w w w w w
        w O O O O O O w
        w O X X X X O w
        w O X b X X O O
        O O X X b X O w
        O X X X X X O w
        O O O O O O O w
        w w w w w w w w
        """)


@pytest.mark.parametrize(
    ("space", "eyes"),
    [
        ("b", 1),
        ("bb", 1),
        ("bbb", 2),
        ("b o b", 1),
        ("b o o b", 1),
        ("b b o b b", 2),
        ("bb/bb", 1),
        ("bbb/bbb", 2),
        ("bob/obo/bob", 2),
        (".b./bob/.b.", 1),
        (".b./bbb/.b.", 2),
        ("bb./bob/...", 1),
    ],
)
def test_a_space_is_worth_one_eye_or_two(space, eyes):
    lines = [line.replace(" ", "") for line in space.split("/")]
    points = [(c + 1, r + 1, x) for r, line in enumerate(lines) for c, x in enumerate(line) if x != "."]
    beside = neighbors_of(9, 9)
    dead = {r * 9 + c for c, r, letter in points if letter == "o"}

    assert count_eyes(beside, [r * 9 + c for c, r, _ in points], dead) == eyes


def test_a_gap_in_the_wall_is_named_R60():
    check("""
        d d d d : O w
        d d d X X O w
        d d d X O O w
        X X X X O w w
        O O O O O w w
        """)


def test_a_common_point_without_an_inside_is_plain_dame():
    check("""
        b X d O w
        b X d O w
        b X X O w
        b b X O w
        """)


def test_an_unmarked_stone_is_no_seki():
    result = count(
        diagrams.board("""
        . . . . X O .
        . O . . X O .
        . . . . X O .
        X X X X X O .
        O O O O O O .
        . . . . . . .
        """)
    )

    assert result.seki == frozenset()
    assert result.open_borders


def grown(size):
    """A position with large chains, for properties: stones laid in lumps."""
    return st.lists(
        st.lists(st.sampled_from(["..", "XX", "OO", "X.", ".O"]), min_size=size // 2, max_size=size // 2),
        min_size=size,
        max_size=size,
    ).map(lambda rows: Board.from_rows(["".join(row) for row in rows]))


def images(position):
    """The board as it is seen from all eight sides."""
    rows = position.rows()
    for _ in range(4):
        yield Board.from_rows(rows)
        yield Board.from_rows([row[::-1] for row in rows])
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]


@given(grown(8))
@settings(max_examples=60, deadline=None)
def test_all_eight_views_of_a_board_count_the_same(position):
    seen = set()
    for image in images(position):
        result = count(image)
        seen.add((result.totals, len(result.seki), len(result.dame), len(result.open_borders)))

    assert len(seen) == 1


@given(grown(8))
@settings(max_examples=60, deadline=None)
def test_every_point_without_a_stone_counts_once(position):
    result = count(position)

    parts = [result.territory.black, result.territory.white, result.seki, result.dame]
    assert sum(map(len, parts)) == len(frozenset().union(*parts)) == position.cells.count(0)
    assert result.open_borders <= result.dame
