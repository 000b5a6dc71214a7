"""Sockets: permissions, frames, and no missed events."""

import asyncio
import json
import threading

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from foundation import hints
from games import services, verbs
from games.services import suggestions
from games.services.idempotency import PlayerRequest
from goserver.asgi import application
from live import consumers
from live.send_queue import SendQueue
from rules import Color
from tests.factories import NOON, act, make_game, make_player, play, reload, side
from tests.support.servers import SECONDS_TO_START
from tests.support.sockets import Socket

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]

ORIGIN = (b"origin", b"http://testserver")


@database_sync_to_async
def cookie_of(player):
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.save()
    return session


async def open_socket(path, player=None, origin=ORIGIN):
    headers = [(b"host", b"testserver"), origin]
    session = None
    if player is not None:
        session = await cookie_of(player)
        headers.append((b"cookie", f"sessionid={session.session_key}".encode()))
    socket = Socket(application, path, headers=headers)
    connected, _ = await socket.connect()
    socket.session = session
    return socket if connected else None


async def frames(socket, count):
    return [json.loads(await socket.receive_from(timeout=SECONDS_TO_START)) for _ in range(count)]


async def next_action(socket):
    """Return the next frame about an action, and skip others: a suggestion can come at any time."""
    while (frame := (await frames(socket, 1))[0])["type"] != "action":
        pass
    return frame


async def closed_with(socket):
    message = await socket.receive_output(timeout=SECONDS_TO_START)
    return message["code"] if message["type"] == "websocket.close" else None


make = database_sync_to_async(make_game)


async def test_a_spectator_gets_every_move_in_order():
    game = await make()
    socket = await open_socket(f"/ws/games/{game.pk}/")
    assert (await frames(socket, 1))[0] == {"type": "hello", "number": 0}

    for move in ("E5", "D4", "C3"):
        await database_sync_to_async(play)(game, move)

    result = await frames(socket, 3)
    assert [(f["number"], f["point"]) for f in result] == [(1, "E5"), (2, "D4"), (3, "C3")]
    await socket.disconnect()


async def test_the_two_sides_hear_when_the_suggestion_of_dead_stones_is_made_R10():
    game = await make(moves="E5 pass pass")
    black = await database_sync_to_async(side)(game, Color.BLACK)
    sockets = [await open_socket(f"/ws/games/{game.pk}/?since=3", who) for who in (black, None)]
    for socket in sockets:
        await frames(socket, 1)

    assert await database_sync_to_async(suggestions.compute_next_dead_stone_suggestion)()
    await database_sync_to_async(act)(game, verbs.Resume)

    assert [(await frames(socket, 1))[0]["type"] for socket in sockets] == ["suggestion", "action"]
    for socket in sockets:
        await socket.disconnect()


async def test_a_client_that_comes_back_gets_what_it_missed():
    game = await make(moves="E5 D4 C3")

    socket = await open_socket(f"/ws/games/{game.pk}/?since=1")

    hello, *missed = await frames(socket, 3)
    assert hello["number"] == 3
    assert [f["number"] for f in missed] == [2, 3]
    await socket.disconnect()


async def test_a_game_that_is_private_and_one_that_is_absent_answer_alike():
    game = await make(private=True)

    for game_id in (game.pk, 999999):
        socket = await open_socket(f"/ws/games/{game_id}/")
        assert await closed_with(socket) == 4404


async def test_an_unknown_path_is_closed_politely_M11():
    socket = await open_socket("/ws/nowhere/")

    assert await closed_with(socket) == 4404


@pytest.mark.parametrize("frame", [" ", "[]", "5", "null", "{", "[" * 50_000, '{"type": "move"}', "x" * 9000, "\x00"])
async def test_a_bad_frame_is_answered_and_the_socket_closed_M11(frame):
    game = await make()
    socket = await open_socket(f"/ws/games/{game.pk}/")
    await frames(socket, 1)

    await socket.send_to(text_data=frame)

    assert (await frames(socket, 1))[0] == {"type": "error", "code": "bad_frame"}
    assert await closed_with(socket) == 4400


