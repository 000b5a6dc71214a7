"""Game records that we write are the same when read back."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from rules import (
    RULE_SETS,
    Accept,
    AfterRejection,
    ByColor,
    Color,
    Pass,
    PlaceHandicap,
    Play,
    Propose,
    Reject,
    Resign,
    Setup,
    Undo,
    parse_vertex,
    replay,
    sgf,
)
from rules.handicap import fixed_points
from tests.rules.test_sgf import one

B, W = Color.BLACK, Color.WHITE


# what is written comes back


def game(*, rules: str = "japanese", size: int = 9, handicap: int = 0, **more) -> Setup:
    """The terms of a game."""
    ruleset = RULE_SETS[rules]
    return Setup(size, size, ruleset, ruleset.default_komi(size, size, handicap), handicap, **more)


def moves(text: str, color: Color = B, size: int = 9) -> list[Play | Pass]:
    """Stones of alternating colours; `-` is a pass."""
    found: list[Play | Pass] = []
    for word in text.split():
        found.append(Pass(color) if word == "-" else Play(color, parse_vertex(word, size, size)))
        color = color.opponent
    return found


def there_and_back(setup: Setup, actions: list, **info: str) -> sgf.MainLine:
    """Write a game, read it again."""
    return sgf.read_game(one(sgf.serialize([sgf.write_game(setup, actions, info=info)])))


def test_a_game_comes_back_with_its_terms_and_moves():
    record = there_and_back(game(), [*moves("E5 C3 G7"), Resign(W)], PB="Ali]", PW="Pekka\\")

    assert record.setup == game()
    assert [(move.color, move.point) for move in record.moves] == [(a.color, a.point) for a in moves("E5 C3 G7")]
    assert record.result == "B+R"
    assert record.players == ByColor("Ali]", "Pekka\\")


def test_a_fixed_handicap_comes_back():
    record = there_and_back(game(handicap=4), moves("E5 D4", W))

    assert record.setup == game(handicap=4)


def test_a_free_handicap_comes_back():
    stones = frozenset(parse_vertex(word, 9, 9) for word in ("A1", "B7", "E5"))
    record = there_and_back(game(rules="chinese", handicap=3), [PlaceHandicap(B, stones), *moves("C3", W)])

    assert record.setup == game(rules="chinese", handicap=3)
    assert record.free_handicap == stones
    assert sgf.position_after(record).board.rows().count(".........") == 5


def test_a_position_to_play_on_from_comes_back():
    setup = game(size=3, start=("X..", ".O.", "..."), first=W)

    assert there_and_back(setup, moves("C1", W, size=3)).setup == setup


def test_a_move_taken_back_becomes_a_variation():
    root = sgf.write_game(game(), [*moves("E5 C3 G7"), Undo(B, 1), *moves("D4", W)])

    assert [node.raw("W") for node in root.children[0].children] == ["df", "cg"]
    assert [node.raw("W") for node in root.main_line()][-1] == "df"


def test_the_end_phase_is_in_comments_and_marks():
    setup = game(size=5)
    dead = frozenset({parse_vertex("E5", 5, 5)})
    record = [
        *moves("C5 D5 C4 D4 C3 D3 C2 D2 C1 D1 E5 - -", size=5),
        Propose(W, frozenset()),
        Reject(B, 1, AfterRejection.MARK, "E5 is mine"),
        Propose(B, dead),
        Accept(W, 2),
    ]
    root = sgf.write_game(setup, record)
    comments = [node.text("C") for node in root.main_line() if "C" in node]

    assert comments[0].startswith("White proposes these dead stones: none.\nCount (Black / White):\nterritory: 10 / 0")
    assert comments[1] == "Black rejects proposal 1; next: mark.\nReason: E5 is mine"
    assert "Black proposes these dead stones: E5." in comments[2]
    assert comments[3] == f"White accepts proposal 2.\nResult: {replay(setup, record).outcome.sgf}"
    last = list(root.main_line())[-1]
    assert last.properties["MA"] == ["ea"]
    assert len(last.properties["TB"]) == 10
    assert len(last.properties["TW"]) == 5


def test_reasons_can_be_left_out():
    record = [*moves("E5 - -"), Propose(W, frozenset()), Reject(B, 1, AfterRejection.MARK, "secret")]

    assert "secret" not in sgf.serialize([sgf.write_game(game(), record, reasons=False)])


TEXTS = st.text(alphabet=st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp")), max_size=30)


@given(st.lists(TEXTS, min_size=1, max_size=5))
def test_every_text_comes_back_exactly(texts):
    root = sgf.SgfNode()
    root.set("C", *texts)
    again = one(sgf.serialize([root]))

    assert again.properties == root.properties
    assert again.text("C") == re.sub(r"\s", " ", texts[0])


def test_handicap_stones_are_where_others_expect_them():
    root = sgf.write_game(game(size=19, handicap=2), [])

    assert root.properties["AB"] == ["pd", "dp"]
    assert fixed_points(19, 19, 2)
