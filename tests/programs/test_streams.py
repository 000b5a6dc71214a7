"""Event streams: every event once and in order, also after a lost connection, and only permitted events."""

from __future__ import annotations

import asyncio
import json
import threading
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.security import tokens
from accounts.security.scopes import USUAL
from challenges import services as challenging
from challenges.services import OfferRecipients
from games import events, services, verbs
from games.models import Game
from games.services import suggestions
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from live import following
from live.hint_queue import ChangeSignalQueue
from live.hub import Hub
from live.read_coalescer import ReadCoalescer
from programs.api import streams as programs_streams
from programs.models import Event
from programs.services import feed
from rules import AfterRejection, Color
from tests.factories import act, make_player, play, side
from tests.support.games import make_game
from tests.support.servers import SECONDS_TO_START

pytestmark = pytest.mark.django_db(transaction=True)


def token_of(player, scopes=USUAL):
    return tokens.make_token(player=player, wanted=tokens.NewToken("test", scopes, 1), now=timezone.now())[1]


def now_at(path, player=None, scopes=USUAL, accept="application/x-ndjson", **query):
    """Return the events available now, without waiting."""
    headers = {"Accept": accept}
    if player is not None:
        headers["Authorization"] = f"Bearer {token_of(player, scopes)}"
    return Client().get(f"/api/v1/{path}", {"wait": 0, **query}, headers=headers)


def lines(answer):
    return [json.loads(line) for line in answer.content.decode().splitlines() if line]


# The order of events


def test_a_players_events_count_from_one_without_a_gap():
    game = make_game(notify=True, moves="E5 D4 pass pass")
    black = side(game, Color.BLACK)

    hello, *seen = lines(now_at("events", black, since=0))

    assert hello == {"type": "hello", "number": 0, "missed": False}
    assert [one["number"] for one in seen] == list(range(1, len(seen) + 1))
    assert [one["type"] for one in seen] == [
        "challenge.created", "challenge.accepted", "game.started", *["game.action"] * 4,
    ]  # fmt: skip
    assert [one["action"]["number"] for one in seen if one["action"]] == [1, 2, 3, 4]


def test_catching_up_takes_as_many_statements_for_many_events_as_for_few():
    games = [make_game(notify=True, moves="E5 D4 pass pass") for _ in range(6)]
    few, many = side(games[0], Color.BLACK), make_player()
    Event.objects.exclude(player=few).filter(kind="game.action").update(player=many)
    Event.objects.filter(player=many).exclude(kind="game.action").delete()
    Event.objects.filter(player=few).exclude(kind="game.action").delete()
    for player in (few, many):
        now_at("events", player, since=0)  # numbers them, once

    with CaptureQueriesContext(connection) as for_few:
        first = lines(now_at("events", few, since=0))
    with CaptureQueriesContext(connection) as for_many:
        second = lines(now_at("events", many, since=0))

    assert (len(first), len(second)) == (5, 45)
    assert len(for_many) == len(for_few)


def test_one_goes_on_after_the_last_number_that_one_has():
    game = make_game(notify=True, moves="E5 D4")
    black = side(game, Color.BLACK)
    everything = lines(now_at("events", black, since=0))[1:]

    for since in range(len(everything) + 1):
        assert lines(now_at("events", black, since=since))[1:] == everything[since:]


def test_a_browser_that_comes_back_says_the_number_in_a_header():
    game = make_game(notify=True, moves="E5 D4 C3")

    headers = {"Last-Event-ID": "2", "Accept": "text/event-stream"}
    answer = Client().get(f"/api/v1/games/{game.pk}/events", {"wait": 0}, headers=headers)

    assert answer["Content-Type"] == "text/event-stream; charset=utf-8"
    assert [line for line in answer.content.decode().splitlines() if line.startswith("id:")] == ["id: 2", "id: 3"]


def test_what_is_committed_later_comes_later_whatever_its_row():
    player, other = make_player(), make_player()
    early, late = (Event.objects.create(player=player, kind="chat", at=timezone.now()) for _ in range(2))
    Event.objects.filter(pk=early.pk).update(player=other)  # as if its transaction had not committed yet
    assert [one.pk for one in feed.events_after(player.pk, 0).events] == [late.pk]

    Event.objects.filter(pk=early.pk).update(player=player)

    assert [one.pk for one in feed.events_after(player.pk, 1).events] == [early.pk]


