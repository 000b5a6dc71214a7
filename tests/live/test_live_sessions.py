"""Sockets and streams end within five seconds of their session or token (S06), also when every hint is lost."""

from __future__ import annotations

import asyncio

import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.privacy.account_deletion import delete
from accounts.security import live_sessions
from accounts.security.live_sessions import LiveAccess, valid_accesses
from accounts.security.sessions import end_sessions
from accounts.security.tokens import NewToken, make_token, revoke_token
from foundation import hints
from tests.factories import make_player
from tests.live.test_sockets import closed_with, frames, open_socket
from tests.programs.test_streams import next_line, opened
from tests.support.servers import SECONDS_TO_START

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def _no_hints(monkeypatch):
    monkeypatch.setattr(hints.ChangeSignalSender, "publish", lambda self, hint: None)


def _sign_out(player, session):
    session.flush()


def _new_password(player, session):
    player.set_password("another long phrase")
    player.save()


def _close(player, session):
    type(player).objects.filter(pk=player.pk).update(is_active=False)


def _delete(player, session):
    delete(player=player, now=timezone.now())


@pytest.mark.usefixtures("_no_hints")
@pytest.mark.parametrize("ending", [_sign_out, _new_password, _close, _delete])
async def test_a_socket_ends_when_its_session_does_though_the_hint_is_lost(ending):
    player = await database_sync_to_async(make_player)()
    socket = await open_socket("/ws/me/", player)
    await frames(socket, 1)

    assert live_sessions.SECONDS_BETWEEN_LOOKS < 5
    await database_sync_to_async(ending)(player, socket.session)

    async with asyncio.timeout(SECONDS_TO_START):
        assert await closed_with(socket) == 4001


@pytest.mark.usefixtures("_no_hints")
async def test_a_stream_ends_when_its_token_is_revoked_though_the_hint_is_lost():
    player = await database_sync_to_async(make_player)()
    stream = await opened("events", player)
    await next_line(stream)
    token = await database_sync_to_async(player.api_tokens.get)()

    assert await database_sync_to_async(revoke_token)(player=player, token_id=token.pk)

    async with asyncio.timeout(SECONDS_TO_START):
        assert [piece async for piece in stream if piece.strip()] == []


def _signed_in(player):
    client = Client()
    client.force_login(player)
    client.get("/help/")
    return client.session.session_key


async def test_other_sessions_end_and_this_one_stays():
    player = await database_sync_to_async(make_player)()
    keys = [await database_sync_to_async(_signed_in)(player) for _ in range(3)]

    assert await database_sync_to_async(end_sessions)(player=player, but=keys[1]) == 2

    accesses = [LiveAccess(player.pk, session=key) for key in keys]
    assert await database_sync_to_async(valid_accesses)(accesses, timezone.now()) == {accesses[1]}


async def test_one_look_asks_for_everything_that_is_open_at_once():
    def count(accesses):
        with CaptureQueriesContext(connection) as asked:
            good = valid_accesses(accesses, timezone.now())
        return len(asked), len(good)

    def access():
        player = make_player()
        token, _ = make_token(player=player, wanted=NewToken("x", ["game:read"], None), now=timezone.now())
        return [LiveAccess(player.pk, session=_signed_in(player)), LiveAccess(player.pk, token=token.pk)]

    few = await database_sync_to_async(access)()
    many = few + [one for _ in range(10) for one in await database_sync_to_async(access)()]

    assert await database_sync_to_async(count)(few) == (3, 2)
    assert await database_sync_to_async(count)(many) == (3, 22)


async def test_a_session_that_has_not_changed_is_read_once_and_a_changed_password_ends_it(monkeypatch):
    player = await database_sync_to_async(make_player)()
    access = LiveAccess(player.pk, session=await database_sync_to_async(_signed_in)(player))
    decode, decoded = Session.get_decoded, []
    monkeypatch.setattr(Session, "get_decoded", lambda row: decoded.append(row) or decode(row))

    for _ in range(3):
        assert await database_sync_to_async(valid_accesses)([access], timezone.now()) == {access}
    assert len(decoded) == 1

    await database_sync_to_async(_new_password)(player, None)
    assert await database_sync_to_async(valid_accesses)([access], timezone.now()) == set()


async def test_nobodys_access_is_good_for_somebody_else():
    one, other = await database_sync_to_async(make_player)(), await database_sync_to_async(make_player)()
    key = await database_sync_to_async(_signed_in)(one)

    assert (
        await database_sync_to_async(valid_accesses)(
            [LiveAccess(other.pk, session=key), LiveAccess(one.pk)], timezone.now()
        )
        == set()
    )


async def test_what_is_open_is_looked_at_again_after_all_was_closed_and_after_a_failed_look(monkeypatch):
    monkeypatch.setattr(live_sessions, "SECONDS_BETWEEN_LOOKS", 0.01)
    look, looks, ended = live_sessions._valid_accesses_async, [], []
    done = asyncio.Event()

    async def fails_once(accesses, now):
        looks.append(accesses)
        if len(looks) == 1:
            raise ValueError
        return await look(accesses, now)

    def ends(name):
        async def end():
            ended.append(name)
            done.set()

        return end

    monkeypatch.setattr(live_sessions, "_valid_accesses_async", fails_once)
    nobody = LiveAccess(10**6, token=1)
    first, second = (
        live_sessions.watch_access(nobody, ends("first")),
        live_sessions.watch_access(nobody, ends("second")),
    )
    first()
    first()
    second()
    await asyncio.sleep(0.05)
    assert (looks, ended) == ([], []), "nothing is open"

    closed = live_sessions.watch_access(nobody, ends("closed"))
    live_sessions.watch_access(nobody, ends("open"))
    closed()
    async with asyncio.timeout(SECONDS_TO_START):
        await done.wait()
    assert (len(looks), ended) == (2, ["open"])