@pytest.mark.parametrize(
    ("path", "frame", "answered", "code"),
    [
        ("/ws/offers/", '{"type": "ping"}', consumers.FRAMES_A_MINUTE, 4408),
        ("/ws/offers/", "no frame", 1, 4400),
        ("/ws/me/", "no frame", 0, 4401),
        ("/ws/games/1/", '{"type": "ping"}', 0, 4404),
    ],
)
async def test_a_socket_that_is_flooded_is_closed_once(path, frame, answered, code):
    socket = await open_socket(path)
    if answered:
        await frames(socket, 1)
    for _ in range(200):
        await socket.send_to(text_data=frame)

    assert len(await frames(socket, answered)) == answered
    assert await closed_with(socket) == code
    await socket.disconnect(timeout=SECONDS_TO_START)
    assert socket.output_queue.empty()


async def test_a_socket_whose_other_side_has_gone_closes_without_a_word():
    async def gone(message):
        raise OSError

    consumer = consumers.OffersConsumer()
    consumer.base_send, consumer.outbox, consumer._is_closed = gone, SendQueue(gone, lambda: None), False

    await consumer.close(4408)


@pytest.mark.parametrize(
    "page", [b"https://evil.test", b"http://testserver.evil.test", b"null", b"ftp://testserver", b""]
)
async def test_a_page_of_another_site_cannot_listen_M10(page):
    game = await make()

    assert await open_socket(f"/ws/games/{game.pk}/", origin=(b"origin", page)) is None


async def test_where_cookies_go_by_https_only_so_must_the_page_that_listens_S07(settings):
    settings.SESSION_COOKIE_SECURE = True
    game = await make()

    assert await open_socket(f"/ws/games/{game.pk}/", origin=(b"origin", b"http://testserver")) is None
    assert await open_socket(f"/ws/games/{game.pk}/", origin=(b"origin", b"https://testserver"))


async def test_spectators_do_not_read_the_reasons_of_rejections_R16():
    game = await make(moves="E5 D4 C3 C4 pass pass")
    await database_sync_to_async(act)(game, verbs.Propose, dead=[])
    stranger = await open_socket(f"/ws/games/{game.pk}/?since=7")
    white = await database_sync_to_async(side)(game, Color.WHITE)
    player = await open_socket(f"/ws/games/{game.pk}/?since=7", white)
    await frames(stranger, 1)
    await frames(player, 1)

    await database_sync_to_async(act)(game, verbs.Reject, proposal=1, then=_mark(), reason="canary")

    assert "canary" not in json.dumps(await next_action(stranger))
    assert "canary" in json.dumps(await next_action(player))
    await stranger.disconnect()
    await player.disconnect()


def _mark():
    from rules import AfterRejection

    return AfterRejection.MARK


async def test_chat_is_announced_to_the_players_only():
    game = await make()
    black = await database_sync_to_async(side)(game, Color.BLACK)
    stranger = await open_socket(f"/ws/games/{game.pk}/", await database_sync_to_async(make_player)())
    player = await open_socket(f"/ws/games/{game.pk}/", black)
    await frames(stranger, 1)
    await frames(player, 1)

    await database_sync_to_async(services.send_message)(PlayerRequest(black, NOON), game.pk, "hello")

    assert (await frames(player, 1))[0] == {"type": "chat"}
    assert await stranger.receive_nothing(0.3)
    await stranger.disconnect()
    await player.disconnect()


async def test_the_personal_socket_needs_somebody_signed_in():
    socket = await open_socket("/ws/me/")

    assert await closed_with(socket) == 4401


async def test_the_personal_socket_says_that_a_game_went_on():
    game = await make()
    white = await database_sync_to_async(side)(game, Color.WHITE)
    socket = await open_socket("/ws/me/", white)
    await frames(socket, 1)

    await database_sync_to_async(play)(game, "E5")

    assert (await frames(socket, 1))[0] == {"type": "player", "game": game.pk, "number": 1}
    await socket.disconnect()


async def test_a_page_is_notified_at_once_of_other_games_and_once_of_all_that_follows_in_a_second():
    game = await make()
    black = await database_sync_to_async(side)(game, Color.BLACK)
    other = await make(black=black)
    socket = await open_socket(f"/ws/games/{game.pk}/", black)
    await frames(socket, 1)

    for move in ("E5", "D4", "C3", "F6"):
        await database_sync_to_async(play)(other, move)

    assert await frames(socket, 2) == [{"type": "player"}, {"type": "player"}]
    assert await socket.receive_nothing(2 * consumers.SECONDS_BETWEEN)
    await socket.disconnect()


