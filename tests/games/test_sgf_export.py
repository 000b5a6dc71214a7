"""Records that other programs read."""

import pytest
from sgfmill import sgf

from games import verbs
from games.models.action import rules_actions
from games.sgf_export import sgf_with
from rules import Color, Point, Then
from tests.factories import act, make_game, play, reload, side

pytestmark = pytest.mark.django_db


def parsed(game, *, reasons=True):
    return sgf.Sgf_game.from_string(sgf_with(reload(game), rules_actions(game), reasons=reasons))


def moves(game):
    return [
        node.get_move() for node in parsed(game).get_main_sequence() if node.has_property("B") or node.has_property("W")
    ]


def test_an_independent_reader_finds_every_move_and_the_terms():
    game = make_game(moves="E5 D4 pass C3", rule_set="japanese")

    root = parsed(game).get_root()

    assert moves(game) == [("b", (4, 4)), ("w", (3, 3)), ("b", None), ("w", (2, 2))]
    assert (root.get("SZ"), root.get("KM"), root.get("RU")) == (9, 6.5, "Japanese")


def test_the_course_of_the_end_phase_is_in_comments_R16():
    game = make_game(moves="E5 D4 pass pass")
    act(game, verbs.Propose, dead=[Point(3, 5)])
    act(game, verbs.Reject, proposal=1, then=Then.MARK, reason="D4 [lives]")
    act(game, verbs.Propose, dead=[])
    act(game, verbs.Accept, proposal=2)

    text = sgf_with(reload(game), rules_actions(game), reasons=True)
    comments = [n.get("C") for n in parsed(game).get_main_sequence() if n.has_property("C")]

    assert any("rejects" in comment and "D4 [lives]" in comment for comment in comments)
    assert "MA[df]" in text
    assert (
        "D4" not in sgf_with(reload(game), rules_actions(game), reasons=False).partition("rejects")[2].partition("]")[0]
    )


def test_handicap_stones_are_set_up():
    fixed = make_game(handicap=2, size=19)
    free = make_game(handicap=2, rule_set="chinese")
    act(free, verbs.PlaceHandicap, points=[Point(2, 2), Point(6, 6)])

    assert parsed(fixed).get_handicap() == 2
    assert len(parsed(fixed).get_root().get("AB")) == 2
    assert sorted(parsed(free).get_root().get("AB")) == [(2, 6), (6, 2)]


def test_what_was_taken_back_is_a_variation():
    game = make_game(moves="E5 D4")
    act(game, verbs.RequestUndo, by=side(game, Color.WHITE))
    act(game, verbs.AnswerUndo, allow=True, by=side(game, Color.BLACK))
    play(game, "C3")

    assert moves(game) == [("b", (4, 4)), ("w", (2, 2))]
    first = parsed(game).get_root()[0]
    assert [node.get_move() for node in first] == [("w", (2, 2)), ("w", (3, 3))]