def test_events_are_kept_for_two_weeks_and_a_gap_is_shown(time_machine):
    game = make_game(notify=True, moves="E5", now=timezone.now())
    black = side(game, Color.BLACK)
    last = lines(now_at("events", black, since=0))[-1]["number"]
    time_machine.move_to(timezone.now() + timedelta(days=15))
    feed.delete_old_events(now=timezone.now())

    assert lines(now_at("events", black, since=last)) == [{"type": "hello", "number": last, "missed": False}]
    assert lines(now_at("events", black, since=1))[0] == {"type": "hello", "number": last, "missed": True}
    assert lines(now_at("events", black, since=last + 7))[0] == {"type": "hello", "number": last, "missed": True}


def test_without_a_number_one_gets_what_happens_from_now_on():
    game = make_game(notify=True, moves="E5")
    black = side(game, Color.BLACK)

    assert len(lines(now_at("events", black))) == 1
    assert lines(now_at(f"games/{game.pk}/events"))[0]["number"] == 1


# Permitted events


def test_strangers_hear_nothing_of_private_games():
    game = make_game(notify=True, private=True, moves="E5")

    assert now_at(f"games/{game.pk}/events").status_code == 404
    assert now_at(f"games/{game.pk}/events", make_player()).status_code == 404
    assert lines(now_at(f"games/{game.pk}/events", side(game, Color.WHITE), since=0))[1]["action"]["point"] == "E5"
    assert lines(now_at("events", make_player(), since=0)) == [{"type": "hello", "number": 0, "missed": False}]


def test_a_token_gets_only_events_that_its_scopes_allow():
    game = make_game(notify=True, moves="E5")
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    services.send_message(PlayerRequest(white, timezone.now()), game.pk, "hello")

    texts = {one["type"] for one in lines(now_at("events", black, ["game:read"], since=0))}
    all_of_it = lines(now_at("events", black, since=0))

    assert texts == {"hello", "game.started", "game.action"}
    assert [one["message"]["text"] for one in all_of_it if one["type"] == "chat"] == ["hello"]


def test_the_reason_of_a_rejection_is_for_the_players():
    game = make_game(notify=True, moves="E5 D4 pass pass")
    act(game, verbs.Propose, dead=[])
    act(game, verbs.Reject, proposal=1, then=AfterRejection.MARK, reason="secret words")

    spectator = now_at(f"games/{game.pk}/events", since=0).content.decode()
    player = now_at("events", side(game, Color.BLACK), since=0).content.decode()

    assert "secret words" not in spectator
    assert "secret words" in player


@pytest.mark.parametrize("query", [{"since": "x"}, {"since": "-1"}, {"wait": "1e9"}, {"since": "9" * 30}])
def test_bad_numbers_are_refused(query):
    game = make_game(notify=True)

    for path in ("events", f"games/{game.pk}/events"):
        assert now_at(path, make_player(), **query).status_code == 400


def test_a_process_that_cannot_stream_says_so():
    answer = Client().get("/api/v1/events", headers={"Authorization": f"Bearer {token_of(make_player())}"})

    assert (answer.status_code, answer.json()["code"]) == (503, "no_streams_here")


# Live


async def opened(path, player=None, **headers):
    if player is not None:
        headers["authorization"] = f"Bearer {await database_sync_to_async(token_of)(player)}"
    answer = await AsyncClient().get(f"/api/v1/{path}", headers=headers)
    assert answer.status_code == 200
    return answer._iterator  # ends when it is closed, as it does when the client goes away


async def next_line(stream):
    async with asyncio.timeout(SECONDS_TO_START):
        while True:
            text = (await anext(stream)).strip()
            if text:
                return json.loads(text)


