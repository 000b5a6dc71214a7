"""Requests that waited too long are refused, whatever clock the proxy uses."""

from __future__ import annotations

import pytest
from django.http import HttpResponse

from goserver.middleware import every_request as middleware
from goserver.middleware.every_request import KnownErrorMiddleware
from goserver.middleware.queue_delay import QueueDelay


class Clocks:
    """Our wall clock and our steady clock; `pass_` moves both."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_000_000.0, 0.0

    def pass_(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


@pytest.fixture
def clocks():
    return Clocks()


@pytest.fixture
def queue(clocks):
    return QueueDelay(lambda: clocks.wall, lambda: clocks.steady)


@pytest.mark.parametrize("proxy_is_ahead_by", [0, 3600, -3600])
def test_waiting_is_measured_also_when_the_clocks_of_proxy_and_process_differ(queue, clocks, proxy_is_ahead_by):
    for _ in range(6):
        queue.seconds_waited_since(f"t={clocks.wall + proxy_is_ahead_by:.3f}")
        clocks.pass_(5)
    second = f"t={clocks.wall + proxy_is_ahead_by:.3f}"
    clocks.pass_(7)

    assert queue.seconds_waited_since(second) == pytest.approx(7, abs=0.01)


def test_a_new_process_knows_from_its_first_request_on_what_has_waited(queue, clocks):
    begun = clocks.wall
    passed_on = [begun - 18, begun - 16, begun - 6, begun - 1]

    assert [queue.seconds_waited_since(f"t={at:.3f}") for at in passed_on] == pytest.approx([18, 16, 6, 1])


def test_requests_that_all_waited_at_a_process_that_was_stuck_are_not_taken_for_a_clock(queue, clocks):
    waited = []
    for _ in range(19):
        waited.append(queue.seconds_waited_since(f"t={clocks.wall - 18:.3f}"))
        clocks.pass_(1)

    assert waited == pytest.approx([18] * 19)


def test_a_clock_that_is_behind_is_recognised_when_every_request_of_twenty_seconds_came_late(queue, clocks):
    waited = []
    for _ in range(25):
        waited.append(queue.seconds_waited_since(f"t={clocks.wall - 40:.3f}"))
        clocks.pass_(1)

    assert waited == pytest.approx([40] * 20 + [0] * 5)


def test_a_clock_that_was_set_is_forgiven_within_two_minutes(queue, clocks):
    queue.seconds_waited_since(f"t={clocks.wall}")
    clocks.wall += 30
    behind = [queue.seconds_waited_since(f"t={clocks.wall - 30}")]
    for _ in range(5):
        clocks.pass_(30)
        behind.append(queue.seconds_waited_since(f"t={clocks.wall - 30}"))

    assert behind[0] == pytest.approx(30)
    assert behind[-1] == pytest.approx(0)


def test_what_cannot_be_read_has_not_waited(queue):
    queue.seconds_waited_since("t=1000000")

    assert [queue.seconds_waited_since(text) for text in ("", "t=", "now", "t=nan", "t=inf", "t=-inf", "t=1e999")] == [
        0.0
    ] * 7


@pytest.mark.parametrize(("proxies", "status"), [(1, 503), (0, 200)])
def test_a_request_older_than_its_patience_is_refused_and_only_our_own_proxy_says_how_old_it_is(
    rf, settings, monkeypatch, queue, clocks, proxies, status
):
    settings.IGO_PROXIES = proxies
    monkeypatch.setattr(middleware, "queue", queue)
    queue.seconds_waited_since(f"t={clocks.wall}")
    request = rf.get("/api/v1/games/", headers={"X-Request-Start": f"t={clocks.wall - 6}"})

    answer = KnownErrorMiddleware(lambda request: HttpResponse())(request)

    assert answer.status_code == status
    assert (answer.get("Retry-After") is not None) == (status == 503)


def test_while_the_database_is_known_to_hang_nobody_waits_for_it(rf, monkeypatch):
    monkeypatch.setattr(middleware.watchdog.database, "is_away", True)

    finnish = KnownErrorMiddleware(lambda request: 1 / 0)(rf.get("/", headers={"Accept-Language": "fi"}))
    program = KnownErrorMiddleware(lambda request: 1 / 0)(rf.get("/api/v1/games/"))

    assert (finnish.status_code, program.status_code) == (503, 503)
    assert "Yritä" in finnish.content.decode()
    assert program["Content-Type"] == "application/problem+json"
