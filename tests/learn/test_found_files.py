"""Problem files from the Internet: their correct first moves (P2)."""

from __future__ import annotations

import pytest

from learn.problems import found_files
from learn.problems.found_files import ProblemUnreadable, read_problem
from rules import Color
from rules.sgf import parse

STONES = "(;SZ[9]AB[ag][bg][cg][dg][dh][di]AW[af][bf][cf][df][ef][eg][eh][ei]"


def read(tree: str, stones: str = STONES):
    return read_problem(parse(f"{stones}{tree})")[0])


@pytest.mark.parametrize(
    ("tree", "right"),
    [
        pytest.param(";W[bh]", ["B2"], id="the first line"),
        pytest.param("(;W[bh])(;W[ah])", ["B2"], id="the first of two lines"),
        pytest.param("(;W[ah];B[bh])(;W[bh];B[ah]C[RIGHT])", ["B2"], id="RIGHT deep in a line"),
        pytest.param("(;W[ah])(;W[bh]C[Correct!])", ["B2"], id="Correct"),
        pytest.param("(;W[ah]C[Incorrect])(;W[bh]C[+])", ["B2"], id="a plus sign"),
        pytest.param("(;W[ah])(;W[bh]TE[1])", ["B2"], id="TE"),
        pytest.param("(;W[ah];B[bh]TE[1])(;W[bh]TE[1])", ["B2"], id="TE of the other side is no mark"),
        pytest.param("(;W[ah]BM[1];B[bh]C[RIGHT])(;W[bh]C[RIGHT])", ["B2"], id="a bad move is wrong"),
        pytest.param("(;W[bh]C[RIGHT])(;W[ch]C[RIGHT])", ["B2", "C2"], id="two right moves"),
        pytest.param("(;W[ah]C[+1 for Black])(;W[bh]C[+])", ["B2"], id="a number is no plus sign"),
        pytest.param("(;W[ah];B[bh]C[Black gets the right side])(;W[bh]C[RIGHT])", ["B2"], id="a side of the board"),
        pytest.param("(;W[ah])(;W[bh]C[RIGHT Black does not get the right side])", ["B2"], id="no negation"),
        pytest.param("(;W[ah]BM[1])(;W[bh])", ["B2"], id="the first move that is not bad"),
        pytest.param("(;W[ah]DO[])(;W[bh])", ["B2"], id="the first move that is not doubtful"),
        pytest.param("(;W[ah]C[-])(;W[bh])", ["B2"], id="a minus sign"),
        pytest.param("(;W[ah];B[bh]C[Wrong])(;W[bh];B[ah]BM[1])", ["B2"], id="wrong deep in a line"),
        pytest.param("(;W[ah](;B[bh]C[WRONG])(;B[ch]))(;W[bh])", ["A2"], id="wrong in one of two lines"),
    ],
)
def test_P2_right_moves_are_marked_in_many_ways(tree, right):
    assert list(read(tree).right) == right


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("不正确", "正确"), ("不正確", "正確"), ("不正解", "正解"), ("失败", "正解图"), ("错误", "正确!"),
        ("정답이 아닙니다", "정답"), ("오답", "정답입니다"),
        ("This is not the right move", "Right!"), ("Not quite correct.", "correct"), ("It isn't RIGHT", "RIGHT"),
        ("Correct shape, but it fails", "Correct. White may cut, but is dead."), ("WRONG", "Solved"),
        ("Falsch!", "Richtig"), ("Nicht richtig", "Korrekt."), ("Неправильно", "Правильно"), ("Не верно", "Верно!"),
        ("Incorrecto", "Correcto"), ("Pas correct", "Correct"), ("Väärin", "Oikein!"), ("نادرست", "درست"),
        ("درست نیست", "صحیح"), ("صحیح نیست", "درست"),
    ],
)  # fmt: skip
def test_P2_words_mark_right_and_wrong_moves_in_many_languages(wrong, right):
    assert list(read(f"(;W[ah]C[{wrong}])(;W[bh]C[{right}])").right) == ["B2"]
    assert list(read(f"(;W[ah])(;W[bh]C[{right}])").right) == ["B2"]
    if not wrong.startswith("Correct"):
        assert list(read(f"(;W[ah]C[{wrong}])(;W[bh])").right) == ["B2"]


