"""Conditional moves as values: parsed, checked against the rules, queried (C10 to C16)."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import ByColor, Color, Dispute, Pass, Phase, Play, apply, legal_points, parse_vertex, vertex
from rules.errors import (
    BadVertex,
    NotYourTurn,
    OffBoard,
    PlanActionNotAllowed,
    PlanAmbiguous,
    PlanIllegal,
    PlanTooLarge,
    PlanUnreadable,
    WrongPhase,
)
from rules.plan import (
    DEEPEST,
    MOST_NODES,
    Branch,
    all_branches,
    branches_along,
    check_plan,
    find_answer,
    read_plan,
    with_answer,
    without_answer,
    write_plan,
)
from tests import diagrams

B, W = Color.BLACK, Color.WHITE
BOTH_PASSED = "E5 pass pass"


def at(text):
    """The point of a vertex on 9x9."""
    return parse_vertex(text, 9, 9)


def planned(text, moves="E5", owner=B):
    """Read and check a plan of this side after these moves on 9x9."""
    state = diagrams.game(moves)
    plan = read_plan(text, state.setup)
    check_plan(state, owner, plan)
    return plan


def test_a_plan_answers_the_moves_that_it_names_and_what_follows_C10():
    plan = planned([["G5", "F5", [["F4", "F6"], ["pass", "D4"]]], ["C3", "pass"]])

    first = find_answer(plan, at("G5"))
    assert first.mine == at("F5")
    assert find_answer(first.then, None).mine == at("D4")
    assert find_answer(plan, at("C3")).mine is None
    assert find_answer(plan, at("A1")) is None
    assert find_answer(plan, None) is None
    assert [node.mine for node in all_branches(plan)] == [at("F5"), at("F6"), at("D4"), None]


@pytest.mark.parametrize(
    "text", ["G5 F5", {}, [["G5"]], [["G5", 7]], [["G5", "F5", "F4"]], [["G5", "F5", [], 1]], [[]]]
)
def test_what_is_no_plan_is_refused_C20(text):
    with pytest.raises(PlanUnreadable):
        planned(text)


def test_points_are_points_and_resigning_is_by_hand_only_C10():
    for text, refusal in (
        ("E", BadVertex),
        ("A19", OffBoard),
        ("resign", PlanActionNotAllowed),
        ("accept", PlanActionNotAllowed),
    ):
        with pytest.raises(refusal):
            planned([["G5", text]])


def test_a_plan_has_200_answers_30_deep_and_no_more_C11():
    state = diagrams.game("", size=19)
    empty = [vertex(point, 19) for point in sorted(legal_points(state))]

    def line(length):
        return [["pass", "pass", line(length - 1)]] if length else []

    read_plan([[theirs, "K10"] for theirs in empty[:MOST_NODES]], state.setup)
    read_plan(line(DEEPEST), state.setup)
    for text in ([[theirs, "K10"] for theirs in empty[: MOST_NODES + 1]], line(DEEPEST + 1)):
        with pytest.raises(PlanTooLarge):
            read_plan(text, state.setup)


def test_two_answers_to_a_move_are_one_too_many_C11():
    with pytest.raises(PlanAmbiguous) as found:
        planned([["G5", "F5", [["F4", "F6"], ["F4", "F7"]]]])
    assert found.value.data == {"path": ["G5", "F5"], "point": "F4"}


@pytest.mark.parametrize(
    ("text", "path", "point", "reason"),
    [
        ([["E5", "F5"]], [], "E5", "occupied"),
        ([["G5", "G5"]], ["G5"], "G5", "occupied"),
        # White takes the stone at E5 in a ko, and Black may not take back at once.
        ([["D5", "E5"]], ["D5"], "E5", "ko"),
    ],
)
def test_every_path_is_played_by_the_rules_and_the_refusal_says_where_C11(text, path, point, reason):
    moves = "E5" if reason == "occupied" else "D6 E6 C5 F5 D4 E4 E5"
    with pytest.raises(PlanIllegal) as found:
        planned(text, moves)
    assert found.value.data == {"path": path, "point": point, "reason": reason}


def test_after_a_ko_threat_and_its_answer_the_ko_may_be_taken_C11():
    planned([["D5", "A1", [["A2", "E5"]]]], "D6 E6 C5 F5 D4 E4 E5")


def test_a_pass_that_would_end_play_needs_a_tick_of_its_own_C16():
    with pytest.raises(PlanIllegal) as found:
        planned([["pass", "pass"]])
    assert found.value.data == {"path": ["pass"], "point": "pass", "reason": "ends_play"}

    assert planned([["pass", "pass", [], True]])[0].may_end_play

    with pytest.raises(PlanIllegal) as found:
        planned([["pass", "pass", [["A1", "A2"]], True]])
    assert found.value.data["reason"] == "wrong_phase"


def test_nothing_can_follow_when_their_pass_ends_play():
    with pytest.raises(PlanIllegal) as found:
        planned([["G5", "pass", [["pass", "C3"]]]])
    assert found.value.data == {"path": ["G5", "pass"], "point": "pass", "reason": "ends_play"}


def test_a_plan_is_for_the_others_turn_in_play_C10():
    with pytest.raises(NotYourTurn):
        planned([["G5", "F5"]], owner=W)
    with pytest.raises(WrongPhase):
        planned([["G5", "F5"]], BOTH_PASSED)
    settling = replace(diagrams.game("E5"), dispute=Dispute(ByColor(0, 0), ByColor(0, 0)))
    with pytest.raises(WrongPhase):
        check_plan(settling, B, ())


@st.composite
def trees(draw, state, deep=3):
    """A legal plan from this position: some moves of theirs, an answer to each."""
    if deep == 0 or state.phase is not Phase.PLAY:
        return []
    points = sorted(legal_points(state))
    branches = []
    for theirs in draw(st.lists(st.sampled_from(points), max_size=3, unique=True)):
        asked = apply(state, Play(state.to_play, theirs))
        mine = draw(st.sampled_from(sorted(legal_points(asked))))
        after = apply(asked, Play(asked.to_play, mine))
        words = [vertex(theirs, 5), vertex(mine, 5)]
        branches.append([*words, draw(trees(after, deep - 1))])
    return branches


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_what_is_written_is_what_was_read(data):
    state = diagrams.game("C3", size=5)
    text = data.draw(trees(state))

    plan = read_plan(text, state.setup)
    check_plan(state, B, plan)

    written = write_plan(plan, state.setup)
    assert read_plan(json.loads(json.dumps(written)), state.setup) == plan
    assert apply(state, Pass(W)).phase is Phase.PLAY  # and the state is what it was


def test_an_answer_is_added_where_a_line_ends_replaced_where_there_is_one_and_taken_out_with_what_follows():
    setup = diagrams.game("E5").setup
    plan = read_plan([["E6", "D6", [["E7", "D7"]]]], setup)

    longer = with_answer(plan, (), Branch(at("F5"), at("F6")))
    assert write_plan(longer, setup) == [["E6", "D6", [["E7", "D7"]]], ["F5", "F6"]]
    deeper = with_answer(longer, (at("E6"), at("E7")), Branch(None, at("C3")))
    assert write_plan(deeper, setup) == [["E6", "D6", [["E7", "D7", [["pass", "C3"]]]]], ["F5", "F6"]]
    assert [branch.mine for branch in branches_along(deeper, (at("E6"), at("E7"), at("F5")))] == [at("D6"), at("D7")]

    assert with_answer(deeper, (), Branch(at("E6"), at("D6"))) == deeper
    other = with_answer(deeper, (), Branch(at("E6"), at("F6")))
    assert write_plan(other, setup) == [["E6", "F6"], ["F5", "F6"]]
    assert write_plan(without_answer(deeper, (at("E6"), at("E7"))), setup) == [["E6", "D6"], ["F5", "F6"]]
    for refused in (
        lambda: without_answer(plan, (at("F5"),)),
        lambda: with_answer(plan, (at("F5"),), Branch(None, at("E6"))),
    ):
        with pytest.raises(KeyError):
            refused()