@pytest.mark.asyncio
async def test_a_move_reaches_players_and_spectators_at_once():
    game = await database_sync_to_async(make_game)()
    black = await database_sync_to_async(side)(game, Color.BLACK)
    mine, spectators = await opened("events", black), await opened(f"games/{game.pk}/events")
    assert (await next_line(mine))["type"] == (await next_line(spectators))["type"] == "hello"

    await database_sync_to_async(play)(game, "E5")

    assert (await next_line(mine))["action"]["point"] == "E5"
    assert (await next_line(spectators))["action"]["point"] == "E5"
    await mine.aclose()
    await spectators.aclose()


@pytest.mark.asyncio
async def test_all_streams_of_a_game_are_served_by_one_read_and_one_writing(monkeypatch):
    game = await database_sync_to_async(make_game)()
    streams = [await opened(f"games/{game.pk}/events") for _ in range(6)]
    sse = [await opened(f"games/{game.pk}/events", accept="text/event-stream") for _ in range(3)]
    for stream in streams:
        await next_line(stream)
    for stream in sse:
        await anext(stream)
    waiting = [asyncio.create_task(anext(stream)) for stream in [*streams, *sse]]
    for _ in range(5):  # until all of them have read that there is nothing yet: the thread has done what it was given
        await asyncio.sleep(0.05)
        await Hub.current().reader("news")(int)
    read, write = counted(monkeypatch, following, "actions_after"), counted(monkeypatch, programs_streams.json, "dumps")

    await database_sync_to_async(play)(game, "E5")

    async with asyncio.timeout(SECONDS_TO_START):
        pieces = await asyncio.gather(*waiting)
    assert len(set(pieces[:6])) == len(set(pieces[6:])) == 1
    assert len(read) == 1
    assert len([one for one in write if '"E5"' in one]) <= 4  # a line, an event; and the hint
    for stream in [*streams, *sse]:
        await stream.aclose()


def counted(monkeypatch, of, name) -> list[object]:
    """Record the return values of this function."""
    found, called = [], getattr(of, name)

    def call(*args, **kwargs):
        found.append(called(*args, **kwargs))
        return found[-1]

    monkeypatch.setattr(of, name, call)
    return found


@pytest.mark.asyncio
async def test_a_game_that_becomes_private_ends_the_streams_of_spectators_and_of_nobody_else():
    game = await database_sync_to_async(make_game)()
    black = await database_sync_to_async(side)(game, Color.BLACK)
    player, spectator = await opened(f"games/{game.pk}/events", black), await opened(f"games/{game.pk}/events")
    await next_line(player)
    await next_line(spectator)
    ended = asyncio.create_task(anext(spectator, None))
    await asyncio.sleep(0.2)

    await database_sync_to_async(Game.objects.filter(pk=game.pk).update)(private=True)
    await database_sync_to_async(play)(game, "E5")

    assert (await next_line(player))["action"]["point"] == "E5"
    async with asyncio.timeout(SECONDS_TO_START):
        assert await ended is None
    await player.aclose()


@pytest.mark.asyncio
async def test_nobody_gets_what_was_read_before_they_asked():
    stored, may_read = [1], threading.Event()

    def read():
        found = list(stored)
        may_read.wait(SECONDS_TO_START)
        return found

    async with ChangeSignalQueue(game=1):
        first = asyncio.create_task(ReadCoalescer.current().read("news", read))
        await asyncio.sleep(0.1)  # it is being read
        stored.append(2)
        second, third = (asyncio.create_task(ReadCoalescer.current().read("news", read)) for _ in range(2))
        may_read.set()
        assert await first == [1]
        assert await second == [1, 2]
        assert await second is await third


@pytest.mark.asyncio
async def test_chat_is_sent_to_players_and_not_to_spectators():
    game = await database_sync_to_async(make_game)()
    white = await database_sync_to_async(side)(game, Color.WHITE)
    player, spectator = await opened(f"games/{game.pk}/events", white), await opened(f"games/{game.pk}/events")
    await next_line(player)
    await next_line(spectator)

    await database_sync_to_async(services.send_message)(PlayerRequest(white, timezone.now()), game.pk, "hi")
    await database_sync_to_async(play)(game, "E5")

    assert {(await next_line(player))["type"] for _ in range(2)} == {"chat", "action"}
    assert (await next_line(spectator))["type"] == "action"
    await player.aclose()
    await spectator.aclose()


