"""Demonstration boards under bad input, lost access and many rows (T9 to T12)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.core.audit import StaffContext
from accounts.core.guests import NotForGuests
from accounts.core.restrictions import Suspended
from accounts.models import Player, StaffAction
from games.errors import NotAModerator
from study.consumers import visible_board_version
from study.core.nodes import ROOT, node_name
from study.core.shape import make_shape
from study.errors import BoardClosed, NoSuchBoard
from study.models import BoardQuestion, DemoBoard
from study.services import board_questions, boards
from study.services.board_questions import NewQuestion
from study.services.boards import BoardChange, NewBoard
from tests.classes.helpers import make_child, make_class
from tests.factories import make_moderator, make_player
from tests.moderation.test_api import post, program
from tests.study.boards import E5, NOBODY, ask, client_of, make_board, page, play, send

pytestmark = pytest.mark.django_db


def test_T11_a_teacher_shares_with_a_child_of_the_class_by_name_and_a_stranger_does_not():
    teacher, stranger = make_player(), make_player()
    child = make_child(make_class(teacher))

    board = make_board(teacher, players=(child.username,))

    assert page(child, board) != "404"
    with pytest.raises(Exception, match="no_such_player"):
        make_board(stranger, players=(child.username,))


def test_T12_a_teacher_does_not_bring_back_a_question_that_moderators_have_hidden():
    board, pupil = make_board(make_player(), everyone=True), make_player()
    question = ask(pupil, board, "Awful question")
    board_questions.hide_question(StaffContext(make_moderator(), timezone.now(), "insult"), question)

    with pytest.raises(NoSuchBoard):
        board_questions.set_question_state(board.owner, question, "open", timezone.now())
    assert send(board.owner, board, f"questions/{question.pk}/", do="open").status_code == 404
    assert "Awful question" not in page(board.owner, board)
    assert "Awful question" not in page(make_player(), board)
    assert "Awful question" in page(pupil, board)


def test_T10_each_board_is_its_owners_by_its_key():
    owner, other = make_player(), make_player()
    one, two, theirs = make_board(owner), make_board(owner), make_board(other)
    assert [boards.own_board(owner, board.key) for board in (one, two)] == [one, two]
    for key in (theirs.key, "nothing"):
        with pytest.raises(NoSuchBoard):
            boards.own_board(owner, key)


def test_T10_a_question_is_changed_on_its_own_board_only():
    board, pupil = make_board(make_player(), everyone=True), make_player()
    other = make_board(board.owner, everyone=True)
    question = ask(pupil, board)

    assert send(board.owner, other, f"questions/{question.pk}/", do="answered").status_code == 404
    assert send(pupil, other, f"questions/{question.pk}/", do="delete").status_code == 404
    assert send(pupil, board, f"questions/{10**30}/", do="delete").status_code == 404
    path = f"/api/v1/boards/{other.key}/questions/{question.pk}"
    assert program(pupil, ["message:write"]).delete(path).status_code == 404
    assert send(pupil, board, f"questions/{question.pk}/", do="delete").status_code == 302


@pytest.mark.parametrize(
    "operation",
    [
        {"op": ["add"]}, {"op": {}}, {"op": "add", "id": "a", "parent": ROOT, "color": [], "move": {}},
        {"op": "set", "id": "a", "node": ROOT, "marks": {"Z99": "A"}},
        {"op": "set", "id": "a", "node": ROOT, "marks": {"K1": "circle"}},
        {"op": "set", "id": "a", "node": ROOT, "marks": {"A1": "<b>"}},
        {"op": "set", "id": "a", "node": ROOT, "text": "x" * 2001},
        {"op": "set", "id": "a", "node": ROOT, "at": 10**30},
        {"op": "cut", "id": "a", "nodes": []},
    ],
)  # fmt: skip
def test_T9_an_operation_that_is_not_valid_is_refused_and_stores_nothing(operation):
    board = make_board(make_player())

    answer = post(program(board.owner), f"boards/{board.key}/changes", {"operations": [operation]})

    assert answer.status_code == 400
    assert DemoBoard.objects.get().version == board.version


@pytest.mark.parametrize("at", ["\0", "x" * 300, "0" * 5000, "1" * 12])
def test_T10_an_unknown_node_in_the_address_shows_the_position_that_everyone_sees(at):
    board = make_board(make_player(), everyone=True)
    shown = client_of(NOBODY).get(board.get_absolute_url(), {"at": at, "tool": "\0"})
    assert shown.status_code == 200
    assert "Back to the live position" not in shown.content.decode()


def test_T9_a_suspended_teacher_gets_the_reason_on_the_form_of_the_board():
    board = make_board(make_player())
    Player.objects.filter(pk=board.owner_id).update(suspended_until=timezone.now() + timedelta(days=1))

    for do in ("close", "open", ""):
        assert send(board.owner, board, "edit/", do=do, name="Sides").status_code == 403

    board.refresh_from_db()
    assert (board.name, board.closed_at) == ("Ladders", None)


def test_T9_a_name_that_is_too_long_after_normalization_is_refused_on_the_form():
    board = make_board(make_player())
    assert send(board.owner, board, "edit/", name="\u0958" * 100).status_code == 400
    assert send(board.owner, board, "edit/", name="Sides", players="a\0b").status_code == 400
    board.refresh_from_db()
    assert board.name == "Ladders"


def test_T9_a_comment_that_is_refused_stays_in_the_form(monkeypatch):
    monkeypatch.setattr("study.core.merging.LARGEST", 100)
    board = make_board(make_player())

    answer = send(board.owner, board, "change/", node=ROOT, do="text", text="A long lesson. " * 20, key="a")

    assert answer.status_code == 409
    assert "A long lesson. A long lesson." in answer.content.decode()


@pytest.mark.parametrize(
    "file",
    [
        "(;SZ[1])", "(;SZ[2]AB[aa][ab][ba][bb])", "(;SZ[25];B[yy])", "(;SZ[52];B[ZZ])", "(;SZ[5:9];B[ac])",
        "(;SZ[9]KM[1e99])", "(;SZ[9]KM[nan])", "(;SZ[9]RU[\0])", "(;SZ[9]HA[99])", "(;SZ[9]HA[2];B[aa];B[bb])",
        "(;SZ[9]AB[aa]AW[aa])", "(;SZ[9]AB[ba][ab]AW[aa])", "(;SZ[9]PL[X]LB[zz:A]TR[zz])", "(;SZ[9]B[aa]AB[bb])",
        "(;GM[1]SZ[9]GC[C]XR[x]", "(", "", "(;SZ[9])(;SZ[19])", "(;SZ[9];AB[aa];B[bb];W[bb])", "(;SZ[99999999999999])",
        "(;SZ[9]" + "(;B[aa]" * 300 + ")" * 300 + ")", "(;SZ[9]C[" + "\ufdfa" * 2000 + "])",
        "(;SZ[9]" + ";B[];W[]" * 900 + ")",
    ],
)  # fmt: skip
def test_T9_any_file_is_refused_or_becomes_a_board_that_can_be_read(file):
    teacher = make_player()
    made = post(program(teacher), "boards", {"name": "Board", **({"sgf": file} if file else {})})

    assert made.status_code in (201, 400, 409, 422), made.content
    assert made.status_code == 201 or not DemoBoard.objects.exists()
    for board in DemoBoard.objects.all():
        last = list(board.value.nodes)[-1:]
        for query in ("", *(f"?at={name}" for name in last)):
            assert page(teacher, board, query).startswith("<!")
        for path in (f"{board.get_absolute_url()}sgf/", f"/api/v1/boards/{board.key}"):
            assert client_of(teacher).get(path).status_code == 200


def test_T9_a_tree_of_two_thousand_moves_is_played_and_read():
    board = make_board(make_player(), sgf="(;SZ[9]" + ";B[];W[]" * 999 + ")")
    *_, last = make_shape(board.value, boards.trunk_of_board(board)).in_order()

    operation = {"op": "add", "id": "a", "parent": last, "color": "B", "move": "E5"}
    boards.change_board(board.owner, board.key, BoardChange([operation], node_name(last, "B", "E5")), timezone.now())

    board.refresh_from_db()
    assert page(board.owner, board).startswith("<!")
    copy, _ = boards.create_board(board.owner, NewBoard("Copy", sgf=boards.board_as_sgf(board)), timezone.now())
    assert len(copy.value.nodes) == 1999


def test_T9_what_is_undone_or_replaced_leaves_nothing_behind():
    board = make_board(make_player())
    play(board, "E5")
    operations = [
        {"op": "cut", "id": "u", "undo": "x" * 32},
        {"op": "set", "id": "s", "node": E5, "text": "a", "over": ["y" * 32]},
        {"op": "set", "id": "t", "node": E5, "text": "", "over": ["s"], "marks": {"A1": "A"}},
        {"op": "set", "id": "v", "node": E5, "marks": {"A1": ""}},
    ]
    boards.change_board(board.owner, board.key, BoardChange(operations), timezone.now())

    board.refresh_from_db()
    assert (board.nodes["undone"], board.nodes["gone"]) == ([], [])
    assert "k" not in board.nodes["nodes"][E5]


def test_T10_lists_and_sockets_do_not_read_the_trees():
    board = make_board(make_player(), everyone=True)
    reader = client_of(make_player())
    classroom = make_class(board.owner)

    def read(do) -> list[str]:
        with CaptureQueriesContext(connection) as seen:
            do()
        return [one["sql"] for one in seen if '"study_demoboard"."nodes"' in one["sql"]]

    assert read(lambda: reader.get("/boards/")) == []
    assert read(lambda: client_of(board.owner).get("/boards/")) == []
    assert read(lambda: client_of(board.owner).get(classroom.get_absolute_url())) == []
    assert read(lambda: reader.get("/api/v1/boards")) == []
    assert read(lambda: visible_board_version(board.key, NOBODY)) == []
    assert visible_board_version(board.key, NOBODY) == board.version


def test_T10_a_question_is_about_the_position_that_everyone_sees_unless_another_is_named():
    board = make_board(make_player(), everyone=True)
    shown = play(board, "E5", "C5")
    questions = [ask(make_player(), board, node=node) for node in ("", E5)]
    assert [question.node for question in questions] == [shown, E5]


def test_T10_a_question_that_was_answered_is_returned_as_answered():
    board = make_board(make_player(), everyone=True)
    question = ask(make_player(), board)
    other = ask(make_player(), board)
    assert board_questions.set_question_state(board.owner, question, "answered", timezone.now()).state == "answered"
    assert dict(board.questions.values_list("pk", "state")) == {question.pk: "answered", other.pk: "open"}


def test_T9_T10_a_suspended_teacher_renames_no_board_and_answers_nothing():
    board = make_board(make_player(), everyone=True)
    question = ask(make_player(), board)
    board.owner.suspended_until = timezone.now() + timedelta(days=1)
    question.board = board
    with pytest.raises(Suspended):
        board_questions.set_question_state(board.owner, question, "answered", timezone.now())
    with pytest.raises(Suspended):
        boards.rename_board(board.owner, board.key, "Sides", timezone.now())
    board.refresh_from_db()
    assert board.name == "Ladders"


def test_T10_a_question_is_hidden_by_moderators_and_withdrawn_by_its_author_only():
    board, pupil = make_board(make_player(), everyone=True), make_player()
    question = ask(pupil, board)
    for other in (board.owner, pupil):
        with pytest.raises(NotAModerator):
            board_questions.hide_question(StaffContext(other, timezone.now(), "insult"), question)
    with pytest.raises(NoSuchBoard):
        board_questions.withdraw_question(board.owner, question, timezone.now())
    assert list(board.questions.values_list("state", flat=True)) == ["open"]


def test_T10_a_question_is_about_its_own_board_and_that_boards_version_goes_up():
    other, board = (make_board(make_player(), everyone=True) for _ in range(2))
    assert ask(make_player(), board).board == board
    before = other.version, board.version
    for one in (other, board):
        one.refresh_from_db()
    assert (other.version, board.version) == (before[0], before[1] + 1)


def test_T12_open_pages_see_that_moderators_have_hidden_a_board_or_a_question():
    board, staff = make_board(make_player(), everyone=True), make_moderator()
    question, other = (ask(make_player(), board) for _ in range(2))
    board.refresh_from_db()
    by, before = StaffContext(staff, timezone.now(), "insult"), board.version
    board_questions.hide_question(by, question)
    boards.hide_board(by, board)
    board.refresh_from_db()
    assert board.version == before + 2
    assert dict(board.questions.values_list("pk", "state")) == {question.pk: "hidden", other.pk: "open"}
    assert StaffAction.objects.get(action="hide_question").player == question.author
    BoardQuestion.objects.all().delete()
    with pytest.raises(NoSuchBoard):
        board_questions.hide_question(by, question)


def test_T10_nothing_is_withdrawn_from_a_board_that_was_deleted_meanwhile():
    board, pupil = make_board(make_player(), everyone=True), make_player()
    question = ask(pupil, board)
    boards.delete_board(board.owner, board.key)
    with pytest.raises(NoSuchBoard):
        board_questions.withdraw_question(pupil, question, timezone.now())


def test_T10_a_muted_players_questions_are_seen_again_when_the_mute_ends(monkeypatch):
    board, pupil = make_board(make_player(), everyone=True), make_player()
    question, until = ask(pupil, board), timezone.now() + timedelta(hours=1)
    Player.objects.filter(pk=pupil.pk).update(muted_until=until)
    for now, seen in ((until - timedelta(seconds=1), []), (until, [question])):
        monkeypatch.setattr(board_questions.timesource, "now", lambda now=now: now)
        assert list(board_questions.visible_questions(board.owner, board)) == seen
    assert not board_questions.visible_questions(board.owner, make_board(board.owner)).exists()
    Player.objects.filter(pk=pupil.pk).update(deleted_at=until)
    assert not board_questions.visible_questions(board.owner, board).exists()


def test_T19_a_childs_question_is_seen_by_the_child_and_the_teacher_only():
    teacher, other = make_player(), make_player()
    child = make_child(make_class(teacher))
    board = make_board(teacher, everyone=True)
    ask(child, board), ask(other, board)
    counts = [board_questions.visible_questions(one, board).count() for one in (teacher, child, other, NOBODY)]
    assert counts == [2, 2, 1, 1]
    refused = make_player(is_guest=True), make_child(make_class(make_player()), "Babak")
    allowed = [board_questions.may_ask_board_owner(one, board) for one in (teacher, child, other, *refused)]
    assert allowed == [True, True, True, False, False]
    for one in refused:
        with pytest.raises(NotForGuests):
            ask(one, board)
    with pytest.raises(NotForGuests):
        board_questions.ask_question(refused[0], "no such board", NewQuestion("Why there?"), timezone.now())


def test_T10_a_question_has_up_to_500_characters_and_an_open_board():
    board = make_board(make_player(), everyone=True)
    assert [len(ask(make_player(), board, "x" * length).text) for length in (1, 500)] == [1, 500]
    boards.close_or_reopen_board(board.owner, board.key, timezone.now())
    with pytest.raises(BoardClosed):
        ask(make_player(), board)
