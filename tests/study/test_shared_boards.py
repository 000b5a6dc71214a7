"""Demonstration boards: viewers, files, reports, and deleted accounts (T11, T12)."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from accounts.models import StaffAction
from accounts.privacy.account_deletion import delete
from clubs.errors import RecipientsRefused
from clubs.models import Membership
from moderation.models import Case
from rules import sgf
from study.errors import (
    BoardClosed,
)
from study.models import BoardQuestion, DemoBoard
from study.services import boards
from tests.accounts.test_data_export import lines, opened
from tests.classes.helpers import make_class
from tests.clubs.helpers import make_club
from tests.factories import make_moderator, make_player
from tests.moderation.test_api import post, program
from tests.study.boards import E5, FILE, NOBODY, ask, client_of, make_board, page, play, send

pytestmark = pytest.mark.django_db


# T11: who sees it; closed it stays as a study.


def test_T11_only_those_whom_the_teacher_chooses_see_a_board():
    teacher, named, member = make_player(), make_player(), make_player()
    club = make_club(teacher)
    Membership.objects.create(club=club, player=member, role="member", standing="member", at=timezone.now())
    mine, by_name, by_club = (
        make_board(teacher),
        make_board(teacher, players=(named.username,)),
        make_board(teacher, clubs=(club.pk,)),
    )
    by_link, public = make_board(teacher, link=True), make_board(teacher, everyone=True)

    def seen(viewer):
        return [page(viewer, board) != "404" for board in (mine, by_name, by_club, by_link, public)]

    assert seen(teacher) == [True] * 5
    assert seen(named) == [False, True, False, True, True]
    assert seen(member) == [False, False, True, True, True]
    assert seen(NOBODY) == seen(make_moderator()) == [False, False, False, True, True]
    assert set(boards.boards_listed_for(named)) == {by_name, public}
    assert set(boards.boards_listed_for(NOBODY)) == {public}
    with pytest.raises(RecipientsRefused):
        make_board(teacher, clubs=(make_club(name="Oulu").pk,))


def test_T11_the_page_of_a_class_lists_the_boards_that_a_pupil_may_see():
    teacher, pupil = make_player(), make_player()
    classroom = make_class(teacher, pupil)
    shared, private = make_board(teacher, players=(pupil.username,)), make_board(teacher)
    other = make_board(make_player(), everyone=True)

    def listed(viewer):
        shown = client_of(viewer).get(classroom.get_absolute_url()).content.decode()
        return [board.get_absolute_url() in shown for board in (shared, private, other)]

    assert listed(pupil) == [True, False, False]
    assert listed(teacher) == [True, True, False]


def test_T11_a_closed_board_stays_as_a_study():
    board, pupil = make_board(make_player(), everyone=True), make_player()
    play(board, "E5", "C5")
    send(board.owner, board, "edit/", do="close")

    with pytest.raises(BoardClosed):
        play(board, "D4")
    with pytest.raises(BoardClosed):
        ask(pupil, board)
    assert "closed" in page(pupil, board)
    assert 'id="ask"' not in page(pupil, board)
    assert f"?at={E5}" in page(pupil, board)
    assert 'role="gridcell"' not in page(board.owner, board)

    send(board.owner, board, "edit/", do="open")
    assert ask(pupil, board)


def test_T11_the_file_has_variations_marks_and_comments():
    board = make_board(make_player(), sgf=FILE, everyone=True)

    text = client_of(NOBODY).get(f"{board.get_absolute_url()}sgf/").content.decode()

    again = make_board(make_player(), sgf=text)
    shown = [
        {name: (node.text, node.signs) for name, node in one.value.visible_nodes().items()} for one in (board, again)
    ]
    assert shown[0] == shown[1]
    assert len(shown[0]) == 4
    assert sgf.read_game(sgf.parse(text)[0]).setup.komi == 7
    assert "GN[Ladders]" in text


def test_T11_a_board_is_made_renamed_shared_and_deleted_on_its_pages():
    teacher = make_player()
    client = client_of(teacher)
    upload = SimpleUploadedFile("a.sgf", FILE.encode())
    made = client.post("/boards/new/", {"name": "Corners", "size": 19, "ruleset": "japanese", "file": upload})
    board = DemoBoard.objects.get()
    assert made["Location"] == board.get_absolute_url()
    assert len(board.value.visible_nodes()) == 4

    client.post(f"{board.get_absolute_url()}edit/", {"name": "Sides", "link": "1", "everyone": "1"})
    board.refresh_from_db()
    assert (board.name, board.is_public, board.has_link) == ("Sides", True, True)
    assert "Sides" in client_of(NOBODY).get("/boards/").content.decode()
    for values, status in (
        ({"name": "Other", "players": "nobody at all"}, 400),
        ({"do": "name", "name": "Other"}, 404),
    ):
        refused = client.post(f"{board.get_absolute_url()}edit/", values)
        board.refresh_from_db()
        assert (refused.status_code, board.name, board.is_public) == (status, "Sides", True), "nothing is stored"
    assert client.post("/boards/new/", {"name": "", "size": 19, "ruleset": "japanese"}).status_code == 400
    assert client.post("/boards/new/", {"name": "x", "size": 9, "ruleset": "japanese", "game": 9**9}).status_code == 404

    client.post(f"{board.get_absolute_url()}edit/", {"do": "delete"})
    assert not DemoBoard.objects.exists()


# T12: reports, hiding, deletion of accounts.


def test_T12_boards_and_questions_are_reported_with_their_texts():
    board = make_board(make_player(), sgf="(;SZ[9]C[Awful comment])", everyone=True)
    question = ask(make_player(), board, "Awful question")
    reporter = make_player()
    shown = page(reporter, board)

    for path, player, text in (
        (f"/report/board/{board.key}/", board.owner, "Awful comment"),
        (f"/report/question/{question.pk}/", question.author, "Awful question"),
    ):
        assert path in shown
        assert client_of(reporter).post(path, {"kind": "abuse", "text": "look"}).status_code == 302
        case = Case.objects.get(player=player)
        assert text in client_of(make_moderator()).get(f"/mod/case/{case.pk}/").content.decode()
    other = make_board(make_player())
    assert client_of(reporter).get(f"/report/board/{other.key}/").status_code == 404
    for named in ({"board": board.key}, {"board_question": question.pk}):
        assert post(program(make_player()), "reports", {"kind": "abuse", **named}).status_code == 201


def test_T12_moderators_hide_a_board_and_a_question_from_others():
    board, staff = make_board(make_player(), everyone=True), make_moderator()
    question = ask(make_player(), board, "Awful question")
    send(staff, board, f"questions/{question.pk}/", do="hide")
    assert "Awful question" not in page(make_player(), board)
    assert StaffAction.objects.filter(action="hide_question").exists()
    assert send(make_player(), board, f"questions/{question.pk}/", do="hide").status_code == 404

    assert send(make_player(), board, "hide/", reason="no").status_code == 404
    send(staff, board, "hide/", reason="copied from a book")

    assert page(make_player(), board) == "404" == page(NOBODY, board)
    assert "copied from a book" in page(board.owner, board)
    assert StaffAction.objects.get(action="hide_board").reason == "copied from a book"


def test_T12_a_deleted_account_takes_its_boards_and_questions_along():
    board, pupil, named = make_board(make_player(), link=True), make_player(), make_player()
    shared = make_board(make_player(), players=(named.username,))
    ask(pupil, board)

    for player in (pupil, named):
        delete(player=player, now=timezone.now())
    assert not BoardQuestion.objects.exists()
    assert not shared.shares.exists()
    delete(player=board.owner, now=timezone.now())
    assert list(DemoBoard.objects.all()) == [shared]


def test_T12_the_data_export_has_each_board_once_and_who_sees_it():
    teacher, pupils = make_player(), [make_player() for _ in range(3)]
    make_board(teacher, players=tuple(one.username for one in pupils))
    make_board(make_player(), players=(make_player().username,))

    files = opened(teacher)

    assert len(lines(files, "demonstration_boards")) == 1
    shares = lines(files, "demonstration_board_shares")
    assert {row["player__username"] for row in shares} == {one.username for one in pupils}
