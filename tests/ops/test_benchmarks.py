"""The benchmarks run; people, not tests, judge their figures."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from benchmarks.figures import FigureWithGoal, Report
from benchmarks.load_http import BROKEN, HttpResponse, measure_load
from benchmarks.running import write_report

pytestmark = pytest.mark.xdist_group("benchmarks")  # they take long, so they begin early
ROOT = Path(__file__).resolve().parents[2]


def test_the_benchmark_of_the_rules_prints_ratios():
    command = [sys.executable, "-m", "benchmarks.rules", "--rounds", "1"]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)

    assert done.returncode == 0, done.stderr
    ratios = re.findall(r"^  (ours, stones by index|from the snapshot) .* ([\d.]+)$", done.stdout, re.MULTILINE)
    assert {name for name, _ in ratios} == {"ours, stones by index", "from the snapshot"}
    assert all(float(ratio) > 0 for _, ratio in ratios)


def test_all_parts_of_the_benchmarks_run_in_their_short_form_and_nothing_is_lost_or_refused():
    parts = {
        "moves": "Submitting a move", "pages": "Pages and JSON", "live": "Sockets", "load": "Load", "start": "Start",
        "sqlite": "SQLite",
    }  # fmt: skip

    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", *parts, "--short"],
        cwd=ROOT, capture_output=True, text=True, timeout=1800, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert re.findall(r"^## (.+)$", done.stdout, re.MULTILINE) == list(parts.values())
    ratios = re.findall(r"^\| ([^|]+) \| at (least|most) ([\d.,]+)[^|]* \| \*\*([\d.,]+)", done.stdout, re.MULTILINE)
    figures = [(what, float(goal.replace(",", "")), float(was.replace(",", ""))) for what, _, goal, was in ratios]
    assert len(figures) >= 25
    lost = [(what, was) for what, goal, was in figures if goal == 0]
    assert len(lost) >= 9
    assert not any(was for _, was in lost), (lost, done.stderr)
    assert all(was > 0 for what, goal, was in figures if goal and "until all is well" not in what), figures


def test_what_was_measured_stands_between_the_marks_of_its_part_and_nowhere_else(tmp_path):
    document = tmp_path / "results.md"
    document.write_text("Before.\n<!-- benchmarks: moves -->\nold\n<!-- end of moves -->\nAfter.\n")

    write_report(Report("moves", "Moves", [FigureWithGoal("a move", 2.0, 2.5)]), document)

    text = document.read_text()
    assert text.startswith("Before.\n<!-- benchmarks: moves -->\n")
    assert text.endswith("<!-- end of moves -->\nAfter.\n")
    assert "| a move | at least 2.00 | **2.50** | yes |" in text
    assert "old" not in text
    with pytest.raises(ValueError, match="no place for pages"):
        write_report(Report("pages", "Pages"), document)


def test_every_part_has_its_place_in_the_document():
    from benchmarks.running import PARTS, RESULTS

    text = RESULTS.read_text()

    for part in PARTS:
        assert f"<!-- benchmarks: {part} -->" in text, part
        assert f"<!-- end of {part} -->" in text, part


def test_the_load_generator_counts_refusals_and_connections_that_break():
    replies = [
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        b"HTTP/1.1 304 Not Modified\r\n\r\n",
        b"HTTP/1.1 503 Busy\r\nRetry-After: 2\r\nContent-Length: 4\r\n\r\nbusy",
        b"",
    ]

    class RequestSource:
        def __init__(self) -> None:
            self.left, self.seen = list(range(len(replies))), {}

        def next_request(self) -> tuple[bytes, object] | None:
            return (b"GET /%d HTTP/1.1\r\n\r\n" % self.left[0], self.left.pop(0)) if self.left else None

        def on_response(self, name: object, answer: HttpResponse) -> None:
            self.seen[name] = answer.status

    async def reply(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError):  # it asks no more
            while head := await reader.readuntil(b"\r\n\r\n"):
                result = replies[int(head.split()[1][1:])]
                writer.write(result)
                if not result:
                    break
        writer.close()

    async def run() -> tuple[RequestSource, object]:
        asker = RequestSource()
        async with await asyncio.start_server(reply, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            return asker, await measure_load(port, asker, connections=1, seconds=60)

    asker, seen = asyncio.run(run())

    assert asker.seen == {0: 200, 1: 200, 2: 304, 3: 503, 4: BROKEN}
    assert (seen.requests, seen.error_count) == (5, 2)


@pytest.mark.nightly
@pytest.mark.postgres
def test_the_benchmark_of_growth_prints_ratios():
    few = ["--games", "60", "--compared", "30", "--patterns", "4", "--rounds", "1", "--times", "1", "--only", "notices"]
    command = [sys.executable, "-m", "benchmarks.growth", *few]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)

    assert done.returncode == 0, done.stderr
    assert re.search(r"^\| notices \| .* \| [\d.]+ \| [\d.]+ \|$", done.stdout, re.MULTILINE)
