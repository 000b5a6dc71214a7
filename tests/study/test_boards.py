"""Demonstration boards: a teacher plays and comments, others follow and ask questions (T9, T10)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.core.guests import NotForGuests
from accounts.core.restrictions import Muted
from accounts.privacy.blocking import block_player
from games import verbs
from games.errors import NotFinished
from social.models.mutes import Mute
from study.core.nodes import ROOT, node_name
from study.errors import (
    BadBoard,
    BadOperation,
    BadQuestion,
    IllegalVariation,
    NoSuchBoard,
    NoSuchNode,
    TooManyBoards,
    TooManyQuestions,
)
from study.models import BoardQuestion, DemoBoard
from study.services import board_questions, boards
from study.services.boards import BoardChange, NewBoard
from study.views import drawing
from tests.factories import act, make_game, make_moderator, make_player
from tests.study.boards import C5, E5, FILE, NOBODY, ask, client_of, make_board, mute, page, play, send
from tests.support.callers import Caller

pytestmark = pytest.mark.django_db


def change(board, *operations, shown: str = ""):
    row = boards.change_board(board.owner, board.key, BoardChange(operations, shown), timezone.now())
    board.refresh_from_db()
    return row


# T9: the teacher plays, marks, comments and chooses what everyone sees.


def test_T9_a_board_starts_empty_with_a_finished_game_or_with_a_file():
    teacher, now = make_player(), timezone.now()
    game = make_game(black=teacher, moves="E5 C5")
    with pytest.raises(NotFinished):
        boards.create_board(teacher, NewBoard("Game", game=game.pk), now)
    act(game, verbs.Resign, by=teacher)

    empty = make_board(teacher)
    of_game, _ = boards.create_board(teacher, NewBoard("Game", game=game.pk), now)
    of_file = make_board(teacher, sgf=FILE)

    assert boards.trunk_of_board(empty).setup.width == 9
    assert not empty.value.nodes
    assert {node.move for node in of_game.value.nodes.values()} >= {"E5", "C5"}
    setup, nodes = boards.trunk_of_board(of_file).setup, of_file.value.nodes
    assert (setup.ruleset.key, setup.komi, setup.first.letter) == ("chinese", 7, "W")
    assert setup.start[2][2] == "X"
    assert setup.start[6][6] == "O"
    first = node_name(ROOT, "W", "E5")
    assert nodes[ROOT].text == "Start."
    assert nodes[first].signs == {"C7": "A", "E5": "triangle"}
    assert nodes[node_name(first, "B", "C5")].text == "Main."
    assert nodes[node_name(first, "B", "E7")].signs == {"G3": "square"}


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ({"name": " "}, BadBoard), ({"name": "x" * 101}, BadBoard), ({"size": 10}, BadBoard),
        ({"ruleset": "chess"}, BadBoard), ({"sgf": "(;GM[1]SZ[9]XC[3])"}, BadBoard),
        ({"sgf": "(;GM[1]SZ[9]GC[C]XR[x]"}, Exception),
    ],
)  # fmt: skip
def test_T9_a_board_with_a_bad_name_or_start_is_refused(values, error):
    with pytest.raises(error):
        boards.create_board(make_player(), NewBoard(**{"name": "Board", **values}), timezone.now())
    assert not DemoBoard.objects.exists()


def test_T9_a_handicap_is_on_the_board_at_the_start():
    board = make_board(make_player(), sgf="(;SZ[9]RU[Chinese]HA[2]AB[gc][cg];W[ee])")

    setup = boards.trunk_of_board(board).setup

    assert not boards.trunk_of_board(board).awaits_handicap
    assert [row.count("X") for row in setup.start] == [0, 0, 1, 0, 0, 0, 1, 0, 0]
    assert node_name(ROOT, "W", "E5") in board.value.nodes


def test_T9_the_teacher_plays_goes_back_and_plays_a_variation():
    board = make_board(make_player())
    teacher, url = client_of(board.owner), f"{board.get_absolute_url()}change/"

    teacher.post(url, {"node": ROOT, "do": "tap", "point": "E5", "key": "a"})
    teacher.post(url, {"node": E5, "do": "tap", "point": "C5", "key": "b"})
    back = teacher.post(url, {"node": E5, "do": "show"})
    teacher.post(url, {"node": E5, "do": "tap", "point": "G5", "key": "c"})

    board.refresh_from_db()
    assert back["Location"] == board.get_absolute_url()
    assert {node.move for node in board.value.nodes.values()} == {"E5", "C5", "G5"}
    assert board.shown == node_name(E5, "W", "G5")


def test_T9_a_move_apart_from_the_shown_position_takes_nobody_along():
    board = make_board(make_player())
    play(board, "E5", "C5")

    answer = send(board.owner, board, "change/", node=ROOT, do="tap", point="D4", key="a")

    board.refresh_from_db()
    assert board.shown == C5
    assert answer["Location"].endswith(f"?at={node_name(ROOT, 'B', 'D4')}")


def test_T9_a_move_that_the_teacher_prepares_aside_takes_nobody_along():
    board = make_board(make_player())
    play(board, "E5", "C5")

    answer = send(board.owner, board, "change/", node=C5, do="tap", point="D4", key="a", aside="1")

    board.refresh_from_db()
    assert board.shown == C5
    assert answer["Location"].endswith(f"?at={node_name(C5, 'B', 'D4')}")


def test_T9_a_move_against_the_rules_is_refused_and_stores_nothing():
    board = make_board(make_player())
    play(board, "E5")
    board.refresh_from_db()

    answer = send(board.owner, board, "change/", node=E5, do="tap", point="E5", key="a")

    assert answer.status_code == 422
    with pytest.raises(IllegalVariation):
        change(board, {"op": "add", "id": "x", "parent": E5, "color": "W", "move": "E5"})
    with pytest.raises(BadOperation):
        change(board, {"op": "resign"})
    with pytest.raises(NoSuchNode):
        change(board, shown="f" * 12)
    assert DemoBoard.objects.get().version == board.version


def test_T9_marks_and_comments_stand_at_their_node():
    board = make_board(make_player())
    play(board, "E5")
    for tool in ("triangle", "square", "circle", "cross", "letter", "number"):
        point = f"{'ABCDFG'[('triangle', 'square', 'circle', 'cross', 'letter', 'number').index(tool)]}1"
        send(board.owner, board, "change/", node=E5, do="tap", tool=tool, point=point, key=tool)
    send(board.owner, board, "change/", node=E5, do="text", text="The centre.", key="t")
    board.refresh_from_db()
    text = board.value.nodes[E5].texts
    send(board.owner, board, "change/", node=E5, do="text", text="Tengen.", over=" ".join(text), key="u")

    board.refresh_from_db()
    node = board.value.nodes[E5]
    signs = {"A1": "triangle", "B1": "square", "C1": "circle", "D1": "cross", "F1": "A", "G1": "1"}
    assert node.signs == signs
    assert node.text == "Tengen."
    assert board.value.gone == set()
    assert board.shown == E5


def test_T9_a_deleted_branch_is_gone_and_everyone_sees_the_move_before_it():
    board = make_board(make_player())
    play(board, "E5", "C5", "D4")

    send(board.owner, board, "change/", node=C5, do="cut", key="a")

    board.refresh_from_db()
    assert board.shown == E5
    assert set(board.value.nodes) == {E5}


def test_T9_nobody_but_the_teacher_changes_the_board():
    board = make_board(make_player(), everyone=True)

    for path, values in (
        ("change/", {"node": ROOT, "do": "pass"}),
        ("edit/", {"do": "delete"}),
        ("edit/", {"name": "x"}),
    ):
        assert send(make_player(), board, path, **values).status_code == 404
        assert send(make_moderator(), board, path, **values).status_code == 404
    assert 'role="gridcell"' not in page(make_player(), board)
    assert 'role="gridcell"' in page(board.owner, board)


def test_T9_guests_and_suspended_players_make_none_and_a_player_has_fifty(monkeypatch):
    guest, suspended = make_player(is_guest=True), make_player(suspended_until=timezone.now() + timedelta(days=1))
    with pytest.raises(NotForGuests):
        make_board(guest)
    with pytest.raises(Exception, match="suspended"):
        make_board(suspended)
    monkeypatch.setattr(boards, "MOST_BOARDS", 1)
    make_board(teacher := make_player())
    with pytest.raises(TooManyBoards):
        make_board(teacher)


# T10: others follow and ask.


def test_T10_followers_see_the_shown_position_and_look_at_others_by_themselves():
    board, pupil = make_board(make_player(), link=True), make_player()
    play(board, "E5", "C5")
    change(board, {"op": "set", "id": "t", "node": C5, "text": "White answers.", "marks": {"D4": "A"}})

    shown, looked = page(pupil, board), page(pupil, board, f"?at={E5}")

    assert "White answers." in shown
    assert ">A</text>" in shown
    assert "Back to the live position" not in shown
    assert "Back to the live position" in looked
    assert "note-here" not in looked
    assert "Show to everyone" not in looked
    assert "Show to everyone" in page(board.owner, board, f"?at={E5}")


def test_T10_each_change_raises_the_version_and_is_signalled(monkeypatch, django_capture_on_commit_callbacks):
    heard = []
    monkeypatch.setattr("foundation.hints.sender.publish", lambda hint: heard.append((hint.kind, hint.number)))
    board = make_board(make_player(), everyone=True)
    before = board.version
    with django_capture_on_commit_callbacks(execute=True):
        play(board, "E5")
        asked = ask(make_player(), board)
        board_questions.set_question_state(board.owner, asked, "answered", timezone.now())
        board_questions.withdraw_question(asked.author, asked, timezone.now())
        boards.close_or_reopen_board(board.owner, board.key, timezone.now())

    mine = [number for kind, number in heard if kind == f"board.{board.key}"]
    assert mine == [before + step for step in range(1, 6)]


def test_T10_a_question_is_answered_or_hidden_by_the_teacher():
    board, pupil, other = make_board(make_player(), link=True), make_player(), make_player()
    send(pupil, board, "questions/", node="", text="Why not D4?")
    row = BoardQuestion.objects.get()
    assert row.node == board.shown
    assert "Why not D4?" in page(other, board)
    assert "Why not D4?" in page(board.owner, board)

    assert send(other, board, f"questions/{row.pk}/", do="hidden").status_code == 404
    send(board.owner, board, f"questions/{row.pk}/", do="answered")
    assert "answered" in page(other, board)
    send(board.owner, board, f"questions/{row.pk}/", do="hidden")

    assert "Why not D4?" not in page(other, board)
    assert "Why not D4?" not in page(NOBODY, board)
    assert "Why not D4?" in page(pupil, board)
    assert "Why not D4?" in page(board.owner, board)
    assert send(other, board, f"questions/{row.pk}/", do="delete").status_code == 404
    send(pupil, board, f"questions/{row.pk}/", do="delete")
    assert not BoardQuestion.objects.exists()


@pytest.mark.parametrize("text", ["", "   ", "x" * 501])
def test_T10_an_empty_or_long_question_is_refused(text):
    board = make_board(make_player(), everyone=True)
    with pytest.raises(BadQuestion):
        ask(make_player(), board, text)
    assert send(make_player(), board, "questions/", text=text).status_code == 400
    assert not BoardQuestion.objects.exists()


def test_T10_questions_have_limits(monkeypatch, settings):
    board, pupil = make_board(make_player(), everyone=True), make_player()
    monkeypatch.setattr(board_questions, "MOST_OF_PLAYER", 2)
    ask(pupil, board), ask(pupil, board)
    with pytest.raises(TooManyQuestions) as refused:
        ask(pupil, board)
    assert refused.value.message() == "You've reached the limit of 20 questions on this board."
    monkeypatch.setattr(board_questions, "MOST_OF_BOARD", 2)
    with pytest.raises(TooManyQuestions) as refused:
        ask(make_player(), board)
    assert refused.value.message() == "This board has reached the limit of 500 questions."
    monkeypatch.setattr(board_questions, "MOST_OF_BOARD", 9)
    settings.IGO_MESSAGES = "1/hour"
    asker = make_player()
    ask(asker, board)
    with pytest.raises(Exception, match="too_many"):
        ask(asker, board)
    with pytest.raises(NoSuchNode):
        ask(make_player(), board, node="f" * 12)


def test_T10_blocks_and_mutes_hold_and_guests_ask_nothing():
    board, pupil, blocked = make_board(make_player(), everyone=True), make_player(), make_player()
    ask(pupil, board, "By a pupil.")
    block_player(player=board.owner, other=blocked, now=timezone.now())
    with pytest.raises(NoSuchBoard):
        ask(blocked, board)
    assert page(blocked, board) == "404"

    Mute.objects.create(player=(reader := make_player()), muted=pupil)
    assert "By a pupil." not in page(reader, board)
    mute(pupil)
    assert "By a pupil." not in page(NOBODY, board)
    with pytest.raises(Muted):
        ask(pupil, board)
    with pytest.raises(NotForGuests):
        ask(make_player(is_guest=True), board)
    mute(board.owner)
    assert page(NOBODY, board) == "404"


def test_T10_the_pages_take_the_same_queries_for_many_questions_and_boards():
    board = make_board(make_player(), everyone=True)
    reader = client_of(make_player())

    def queries(path):
        with CaptureQueriesContext(
            connection,
        ) as seen:
            reader.get(path)
        return len(seen)

    ask(make_player(), board)
    paths = (board.get_absolute_url(), "/boards/")
    first = [queries(path) for path in paths] and [queries(path) for path in paths]
    for _ in range(4):
        ask(make_player(), make_board(make_player(), everyone=True))
        ask(make_player(), board)
    assert [queries(path) for path in paths] == first


def test_T10_the_list_draws_the_position_that_everyone_sees():
    board = make_board(make_player(), everyone=True)
    play(board, "E5", "C5")
    board.refresh_from_db()

    assert board.stones.split()[4] == "..O.X...."
    assert board.picture in client_of(NOBODY).get("/boards/").content.decode()


def test_V81_an_empty_board_may_have_joined_edges(client):
    teacher = make_player()
    page = client_of(teacher)
    made = page.post("/boards/new/", {"name": "Torus", "size": "9", "ruleset": "chinese", "wraps": "on"})
    board = DemoBoard.objects.get()
    assert made.url == board.get_absolute_url()
    shown = page.get(made.url).content.decode()
    assert 'data-wraps="1"' in shown
    assert 'class="grid c9 r9 torus"' in shown
    assert "css/torus" in shown
    assert "The left edge is joined" in shown.partition('role="grid"')[2][:400]
    DemoBoard.objects.update(wraps=False)  # as boards from before the column had
    play(board, "B9", "A9", "A8", "E5", "J9", "E6", "A1")
    board.refresh_from_db()
    assert board.stones.split()[0] == ".X......X"
    assert "M-.5 0h9" in board.picture
    assert 'id="edge-b-' in client_of(teacher).get(made.url).content.decode()
    read = Caller(client, teacher).get(f"boards/{board.key}/").json()
    by_api = Caller(client, teacher).post("boards/", name="Other", size=9, wraps=True).json()
    flat = Caller(client, teacher).post("boards/", name="Flat", size=9).json()
    assert (read["wraps"], by_api["wraps"], flat["wraps"]) == (True, True, False)
    shown = page.get(flat["page"]).content.decode()
    assert "torus" not in shown
    assert "data-wraps" not in shown
    assert "M-.5 0h9" not in DemoBoard.objects.get(key=flat["key"]).picture


def test_T9_next_moves_have_the_letters_on_their_points_or_letters_that_mark_no_point():
    board = make_board(make_player())
    for point in ("A1", "E5"):
        send(board.owner, board, "change/", node=ROOT, do="tap", tool="letter", point=point, key=point)
    play(board, "E5", shown=False)
    play(board, "C3", shown=False)

    shown = page(board.owner, board, f"?at={ROOT}")

    assert [f"<b>{letter}</b>" in shown for letter in "ABC"] == [False, True, True]


def test_each_next_move_has_a_letter_of_its_own_and_the_one_on_its_point_if_it_is_free():
    signs = {"C3": "A", "D4": "A", "E5": "triangle", "F6": "B"}

    assert drawing.next_letters(["E5", "D4", "C3"], signs) == ["C", "A", "D"]
    assert len(drawing.next_letters(map(str, range(99)), {})) == 26
