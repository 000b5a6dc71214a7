"""A slow reader costs little memory and delays no one."""

import asyncio

import pytest

from live import send_queue
from live.send_queue import MOST_WAITING, SendQueue

pytestmark = pytest.mark.asyncio


class Line:
    """The client end of a socket, which receives nothing while it is stuck."""

    def __init__(self, *, stuck=False):
        self.take, self.given_up = [], 0
        self.flows = asyncio.Event()
        if not stuck:
            self.flows.set()
        self.box = SendQueue(self.send, self.give_up)

    async def send(self, message):
        await self.flows.wait()
        self.take.append(message)

    def give_up(self):
        self.given_up += 1


async def test_everything_is_sent_in_order():
    line = Line()

    for number in range(100):
        line.box.put(number)
    await line.box.wait_until_sent()

    assert line.take == list(range(100))


async def test_what_the_other_side_takes_at_once_is_sent_at_once():
    line = Line()
    line.box.put("x")
    assert line.take == ["x"]
    assert len(asyncio.all_tasks()) == 1, "no task is made for it"


async def test_what_had_to_wait_is_sent_on_when_the_other_side_takes_it_again():
    line = Line(stuck=True)
    for number in range(3):
        line.box.put(number)
    await asyncio.sleep(0)
    assert line.take == []

    line.flows.set()
    await line.box.wait_until_sent()
    line.box.put(3)

    assert line.take == [0, 1, 2, 3]
    assert not SendQueue.busy


async def test_nothing_is_sent_any_more_once_it_is_closed():
    line = Line(stuck=True)
    line.box.put("x")
    await asyncio.sleep(0)
    line.box.close()
    line.flows.set()
    await line.box.wait_until_sent()
    assert (line.take, line.given_up) == ([], 0)


async def test_who_takes_nothing_holds_nobody_up_and_is_given_up_with_a_bounded_queue():
    slow, others = Line(stuck=True), [Line() for _ in range(5)]

    for number in range(MOST_WAITING + 2):
        for line in (slow, *others):
            line.box.put(number)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    assert [len(line.take) for line in others] == [MOST_WAITING + 2] * 5
    assert (slow.given_up, slow.box.is_closed, slow.take) == (1, True, [])
    slow.box.put("more")
    assert not slow.box._waiting


async def test_who_has_not_taken_a_frame_for_twenty_seconds_is_given_up():
    slow, waiting_for_nothing = Line(stuck=True), Line()
    slow.box.put("x")
    waiting_for_nothing.box.put("x")
    await asyncio.sleep(0)
    now = asyncio.get_running_loop().time()

    SendQueue.close_slow_queues(now + send_queue.SECONDS_TO_SEND - 1)
    assert not slow.given_up
    SendQueue.close_slow_queues(now + send_queue.SECONDS_TO_SEND + 1)

    assert (slow.given_up, waiting_for_nothing.given_up) == (1, 0)
    assert not SendQueue.busy


@pytest.mark.parametrize("turns", [0, 2], ids=["at once", "while it waited"])
async def test_a_line_that_broke_is_sent_no_more(turns):
    line = Line()

    async def broken(message):
        for _ in range(turns):
            await asyncio.sleep(0)
        raise ConnectionError

    box = SendQueue(broken, line.give_up)
    box.put("x")
    await box.wait_until_sent()
    box.put("y")

    assert (box.is_closed, line.given_up) == (True, 0)
