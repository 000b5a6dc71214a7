"""News is read once for all viewers, and no one receives news meant for others."""

import asyncio
import json

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from foundation import hints
from foundation.hints import ChangeSignal
from games import access, verbs
from games.game_view import GameView
from games.models import Game
from live import shared
from live.hub import Hub
from rules import AfterRejection, Color
from tests.factories import act, make_game, make_moderator, make_player, play, reload, side
from tests.live.test_sockets import closed_with, frames, next_action, open_socket
from tests.support.servers import SECONDS_TO_START

pytestmark = pytest.mark.django_db(transaction=True)

make = database_sync_to_async(make_game)
IN_MARKING = "E5 D4 C3 C4 pass pass"


@pytest.fixture
def reads(monkeypatch):
    """Record the reads for sockets: the number of followers whose games each asked for."""
    done, read = [], shared.read_updates

    def counted(asked):
        done.append([one.game_id for one in asked])
        return read(asked)

    monkeypatch.setattr(shared, "read_updates", counted)
    return done


@pytest.fixture
def written(monkeypatch):
    """The frames that were written down."""
    done, write = [], shared.frame

    def counted(kind, expected=None):
        done.append(kind)
        return write(kind, expected)

    monkeypatch.setattr(shared, "frame", counted)
    return done


@pytest.fixture
def _no_hints(monkeypatch):
    monkeypatch.setattr(hints.ChangeSignalSender, "publish", lambda self, hint: None)


async def watchers(game, count, since=""):
    return [await open_socket(f"/ws/games/{game.pk}/{since}") for _ in range(count)]


async def leave(*sockets):
    for socket in sockets:
        await socket.disconnect()


async def numbers(socket, count):
    return [frame["number"] for frame in await frames(socket, count)]


@pytest.mark.asyncio
async def test_a_move_is_read_and_written_down_once_for_all_who_watch(reads, written):
    game = await make()
    sockets = await watchers(game, 12)
    for socket in sockets:
        await frames(socket, 1)

    await database_sync_to_async(play)(game, "E5")

    assert [await numbers(socket, 1) for socket in sockets] == [[1]] * 12
    assert (reads, written) == ([[game.pk]], ["action"])
    await leave(*sockets)


@pytest.mark.asyncio
async def test_a_crowd_that_comes_back_is_caught_up_from_one_record(reads):
    game = await make(moves="E5 D4 C3")
    sockets = await watchers(game, 8, "?since=1")

    assert [await numbers(socket, 3) for socket in sockets] == [[3, 2, 3]] * 8
    assert len(reads) <= 8
    await leave(*sockets)


@pytest.mark.asyncio
async def test_who_comes_with_less_gets_what_is_missing_and_the_others_nothing_twice():
    game = await make(moves="E5 D4 C3")
    [old] = await watchers(game, 1)
    await frames(old, 1)
    [new] = await watchers(game, 1, "?since=0")

    assert await numbers(new, 4) == [3, 1, 2, 3]
    await database_sync_to_async(play)(game, "C4")

    assert (await numbers(old, 1), await numbers(new, 1)) == ([4], [4])
    await leave(old, new)


@pytest.mark.asyncio
async def test_hints_that_come_while_it_is_read_cause_one_more_read(monkeypatch):
    game = await make()
    [socket] = await watchers(game, 1)
    await frames(socket, 1)
    read, may_go_on, reads = shared.read_updates, asyncio.Event(), []
    loop = asyncio.get_running_loop()

    def slowly(asked):
        found = read(asked)
        reads.append(asked)
        asyncio.run_coroutine_threadsafe(may_go_on.wait(), loop).result(20)
        return found

    monkeypatch.setattr(shared, "read_updates", slowly)
    for move in ("E5", "D4", "C3", "C4"):
        await database_sync_to_async(play)(game, move)
    for number in (2, 3, 4, 3, 4):
        Hub.current().pass_on_signal(ChangeSignal("game.changed", game.pk, number))
    may_go_on.set()

    assert await numbers(socket, 4) == [1, 2, 3, 4]
    assert len(reads) <= 2
    await leave(socket)


def test_reading_news_takes_as_many_statements_for_many_games_as_for_one():
    def statements(count):
        games = [make_game(moves="E5 D4") for _ in range(count)]
        asked = [shared.ActionsRequest(game.pk, 0, {"everybody": AnonymousUser()}) for game in games]
        with CaptureQueriesContext(connection) as asked_for:
            news = shared.read_updates(asked)
        assert [len(one.frames["everybody"]) for one in news] == [2] * count
        return len(asked_for)

    assert (statements(1), statements(7)) == (2, 2)


@pytest.mark.usefixtures("_no_hints")
@pytest.mark.asyncio
async def test_a_hint_that_was_lost_is_made_up_for_by_one_statement_for_all_games():
    games = [await make() for _ in range(3)]
    sockets = [(await watchers(game, 1))[0] for game in games]
    for socket, game in zip(sockets, games, strict=True):
        await frames(socket, 1)
        await database_sync_to_async(play)(game, "E5")

    await Hub.current().poll()

    assert [await numbers(socket, 1) for socket in sockets] == [[1]] * 3
    await leave(*sockets)


