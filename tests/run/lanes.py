"""Programs that run in parallel: their output, duration and processor time."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FAILED = 1
"""pytest's exit code for failed tests; other codes mean that it could not run."""
MOST_AGAIN = 40
"""If more tests of a part fail, an overloaded machine is not the cause."""


@dataclass(frozen=True)
class Step:
    """A program to run. With `aloud`, its output is shown immediately instead of at the end. `part` is the part that it
    counts for."""

    part: str
    title: str
    command: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)
    is_pytest: bool = False
    aloud: bool = False


@dataclass(frozen=True)
class Impossible:
    """A step that cannot run: it counts as failed, with a reason."""

    part: str
    title: str
    why: str


@dataclass(frozen=True)
class Second:
    """A part of the tests with failures, for a second try: its name, and the number of failures."""

    step: Step
    name: str
    failed: int


@dataclass(frozen=True)
class Lane:
    """Steps that run one after the other, even after a failure."""

    steps: Sequence[Step | Impossible]


class Run:
    """A run of the command: its counts, and its summary."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.begun = folder, time.monotonic()
        self.counts: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.failures: list[str] = []
        self.unstable: list[str] = []
        self.wall: defaultdict[str, float] = defaultdict(float)
        self.work: defaultdict[str, float] = defaultdict(float)
        self._seconds: list[Second] = []
        self._speaking = threading.Lock()

    def all(self, lanes: Sequence[Lane]) -> None:
        """Run the lanes in parallel until all have finished."""
        threads = [threading.Thread(target=self._lane, args=(lane,)) for lane in lanes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def again(self) -> None:
        """Run failed tests again, one after the other and with nothing in parallel. A test that passes then is listed
        as unstable; a test that fails again has failed. Parts with many failures are not repeated."""
        for second in self._seconds:
            self.counts["failed"] -= second.failed
            before = self.failures[:]
            _name_without_groups(self.folder / second.step.title)
            command = [*second.step.command, "-n", "0", "--lf", "--lfnf=none"]
            self._step(replace(second.step, command=command), second.name, alone=True)
            if self.failures == before:
                self.unstable += _names(self.folder / f"{second.name}.xml")

    def summary(self, left_out: Sequence[str]) -> int:
        """Print the duration of each part, and skipped, omitted and failed tests; return the exit code."""
        print()
        for part, seconds in self.wall.items():
            print(f"{part:12} {seconds:5.0f} s, {self.work[part]:5.0f} s of a processor")
        used = resource.getrusage(resource.RUSAGE_CHILDREN)  # including PostgreSQL and Redis
        took, worked = time.monotonic() - self.begun, used.ru_utime + used.ru_stime
        print(f"{'all':12} {took:5.0f} s, {worked:5.0f} s of a processor")
        for reason, count in self.skipped.items():
            print(f"skipped {count}: {reason}")
        for what in left_out:
            print(f"left to IGO_NIGHTLY=1: {what}")
        for name in self.unstable:
            print(f"UNSTABLE, failed beside others and passed alone: {name}")
        for failure in self.failures:
            print(f"FAILED {failure}")
        counts = self.counts
        print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
        return 1 if self.failures or counts["failed"] or not counts["passed"] else 0

    def _lane(self, lane: Lane) -> None:
        for number, step in enumerate(lane.steps):
            if isinstance(step, Impossible):
                self._failed(step.title, step.why)
            else:
                self._step(step, f"{id(lane)}-{number}")

    def _step(self, step: Step, name: str, *, alone: bool = False) -> None:
        """Run one program and count its result; `alone` is for the second try of failed tests."""
        report, title = self.folder / f"{name}.xml", f"{step.title}, alone" if alone else step.title
        kept = f"cache_dir={self.folder / step.title}"
        command = [*step.command, *(["-o", kept, f"--junitxml={report}"] if step.is_pytest else [])]
        begun = time.monotonic()
        if step.aloud:
            self._say(f"\n== {title}")
        code, work, result = self._ran(command, step, self.folder / f"{name}.log")
        seconds = time.monotonic() - begun
        self.wall[step.part] += seconds
        self.work[step.part] += work
        over = divmod(round(time.monotonic() - self.begun), 60)
        end = f"-- {title}: {seconds:.0f} s, {work:.0f} s of a processor, over at {over[0]}:{over[1]:02}"
        self._say(end if step.aloud else f"\n== {title}\n{result}{end}")
        if step.is_pytest:
            failed = self._count(report)
            if code == FAILED and failed <= MOST_AGAIN and not alone:
                self._seconds.append(Second(step, name, failed))
            elif code:
                self.failures.append(f"{title}: pytest's exit code is {code}")
        elif code:
            self._failed(title, f"exit code {code}")
        else:
            self.counts["passed"] += 1

    def _ran(self, command: Sequence[str], step: Step, log: Path) -> tuple[int, float, str]:
        """Return the exit code, the processor seconds of the program and its children, and its output."""
        environment = {**os.environ, **step.environment}
        with log.open("w+") as output:
            to = None if step.aloud else output
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=to, stderr=subprocess.STDOUT)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            return process.returncode, used.ru_utime + used.ru_stime, output.read()

    def _say(self, text: str) -> None:
        with self._speaking:
            print(text, flush=True)

    def _count(self, report: Path) -> int:
        """Add up a pytest report: its tests, and its skips with their reasons; return the number of failures."""
        if not report.exists():
            return 0
        failed = 0
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            total, bad = int(suite.get("tests", 0)), int(suite.get("failures", 0))
            bad += int(suite.get("errors", 0))
            failed += bad
            skipped = int(suite.get("skipped", 0))
            self.counts.update(passed=total - bad - skipped, failed=bad, skipped=skipped)
            for skip in suite.iter("skipped"):
                self.skipped[skip.get("message", "")] += 1
        return failed

    def _failed(self, title: str, why: str) -> None:
        self.counts["failed"] += 1
        self.failures.append(f"{title}: {why}")


def _names(report: Path) -> list[str]:
    """Return the tests in a pytest report."""
    cases = ElementTree.parse(report).getroot().iter("testcase")
    return [f"{case.get('classname')}.{case.get('name')}" for case in cases]


def _name_without_groups(cache: Path) -> None:
    """Add the plain names of tests in an `xdist_group` to pytest's list of failed tests. xdist writes `name@group`, and
    if pytest knows no name in the list, it runs all tests."""
    path = cache / "v" / "cache" / "lastfailed"
    failed = json.loads(path.read_text())
    path.write_text(json.dumps({**failed, **{name.rpartition("@")[0]: True for name in failed if "@" in name}}))
