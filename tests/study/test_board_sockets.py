"""The socket of a demonstration board: its followers are notified of each change, and of nothing else (T10)."""

import asyncio
import threading

import pytest
from channels.db import database_sync_to_async

from accounts.privacy.blocking import block_player
from clubs.services.audiences import Audience
from foundation.hints import ChangeSignal
from live import watchers
from live.hub import Hub
from study.services import boards
from study.services.boards import signal_kind_of
from tests.factories import NOON, make_moderator, make_player
from tests.live.test_sockets import closed_with, frames, open_socket
from tests.study.boards import ask, client_of, make_board, play

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


@database_sync_to_async
def board_of_two(**audience):
    owner, pupil = make_player(), make_player()
    return make_board(owner, players=(pupil.username,), **audience), owner, pupil


async def test_T10_followers_hear_the_version_after_each_change():
    board, owner, pupil = await board_of_two()
    sockets = [await open_socket(f"/ws/boards/{board.key}/", player) for player in (pupil, owner)]
    for socket in sockets:
        assert await frames(socket, 1) == [{"type": "hello", "number": board.version}]

    await database_sync_to_async(play)(board, "E5")
    for socket in sockets:
        assert await frames(socket, 1) == [{"type": "board", "number": board.version + 1}]
    await database_sync_to_async(ask)(pupil, board)
    for socket in sockets:
        assert await frames(socket, 1) == [{"type": "board", "number": board.version + 2}]
        await socket.disconnect()


async def test_T10_who_may_not_see_a_board_gets_no_updates():
    board, _owner, _pupil = await board_of_two()
    for player in (None, await database_sync_to_async(make_player)()):
        socket = await open_socket(f"/ws/boards/{board.key}/", player)
        assert await closed_with(socket) == 4404
    socket = await open_socket("/ws/boards/no-such-board/")
    assert await closed_with(socket) == 4404


async def test_T10_who_may_no_longer_see_a_board_is_cut_off_at_the_next_look():
    board, owner, pupil = await board_of_two()
    shared = await open_socket(f"/ws/boards/{board.key}/", pupil)
    await frames(shared, 1)
    await database_sync_to_async(boards.share_board)(owner, board.key, Audience(link=True), NOON)
    assert await frames(shared, 1) == [{"type": "board", "number": board.version + 1}]

    await database_sync_to_async(block_player)(player=owner, other=pupil, now=NOON)
    await Hub.current()._recheck_listeners()  # what it does twice a minute

    assert await asyncio.wait_for(closed_with(shared), 30) == 4001


async def test_T10_many_signals_during_a_look_are_one_more_look(monkeypatch):
    board, _owner, pupil = await board_of_two()
    looks, begins, goes_on = [], threading.Event(), threading.Event()
    socket = await open_socket(f"/ws/boards/{board.key}/", pupil)
    await frames(socket, 1)

    def slow(key, user):
        looks.append(key)
        begins.set()
        goes_on.wait(30)
        return board.version + len(looks)

    monkeypatch.setattr("study.consumers.visible_board_version", slow)
    signal = ChangeSignal(signal_kind_of(board.key), number=7)
    Hub.current().pass_on_signal(signal)
    await asyncio.to_thread(begins.wait, 30)
    for _ in range(50):
        Hub.current().pass_on_signal(signal)
    goes_on.set()

    assert await frames(socket, 1) == [{"type": "board", "number": board.version + 1}]
    assert await frames(socket, 1) == [{"type": "board", "number": board.version + 2}]
    assert len(looks) == 2
    await socket.disconnect()


async def test_T17_followers_are_counted_without_owner_and_moderators_and_named_if_they_allow_it():
    board, owner, pupil = await board_of_two(link=True)
    shows = await database_sync_to_async(make_player)("dariush", shows_watching=True)
    moderator = await database_sync_to_async(make_moderator)()
    people = (owner, pupil, shows, shows, None, None, moderator)
    sockets = [await open_socket(f"/ws/boards/{board.key}/", player) for player in people]
    for socket in sockets:
        await frames(socket, 1)
    await watchers.report_once()
    shown = await database_sync_to_async(seen_by)(board, owner)
    assert "4 people watching" in shown
    assert "<bdi>dariush</bdi>" in shown
    assert pupil.username not in shown.partition('id="followers"')[2].partition("</div>")[0]

    for socket in sockets[2:]:
        await socket.disconnect()
    await watchers.report_once()
    assert "1 person watching" in await database_sync_to_async(seen_by)(board, pupil)
    for socket in sockets[:2]:
        await socket.disconnect()
    assert not watchers._reports


def seen_by(board, player):
    return client_of(player).get(board.get_absolute_url()).content.decode()
