"""No hint is lost while its layer lives, however slow it is, and no layer fails or delays a move."""

import asyncio
import threading
import time

import pytest

from foundation import hints
from foundation.hints import ChangeSignal, ChangeSignalSender
from live.hub import Hub
from tests.support.servers import SECONDS_TO_START


class Layer:
    """A slow channel layer that fails while `is_away` is set."""

    def __init__(self):
        self.messages, self.is_away, self.seconds = [], False, 0.0
        self.came = threading.Condition()

    async def group_send(self, group, message):
        await asyncio.sleep(self.seconds)
        if self.is_away:
            raise ConnectionError
        with self.came:
            self.messages.append(message["hints"])
            self.came.notify_all()

    def notified(self):
        return [ChangeSignal.from_json(one) for message in self.messages for one in message]

    def wait_for(self, is_there):
        with self.came:
            assert self.came.wait_for(is_there, timeout=SECONDS_TO_START)


@pytest.fixture
def layer(monkeypatch):
    made = Layer()
    monkeypatch.setattr(hints, "get_channel_layer", lambda: made)
    monkeypatch.setattr(hints, "SECONDS_UNTIL_AGAIN", 0.01)
    return made


def test_many_hints_at_once_leave_together_and_none_is_lost(layer):
    layer.seconds = 0.02
    sender = ChangeSignalSender()

    def play(player):
        for number in range(1, 101):
            sender.publish(ChangeSignal("game.changed", game=1000 * player + number, number=number, players=(player,)))

    threads = [threading.Thread(target=play, args=(player,)) for player in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    layer.wait_for(lambda: len(layer.notified()) >= 800)
    assert len(set(layer.notified())) == 800
    assert sender.lost == 0
    assert len(layer.messages) < 80


def test_hints_that_follow_each_other_leave_together_and_the_first_ones_at_once(layer, monkeypatch):
    """Issue 14: this many messages a second, however many moves there are."""
    monkeypatch.setattr(hints, "SECONDS_BETWEEN", 0.2)
    monkeypatch.setattr(hints, "SECONDS_AFTER_ONE", 0.1)
    sender, began = ChangeSignalSender(), time.monotonic()
    sender.publish(ChangeSignal("game.changed", 1, 1))
    layer.wait_for(lambda: len(layer.notified()) == 1)
    for game in range(2, 101):
        sender.publish(ChangeSignal("game.changed", game, 1))
        time.sleep(0)

    layer.wait_for(lambda: len(layer.notified()) == 100)
    assert len(layer.messages) <= 2 + (time.monotonic() - began) / 0.2


def test_of_two_hints_that_differ_by_their_number_the_newer_is_enough(layer):
    layer.is_away = True
    sender = ChangeSignalSender()
    for number in (1, 3, 2):
        sender.publish(ChangeSignal("game.changed", 5, number, (1, 2)))
    sender.publish(ChangeSignal("chat.changed", 5))

    layer.is_away = False

    layer.wait_for(lambda: len(layer.notified()) >= 2)
    assert set(layer.notified()) == {ChangeSignal("game.changed", 5, 3, (1, 2)), ChangeSignal("chat.changed", 5)}


def test_what_was_written_while_the_layer_was_away_comes_when_it_is_back(layer, caplog):
    layer.is_away = True
    sender = ChangeSignalSender()
    for player in range(50):
        sender.publish(ChangeSignal("player.changed", players=(player,)))

    layer.is_away = False

    layer.wait_for(lambda: len(layer.notified()) >= 50)
    assert (len(set(layer.notified())), sender.lost) == (50, 0)
    assert len(caplog.records) <= 1


def test_a_layer_that_stays_away_fills_nothing_and_delays_nobody(layer, monkeypatch):
    monkeypatch.setattr(hints, "MOST_WAITING", 100)
    layer.is_away = True
    sender = ChangeSignalSender()

    began = time.thread_time()
    for player in range(1000):
        sender.publish(ChangeSignal("player.changed", players=(player,)))

    assert time.thread_time() - began < 1
    assert sender.lost >= 800
    layer.is_away = False
    layer.wait_for(lambda: len(layer.notified()) >= 100)


def test_a_hint_travels_as_what_it_is():
    for hint in (
        ChangeSignal("game.changed", 7, 12, (3, 4)),
        ChangeSignal("access.ended", players=(9,)),
        ChangeSignal("clock.changed", 1),
    ):
        assert ChangeSignal.from_json(hint.to_json()) == hint


@pytest.mark.asyncio
async def test_who_no_longer_listens_has_no_task_left_though_the_layer_swallows_that_it_was_cancelled(monkeypatch):
    entered = asyncio.Event()

    class Swallowing:
        async def new_channel(self):
            entered.set()
            try:
                await asyncio.sleep(30)
            except asyncio.CancelledError:
                return "mine"

        async def group_add(self, group, channel):
            pass

        async def receive(self, channel):
            await asyncio.Event().wait()

        async def group_discard(self, group, channel):
            pass

    monkeypatch.setattr("live.hub.get_channel_layer", Swallowing)
    receiving = asyncio.create_task(Hub()._receive())
    await entered.wait()

    receiving.cancel()

    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(asyncio.shield(receiving), 30)
    assert receiving.cancelled()