@pytest.mark.parametrize(
    "comment",
    ["Correct. White has no right answer", "Right. There is no correct reply", "正解，白不对应则死", "정답. 백의 실패"],
)
def test_P2_a_right_move_may_be_praised_with_words_about_the_opponents_mistakes(comment):
    assert list(read(f"(;W[ah])(;W[bh]C[{comment}])").right) == ["B2"]


@pytest.mark.parametrize(
    "comment",
    [
        "正解はA。これは失敗", "正解是A，失败", "정답은 A. 실패", "The RIGHT move is A, this is WRONG",
        "RIGHT shape, but WRONG", "Right move is A. NOTTHIS",
    ],
)  # fmt: skip
def test_P2_a_wrong_move_may_be_explained_by_the_right_one(comment):
    assert list(read(f"(;W[ah]C[{comment}])(;W[bh]C[RIGHT])").right) == ["B2"]


def test_P2_words_for_programs_are_not_shown():
    found = read("(;W[ah]C[NOTTHIS Try another.])(;W[bh];B[ah]CHOICE[1]C[CHOICE];W[ch]C[RIGHT Well read.])")

    assert found.texts == {"A2": "Try another.", "B2": "Well read."}


def test_P2_an_answer_marked_as_a_choice_is_followed():
    found = read("(;W[bh](;B[ah])(;B[ch]C[CHOICE]))")

    assert found.lines == {"B2": "C2"}


def test_P2_a_position_in_several_nodes_and_the_first_player():
    found = read(";AE[di]AB[ci];W[bh]C[RIGHT]")

    assert found.first is Color.WHITE
    assert found.board.rows()[-1] == "..X.O...."


@pytest.mark.parametrize(
    ("tree", "stones", "code"),
    [
        ("", STONES, "answer"),
        (";W[ag]", STONES, "answer"),
        ("(;W[bh]C[Wrong])(;W[ah]C[不正解])", STONES, "answer"),
        ("(;W[bh]BM[1]C[wrong])(;W[ah]BM[1];B[bh]C[RIGHT])", STONES, "answer"),
        (";B[aa]", "(;SZ[9]", "position"),
        (";B[aa]", "(;SZ[3]AB[bb]", "position"),
        (";B[bb]PL[W]", "(;SZ[9]PL[W]AB[cc]", "position"),
        (";B[cc]", "(;SZ[9]AB[ab][ba]AW[aa]", "position"),
    ],
)
def test_P2_positions_without_an_answer_are_left_out(tree, stones, code):
    with pytest.raises(ProblemUnreadable, match=code):
        read(tree, stones)


def test_P2_a_line_ends_before_an_illegal_move():
    assert read(";W[bh];B[bh];W[ah]").lines == {"B2": ""}


def test_P2_files_of_this_server_state_goal_stones_and_area():
    area = "VW[ah][bh][ch][ai][bi][ci]"
    assert read(";W[bh]", STONES + "GE[kill]CR[ag]" + area).stated["goal"] == "kill"
    assert read(";W[bh]", STONES + "GE[live]CR[ag]" + area).stated == {}
    assert read(";W[bh]", STONES + "GE[kill]CR[ag]").stated == {}


def test_P10_each_node_of_a_deep_tree_is_searched_for_marks_once(monkeypatch):
    searched, marks = [], found_files._ProblemMoveTree._is_marked_right
    monkeypatch.setattr(
        found_files._ProblemMoveTree,
        "_is_marked_right",
        lambda tree, node: searched.append(id(node)) or marks(tree, node),
    )
    moves = "".join(f";{'WB'[at % 2]}[{'ihgfe'[at % 5]}{'abcde'[at // 5]}]" for at in range(15))

    read(moves + "".join(f"(;B[aa]C[{at}])" for at in range(50)))

    assert len(searched) == len(set(searched)) == 65
