"""Simultaneous changes of demonstration boards (T9, T10): on PostgreSQL."""

from __future__ import annotations

from functools import partial

import pytest
from django.utils import timezone

from study.core.nodes import ROOT
from study.errors import TooManyBoards, TooManyQuestions
from study.models import BoardQuestion, DemoBoard
from study.services import board_questions, boards
from study.services.boards import BoardChange
from tests.clubs.test_at_once import together
from tests.factories import make_player
from tests.study.boards import ask, make_board

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_T9_moves_at_once_are_all_kept_and_each_raises_the_version():
    board = make_board(make_player())
    points = ("A1", "B2", "C3", "D4")

    def play(point: str) -> None:
        operation = {"op": "add", "id": point, "parent": ROOT, "color": "B", "move": point}
        boards.change_board(board.owner, board.key, BoardChange([operation]), timezone.now())

    together(*(partial(play, point) for point in points))

    row = DemoBoard.objects.get()
    assert {node.move for node in row.value.nodes.values()} == set(points)
    assert row.version == board.version + len(points)


def test_T9_T10_limits_hold_at_once(monkeypatch):
    monkeypatch.setattr(boards, "MOST_BOARDS", 2)
    monkeypatch.setattr(board_questions, "MOST_OF_PLAYER", 2)
    board, pupil = make_board(make_player(), everyone=True), make_player()

    made = together(*[partial(make_board, board.owner)] * 4)
    asked = together(*[partial(ask, pupil, board)] * 4)

    assert (made.count(TooManyBoards), asked.count(TooManyQuestions)) == (3, 2)
    assert DemoBoard.objects.count() == 2
    assert BoardQuestion.objects.count() == 2