@pytest.mark.asyncio
async def test_the_two_sides_hear_when_the_suggestion_of_dead_stones_is_made_R10():
    game = await database_sync_to_async(make_game)(moves="E5 pass pass")
    white = await database_sync_to_async(side)(game, Color.WHITE)
    player, spectator = await opened(f"games/{game.pk}/events", white), await opened(f"games/{game.pk}/events")
    await next_line(player)
    await next_line(spectator)

    assert await database_sync_to_async(suggestions.compute_next_dead_stone_suggestion)()
    await database_sync_to_async(act)(game, verbs.Resume, now=timezone.now())

    assert {(await next_line(player))["type"] for _ in range(2)} == {"suggestion", "action"}
    assert (await next_line(spectator))["type"] == "action"
    await player.aclose()
    await spectator.aclose()


@pytest.mark.asyncio
async def test_heartbeats_tell_a_quiet_stream_from_a_dead_one(monkeypatch):
    monkeypatch.setattr("programs.api.streams.SECONDS_BETWEEN_HEARTBEATS", 0.05)
    game = await database_sync_to_async(make_game)()
    plain = await opened(f"games/{game.pk}/events")
    for_browsers = await opened(f"games/{game.pk}/events", accept="text/event-stream")

    assert [await anext(plain) for _ in range(3)][1:] == [b"\n", b"\n"]
    assert [await anext(for_browsers) for _ in range(2)][1].startswith(b":")
    await plain.aclose()
    await for_browsers.aclose()


@pytest.mark.asyncio
@pytest.mark.parametrize("how", ["revoked", "closed account", "new password"])
async def test_a_stream_ends_when_its_token_does(how, monkeypatch):
    monkeypatch.setattr("programs.api.streams.SECONDS_BETWEEN_HEARTBEATS", 0.05)
    player = await database_sync_to_async(make_player)()
    stream = await opened("events", player)
    await next_line(stream)

    await database_sync_to_async(_end)(player, how)

    async with asyncio.timeout(SECONDS_TO_START):
        assert [piece async for piece in stream if piece.strip()] == []


def _end(player, how):
    if how == "revoked":
        player.api_tokens.all().delete()
    elif how == "closed account":
        player.is_active = False
        player.save()
    else:
        player.set_password("another long phrase")
        player.save()
    events.recheck_player_sockets(player.pk)


@pytest.mark.asyncio
async def test_a_stream_ends_when_its_time_is_over(settings):
    settings.IGO_LONGEST_STREAM = 0.2
    stream = await opened("events", await database_sync_to_async(make_player)())

    async with asyncio.timeout(SECONDS_TO_START):
        assert len([piece async for piece in stream]) == 1


@pytest.mark.asyncio
async def test_nobody_opens_more_streams_than_are_allowed(monkeypatch):
    monkeypatch.setattr("programs.api.streams.MOST_STREAMS", 2)
    player = await database_sync_to_async(make_player)()
    open_ones = [await opened("events", player) for _ in range(2)]
    for stream in open_ones:
        await next_line(stream)

    headers = {"authorization": f"Bearer {await database_sync_to_async(token_of)(player)}"}
    refused = await AsyncClient().get("/api/v1/events", headers=headers)
    for stream in open_ones:
        await stream.aclose()
    again = await opened("events", player)

    assert (refused.status_code, refused["Retry-After"]) == (429, "31")
    assert (await next_line(again))["type"] == "hello"
    await again.aclose()


def test_both_get_an_offer_and_only_its_creator_its_link():
    aino, babak = make_player(), make_player()
    made = challenging.create_challenge(PlayerRequest(aino, timezone.now()), Terms(), OfferRecipients(opponent=babak))
    challenging.decline_challenge(PlayerRequest(babak, timezone.now()), made.pk)
    challenging.create_challenge(PlayerRequest(aino, timezone.now()), Terms(), OfferRecipients(by_link=True))

    hers, his = (lines(now_at("events", player, since=0))[1:] for player in (aino, babak))

    assert [one["type"] for one in hers] == ["challenge.created", "challenge.declined", "challenge.created"]
    assert [one["type"] for one in his] == ["challenge.created", "challenge.declined"]
    assert hers[2]["challenge"]["token"]