@pytest.mark.usefixtures("_no_hints")
@pytest.mark.asyncio
async def test_without_any_hint_a_move_is_seen_within_five_seconds():
    game = await make()
    [socket] = await watchers(game, 1)
    await frames(socket, 1)

    await database_sync_to_async(play)(game, "E5")

    async with asyncio.timeout(SECONDS_TO_START):
        assert await numbers(socket, 1) == [1]
    await leave(socket)


async def everybody_about(game):
    """One viewer of each kind, and their sockets behind action 7."""
    people = {
        "black": await database_sync_to_async(side)(game, Color.BLACK),
        "white": await database_sync_to_async(side)(game, Color.WHITE),
        "moderator": await database_sync_to_async(make_moderator)(),
        "stranger": await database_sync_to_async(make_player)(),
        "nobody": None,
    }
    sockets = {who: await open_socket(f"/ws/games/{game.pk}/?since=7", person) for who, person in people.items()}
    for socket in sockets.values():
        await frames(socket, 1)
    return people, sockets


@database_sync_to_async
def reject(game, reason):
    act(game, verbs.Reject, proposal=1, then=AfterRejection.MARK, reason=reason)


@pytest.mark.asyncio
async def test_what_is_read_for_all_crosses_to_nobody_whom_it_is_not_for_R16(reads):
    game = await make(moves=IN_MARKING)
    await database_sync_to_async(act)(game, verbs.Propose, dead=[])
    _, sockets = await everybody_about(game)

    await reject(game, "canary")

    shown = {who: json.dumps(await next_action(socket)) for who, socket in sockets.items()}
    assert {who for who, text in shown.items() if "canary" in text} == {"black", "white", "moderator"}
    assert all('"reject"' in text for text in shown.values())
    assert len(reads) == 1
    await leave(*sockets.values())


@pytest.mark.asyncio
async def test_a_power_that_was_taken_ends_with_the_next_check_R16():
    game = await make(moves=IN_MARKING)
    await database_sync_to_async(act)(game, verbs.Propose, dead=[])
    people, sockets = await everybody_about(game)
    await database_sync_to_async(people["moderator"].groups.clear)()

    await Hub.current()._recheck_listeners()
    await reject(game, "canary")

    assert "canary" not in json.dumps(await next_action(sockets["moderator"]))
    await leave(*sockets.values())


@pytest.mark.asyncio
async def test_a_game_that_has_become_private_is_shown_to_its_players_and_moderators_only():
    game = await make(moves=IN_MARKING)
    await database_sync_to_async(act)(game, verbs.Propose, dead=[])
    _, sockets = await everybody_about(game)
    await Game.objects.filter(pk=game.pk).aupdate(private=True)

    await reject(game, "canary")

    for who in ("stranger", "nobody"):
        assert await closed_with(sockets.pop(who)) == 4001
    for socket in sockets.values():
        assert "canary" in json.dumps(await next_action(socket))
    await leave(*sockets.values())


@pytest.mark.asyncio
async def test_a_game_that_is_gone_ends_its_sockets(monkeypatch):
    game = await make()
    [socket] = await watchers(game, 1)
    await frames(socket, 1)
    monkeypatch.setattr("live.following.games_with_seats", Game.objects.none)
    monkeypatch.setattr("live.hub.last_action_numbers", lambda ids: {})

    await Hub.current().poll()

    assert await closed_with(socket) == 4001


def test_viewers_of_one_audience_are_shown_the_same_and_those_who_may_not_watch_have_none():
    game = make_game(moves=IN_MARKING, private=True)
    act(game, verbs.Propose, dead=[])
    act(game, verbs.Reject, proposal=1, then=AfterRejection.MARK, reason="canary")
    game = reload(game)
    viewers = [
        side(game, Color.BLACK), side(game, Color.WHITE), make_player(), make_player(), AnonymousUser(),
        make_moderator(), make_moderator(),
    ]  # fmt: skip

    shown = {}
    for viewer in viewers:
        view = GameView(game, viewer)
        assert shown.setdefault(view.audience, view.receipts()) == view.receipts()
        assert access.may_watch(viewer, game) == Game.objects.visible_to(viewer).filter(pk=game.pk).exists()
    assert {audience for audience, expected in shown.items() if "canary" in json.dumps(expected, default=str)} == {
        "seat 0", "seat 1", "moderators",
    }  # fmt: skip


@pytest.mark.asyncio
async def test_when_the_last_socket_has_closed_nothing_goes_on():
    game = await make()
    sockets = await watchers(game, 2)
    hub = Hub.current()
    assert hub._tasks
    assert hub._readers

    await leave(*sockets)

    assert (hub._tasks, dict(hub._games), dict(hub._people), hub._readers) == ([], {}, {}, {})
