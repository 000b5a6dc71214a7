"""Whole games, outages and jumps on a real server while the machine's clock is moved (F15, F17, F31, F32)."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack, contextmanager
from datetime import timedelta

import pytest

from rules.calendar import deadline_with_reasons
from rules.off_time import Interval, Schedule
from tests.support.databases import clone
from tests.support.servers import SECONDS_TO_START, postgres

from .server import at, running

pytestmark = pytest.mark.xdist_group("moved clock")  # they wait for long, so they begin early

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
A_DAY = 86400
CLOCKS = {
    "days": {"system": "days", "per_move": 2 * A_DAY},
    "absolute": {"system": "absolute", "main_time": 10 * A_DAY},
    "fischer": {"system": "fischer", "main_time": 3 * A_DAY, "increment": A_DAY // 2, "cap": 7 * A_DAY},
    "byo_yomi": {"system": "byo_yomi", "main_time": A_DAY // 2, "periods": 3, "period_time": A_DAY},
    "canadian": {"system": "canadian", "main_time": A_DAY // 2, "stones": 3, "period_time": 3 * A_DAY},
    "none": {"system": "none"},
}
TOLERANCE = 30 * SECOND


def about(found: timedelta, expected: timedelta) -> bool:
    """Equal, but for the seconds that the test itself takes; never more than expected."""
    return expected - TOLERANCE <= found <= expected


def test_every_clock_through_a_whole_game_with_the_clock_moved_R50(tmp_path):
    with running(tmp_path, IGO_WATCH_CLOCK="0") as server:
        games = {name: server.new_game(time=control) for name, control in CLOCKS.items()}
        # Black takes a day for E5, White two hours for D4, Black a day for C3.
        for ahead, who, point in ((DAY, "black", "E5"), (26 * HOUR, "white", "D4"), (50 * HOUR, "black", "C3")):
            server.move(ahead)
            for game in games.values():
                server.act(game, who, "play", point=point)

        clocks = {name: server.state(game)["clock"] for name, game in games.items()}
        left = {name: {side: clock[side]["left"] * SECOND for side in "BW"} for name, clock in clocks.items() if clock}
        assert clocks["none"] is None
        assert about(left["days"]["W"], 2 * DAY)
        assert about(left["absolute"]["B"], 8 * DAY)
        assert about(left["absolute"]["W"], 10 * DAY - 2 * HOUR)
        assert about(left["fischer"]["B"], 2 * DAY)
        assert about(left["fischer"]["W"], 3 * DAY + 10 * HOUR)
        # Half a day of main time and half a period, which is whole again; then a period that ran out by seconds.
        assert about(left["byo_yomi"]["B"], 2 * DAY)
        assert clocks["byo_yomi"]["B"]["in_overtime"]
        assert clocks["canadian"]["B"]["stones"] == 1
        assert about(clocks["canadian"]["B"]["period_left"] * SECOND, 1.5 * DAY)
        deadlines = {game: at(row["deadline"]) for game, row in server.listed().items() if row["deadline"]}
        server.stop()

        server.move(60 * DAY)
        server.start()
        until = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < until and any(not row["result"] for row in _timed(server, games)):
            time.sleep(1)

        ended = server.listed()
        assert {ended[game]["result"] for name, game in games.items() if name != "none"} == {"B+T"}
        assert all(at(ended[game]["finished_at"]) == deadline for game, deadline in deadlines.items())
        assert ended[games["none"]]["result"] is None
        kinds = [row["kind"] for row in server.call("GET", f"/games/{games['days']}/actions/")["results"]]
        assert kinds == ["play", "play", "play", "time_out"]


def _timed(server, games):
    rows = server.listed()
    return [rows[game] for name, game in games.items() if name != "none"]


@pytest.mark.nightly
def test_an_outage_is_given_back_to_every_clock_R54(tmp_path):
    """Ten minutes, and then a day and two hours."""
    with running(tmp_path) as server:
        weekend = sorted({server.now.isoweekday(), (server.now + DAY).isoweekday()})
        free = server.new_game(days=3, color="white", off_time=["weekend"])
        server.call("PUT", "/me/week/", {"zone": "UTC", "weekend": weekend, "night": None}, "white")
        games = {n: server.new_game(time=control, off_time=[]) for n, control in CLOCKS.items() if n != "none"}
        before = {game: at(server.state(game)["deadline"]) for game in games.values()}
        began = at(server.state(free)["started_at"])
        time.sleep(4)
        outages, given = [], timedelta(0)
        for away in (10 * MINUTE, 26 * HOUR):
            gone = server.now
            server.stop()
            server.move(server.ahead + away)
            server.start()
            back = server.now
            outages.append(Interval(gone, back))
            given += back - gone

            for name, game in games.items():
                late = at(server.listed()[game]["deadline"]) - before[game] - given
                assert -len(outages) * SECOND <= late <= len(outages) * 10 * SECOND, (name, away)
            # What of the outage lies in the weekend is not given twice.
            known = Schedule(weekend=frozenset(weekend), outages=tuple(outages))
            late = at(server.listed()[free]["deadline"]) - deadline_with_reasons(began, 3 * DAY, known).instant
            assert -len(outages) * SECOND <= late <= len(outages) * 10 * SECOND, away
            (reason,) = server.state(games["days"])["clock"]["reasons"]
            assert reason["kind"] == "outage"
            assert server.log.read_text().count("the service was away") >= len(outages)


@contextmanager
def database():
    """An empty one on the PostgreSQL of this run, or on one of its own."""
    with ExitStack() as stack:
        address = os.environ.get("DATABASE_URL") or stack.enter_context(postgres())
        server, _, name = address.rpartition("/")
        yield f"{server}/{clone(address, f'moved_{name}')}"


@pytest.mark.nightly
def test_nobody_loses_by_a_clock_that_jumps_F17(tmp_path):
    with database() as address, running(tmp_path, DATABASE_URL=address) as server:
        idle, played = server.new_game(days=1), server.new_game(days=1)
        due = at(server.state(idle)["deadline"])
        for jump in (30 * HOUR, -2 * HOUR):
            server.move(jump)
            time.sleep(8)
            assert "clock alarm" in server.log.read_text()
            assert server.clock_health() != "ok"

        server.move(30 * HOUR)
        time.sleep(45)
        assert not server.listed()[idle]["result"]
        server.act(played, "black", "play", point="E5")
        true_now = server.now - server.ahead
        assert abs(at(server.state(played)["deadline"]) - true_now - DAY) < 60 * SECOND

        server.move(timedelta(0))
        time.sleep(8)
        assert server.clock_health() == "ok"
        assert at(server.state(idle)["deadline"]) >= due
