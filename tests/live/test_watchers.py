"""The current viewers of a game: spectators with the page open, and the names of those who allow it (C82)."""

import pytest
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.core.cache import cache
from django.test import Client

from games import watching
from games.watching import Spectators, store_watchers, watchers_of
from live import watchers
from rules import Color
from tests.factories import make_game, make_moderator, make_player, side
from tests.live.test_sockets import frames, open_socket

make = database_sync_to_async(make_game)


@pytest.fixture(autouse=True)
def _empty():
    cache.clear()


async def opened(game, player=None):
    socket = await open_socket(f"/ws/games/{game.pk}/", player)
    assert (await frames(socket, 1))[0]["type"] == "hello"
    return socket


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_spectators_are_counted_once_and_named_if_they_allow_it():
    game = await make()
    shows = await database_sync_to_async(make_player)("dariush", shows_watching=True)
    silent = await database_sync_to_async(make_player)("emre")
    staff = await database_sync_to_async(make_moderator)()
    black = await sync_to_async(side)(game, Color.BLACK)
    sockets = [await opened(game, one) for one in (shows, shows, silent, None, None, staff, black)]

    await watchers.report_once()

    assert await sync_to_async(watchers_of)(game.pk) == Spectators(4, ("dariush",))
    for socket in sockets[1:]:
        await socket.disconnect()
    await watchers.report_once()
    assert await sync_to_async(watchers_of)(game.pk) == Spectators(1, ("dariush",))
    await sockets[0].disconnect()
    assert not watchers._reports


@pytest.mark.django_db
def test_the_page_of_a_game_says_who_watches_it_without_a_query(django_assert_num_queries):
    game = make_game()
    client = Client(headers={"Accept-Language": "en"})
    assert 'id="watching"' not in client.get(game.get_absolute_url()).content.decode()

    store_watchers("one", {game.pk: Spectators(2, ("dariush",))})
    store_watchers("two", {game.pk: Spectators(1, ("emre",))})

    page = client.get(game.get_absolute_url()).content.decode()
    assert "3 people watching" in page
    assert "<bdi>dariush</bdi>" in page
    assert "<bdi>emre</bdi>" in page
    with django_assert_num_queries(0):
        watchers_of(game.pk)


def test_a_process_that_has_gone_is_forgotten_and_a_new_report_replaces_the_old(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(watching.time, "time", lambda: now[0])
    store_watchers("one", {7: Spectators(2, ("dariush",))})
    store_watchers("one", {7: Spectators(1)})
    assert watchers_of(7) == Spectators(1)

    now[0] += watching.GOOD_FOR - 1
    store_watchers("two", {7: Spectators(5)})
    assert watchers_of(7).count == 6
    now[0] += 2
    assert watchers_of(7).count == 5
    assert watchers_of(8) == Spectators()


@pytest.mark.django_db
def test_whether_the_name_is_shown_is_a_setting_of_players_and_programs():
    aino = make_player("aino")
    client = Client()
    client.force_login(aino)

    client.post("/settings/account/", {"bio": "", "shows_watching": "on"})
    aino.refresh_from_db()
    assert aino.shows_watching
    assert client.patch("/api/v1/me/", {"shows_watching": False}, "application/json").json()["shows_watching"] is False
