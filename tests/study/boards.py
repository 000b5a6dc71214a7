"""Demonstration boards for tests."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from clubs.services.audiences import Audience
from study.core.nodes import ROOT, node_name
from study.models import BoardQuestion, DemoBoard
from study.services import board_questions, boards
from study.services.board_questions import NewQuestion
from study.services.boards import BoardChange, NewBoard
from tests.social.helpers import ListsOfPeople

E5 = node_name(ROOT, "B", "E5")
C5 = node_name(E5, "W", "C5")
NOBODY = AnonymousUser()
FILE = "(;SZ[9]RU[Chinese]KM[7]AB[cc]AW[gg]PL[W]C[Start.];W[ee]TR[ee]LB[cc:A](;B[ce]C[Main.])(;B[ec]SQ[gg]))"


def make_board(owner, *, sgf: str = "", **audience) -> DemoBoard:
    """A board of nine lines, or with the moves of this file, shared with this audience."""
    made, _ = boards.create_board(owner, NewBoard("Ladders", size=9, sgf=sgf), timezone.now())
    return boards.share_board(owner, made.key, Audience(**audience), timezone.now()) if audience else made


def play(board, *moves: str, shown: bool = True) -> str:
    """Play these moves from the start, Black first; return the last node, which everyone sees if `shown`."""
    operations, parent = [], ROOT
    for number, move in enumerate(moves):
        color = "BW"[number % 2]
        operations.append({"op": "add", "id": f"m{number}", "parent": parent, "color": color, "move": move})
        parent = node_name(parent, color, move)
    boards.change_board(board.owner, board.key, BoardChange(operations, parent if shown else ""), timezone.now())
    return parent


def ask(player, board, text: str = "Why there?", node: str = "") -> BoardQuestion:
    """A question of this player."""
    return board_questions.ask_question(player, board.key, NewQuestion(text, node), timezone.now())


def client_of(player) -> Client:
    """A browser of this player."""
    client = Client()
    if player is not NOBODY:
        client.force_login(player)
    return client


def send(player, board, path: str, **values):
    """Send a form of the board at this path."""
    return client_of(player).post(f"{board.get_absolute_url()}{path}", values)


def page(player, board, query: str = "") -> str:
    """The HTML of the board's page, or the status of its refusal."""
    response = client_of(player).get(board.get_absolute_url() + query)
    return response.content.decode() if response.status_code == 200 else str(response.status_code)


def mute(player):
    """Mute this player on the whole server for a day."""
    Player.objects.filter(pk=player.pk).update(muted_until=timezone.now() + timedelta(days=1))
    player.refresh_from_db()


class ListsOfBoards:
    """The list in pages of boards, for tests/games/api/test_pages.py."""

    def boards(self):
        for _ in range(ListsOfPeople.rows):
            make_board(self.aino)
        return "boards/"