async def test_sockets_end_with_the_session_M9():
    from games import events

    game = await make()
    black = await database_sync_to_async(side)(game, Color.BLACK)
    socket = await open_socket(f"/ws/games/{game.pk}/", black)
    await frames(socket, 1)
    await database_sync_to_async(socket.session.flush)()

    await database_sync_to_async(events.recheck_player_sockets)(black.pk)

    assert await closed_with(socket) == 4001


async def test_a_move_is_played_when_the_layer_is_gone_and_sent_when_it_is_back(monkeypatch):
    class Layer:
        is_away, sent = True, threading.Event()

        async def group_send(self, group, message):
            if self.is_away:
                raise ConnectionError
            self.sent.set()

    layer = Layer()
    monkeypatch.setattr(hints, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(hints, "sender", hints.ChangeSignalSender())
    game = await make()

    await database_sync_to_async(play)(game, "E5")

    assert (await database_sync_to_async(reload)(game)).number == 1
    layer.is_away = False
    assert await asyncio.to_thread(layer.sent.wait, SECONDS_TO_START)


async def from_address(path, address, player=None):
    """A socket of this address, as a proxy says it."""
    headers = [(b"host", b"testserver"), ORIGIN, (b"x-forwarded-for", address.encode())]
    if player is not None:
        headers.append((b"cookie", f"sessionid={(await cookie_of(player)).session_key}".encode()))
    socket = Socket(application, path, headers=headers)
    assert (await socket.connect())[0]
    return socket


async def what_it_said(socket):
    message = await socket.receive_output(timeout=SECONDS_TO_START)
    return message["code"] if message["type"] == "websocket.close" else json.loads(message["text"])["type"]


async def test_a_network_has_so_many_sockets_and_gets_a_place_back_when_one_closes_S27(settings):
    settings.IGO_PROXIES, settings.IGO_SOCKETS_PER_NETWORK = 1, 2
    game = await make()
    path = f"/ws/games/{game.pk}/"
    one = await from_address(path, "2001:db8:1:1::1")
    two = await from_address(path, "2001:db8:1:1:ffff::2")
    third = await from_address(path, "2001:db8:1:1::3")
    forged = await from_address(path, "2001:db8:9:9::1, 2001:db8:1:1::3")
    neighbour = await from_address(path, "2001:db8:1:2::1")

    assert [await what_it_said(socket) for socket in (one, two, third, forged, neighbour)] == [
        "hello", "hello", 4429, 4429, "hello",
    ]  # fmt: skip
    for socket in (one, third, forged):
        await socket.disconnect()
    again, more = await from_address(path, "2001:db8:1:1::4"), await from_address(path, "2001:db8:1:1::5")
    assert [await what_it_said(again), await what_it_said(more)] == ["hello", 4429]
    for socket in (two, again, more, neighbour):
        await socket.disconnect()
    assert not consumers._SocketSlot._open


async def test_a_player_has_so_many_sockets_from_wherever_they_come_S27(settings):
    settings.IGO_PROXIES, settings.IGO_SOCKETS_PER_ACCOUNT = 1, 2
    game, player = await make(), await database_sync_to_async(make_player)()
    paths = ["/ws/me/", f"/ws/games/{game.pk}/", "/ws/me/"]
    sockets = [await from_address(path, f"198.51.100.{n}", player) for n, path in enumerate(paths)]
    other = await from_address("/ws/me/", "198.51.100.9", await database_sync_to_async(make_player)())

    assert [await what_it_said(socket) for socket in (*sockets, other)] == ["hello", "hello", 4429, "hello"]
    for socket in (*sockets, other):
        await socket.disconnect()
    assert not consumers._SocketSlot._open


async def test_a_socket_that_failed_while_it_was_opened_keeps_no_place(monkeypatch):
    async def fail(self):
        raise RuntimeError

    monkeypatch.setattr(consumers.PlayerConsumer, "on_open", fail)
    headers = [(b"host", b"testserver"), ORIGIN]
    headers.append(
        (b"cookie", f"sessionid={(await cookie_of(await database_sync_to_async(make_player)())).session_key}".encode())
    )
    socket = Socket(application, "/ws/me/", headers=headers)
    await socket.connect()
    with pytest.raises(RuntimeError):
        await socket.receive_output(timeout=SECONDS_TO_START)

    assert not consumers._SocketSlot._open
