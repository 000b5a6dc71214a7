"""The parts of the benchmarks, their servers, and the file with their tables."""

from __future__ import annotations

import argparse
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.cells import MeasuringEffort
from benchmarks.databases import running_databases
from benchmarks.figures import Report
from benchmarks.parts import live, load, moves, one_machine, pages, pooled
from benchmarks.processes import ROOT, Program
from benchmarks.product import GameKind, PlayerCounts, Servers, running_servers, started_programs
from tests.support.databases import fill

RESULTS = ROOT / "benchmarks" / "results.md"
PLAYERS = 80
SHORT = MeasuringEffort(rounds=1, seconds=0.25, connections=4, short=True)


@dataclass(frozen=True, slots=True)
class PostgresPart:
    """A part of the benchmark that is measured with the servers on PostgreSQL: the games that it needs, and the
    function that measures it."""

    kinds: dict[str, GameKind]
    run: Callable[[Servers, Program, MeasuringEffort], Report]


IN_THE_HOUSE: dict[str, PostgresPart] = {
    "moves": PostgresPart(moves.KINDS, moves.run),
    "pages": PostgresPart(pages.KINDS, pages.run),
    "live": PostgresPart(live.KINDS, live.run),
    "pooled": PostgresPart(pooled.KINDS, pooled.run),
}
ON_ONE_MACHINE: dict[str, Callable[[one_machine.Machine, MeasuringEffort], Report]] = {
    "start": one_machine.measure_start,
    "sqlite": one_machine.measure_sqlite,
}
BY_THEMSELVES = {
    "rules": ("The rules engine", "--rounds 1"),
    "overdue": ("The sweeper", "--games 300"),
    "events": ("Large tournaments", "--players 12 --rounds 2 --times 2"),
    "growth": ("A million games", "--games 300 --compared 100 --patterns 3 --rounds 1 --times 1"),
}
"""Parts that are separate programs, `python -m benchmarks.NAME`, with the options of their short form. Their output is
used unchanged."""
PARTS = [*IN_THE_HOUSE, *ON_ONE_MACHINE, *BY_THEMSELVES, "load"]


def run(options: argparse.Namespace) -> None:
    """Measure the requested parts, print the reports, and write them with `--write`."""
    _raise_open_file_limit()
    effort = SHORT if options.short else MeasuringEffort()
    effort = replace(effort, rounds=options.rounds or effort.rounds, seconds=options.seconds or effort.seconds)
    for report in _reports(options, effort):
        print(f"\n## {report.title}\n\n{report.markdown()}", flush=True)
        if options.write:
            write_report(report, RESULTS)


def _reports(options: argparse.Namespace, effort: MeasuringEffort) -> Iterator[Report]:
    """Yield each report as soon as it is measured."""
    wanted, sizes = options.parts or PARTS, _load_sizes(options, effort)
    inside = dict(IN_THE_HOUSE)
    if effort.short:  # a servers of its own takes as long to start as all the rest
        inside["load"] = PostgresPart(load.game_kinds(sizes), lambda own, _beside, _effort: load.run_in(own, sizes))
    in_house = {name: part for name, part in inside.items() if name in wanted}
    if in_house:
        yield from _postgres_reports(in_house, effort)
    on_machine = {name: part for name, part in ON_ONE_MACHINE.items() if name in wanted}
    if on_machine:
        with one_machine.empty_machine(effort) as own:
            for name, part in on_machine.items():
                _print_part_name(name)
                yield part(own, effort)
    for name in BY_THEMSELVES:
        if name in wanted:
            _print_part_name(name)
            yield _report_of_program(name, effort)
    if "load" in wanted and not effort.short:
        _print_part_name("load")
        yield load.run(sizes)


def _print_part_name(name: str) -> None:
    print(f"{name} ...", file=sys.stderr, flush=True)


def _load_sizes(options: argparse.Namespace, effort: MeasuringEffort) -> load.Sizes:
    """Return the sizes of the load part of the benchmark: the defaults (smaller ones for a short effort), changed by
    the command-line options."""
    usual = load.SHORT if effort.short else load.Sizes()
    given = {name: getattr(options, name) for name in ("games", "sockets", "rate", "hosts")}
    given["seconds"] = None if options.minutes is None else 60 * options.minutes
    return replace(usual, **{name: value for name, value in given.items() if value is not None})


def _raise_open_file_limit() -> None:
    """Raise the limit of open files to the system's maximum, because every socket is a file, here and in the
    servers."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _postgres_reports(parts: dict[str, PostgresPart], effort: MeasuringEffort) -> Iterator[Report]:
    """Yield the reports of the parts on PostgreSQL, which share servers with all their games."""
    kinds: dict[str, GameKind] = {}
    for part in parts.values():
        kinds |= part.kinds
    if effort.short:
        kinds = {
            name: replace(kind, ply=min(kind.ply, 12), copies=min(kind.copies, 24)) for name, kind in kinds.items()
        }
    with ExitStack() as stack:
        _print_part_name("starting")
        under = stack.enter_context(running_databases())
        if effort.short:
            fill(under.product)  # the migrations take as long as all the parts
        own = stack.enter_context(running_servers(under, PlayerCounts(8 if effort.short else PLAYERS), kinds))
        naive = moves.start_naive(under.reference)
        stack.enter_context(started_programs(naive))
        for name, part in parts.items():
            _print_part_name(name)
            yield part.run(own, naive, effort)


def _report_of_program(name: str, effort: MeasuringEffort) -> Report:
    """Return the report of a part that is a separate program. Its content is the program's output. Raises
    CalledProcessError."""
    title, of_short = BY_THEMSELVES[name]
    command = [sys.executable, "-m", f"benchmarks.{name}", *(of_short.split() if effort.short else [])]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
    is_table = "| ---" in done.stdout
    return Report(name, title, remarks=[done.stdout if is_table else f"```\n{done.stdout}```"])


def write_report(report: Report, path: Path) -> None:
    """Replace the report of this part in the document, which is between two HTML comments. Raises ValueError if the
    document does not have these comments."""
    text = path.read_text()
    begin, end = f"<!-- benchmarks: {report.part} -->", f"<!-- end of {report.part} -->"
    before, mark, rest = text.partition(begin)
    _, other, after = rest.partition(end)
    if not mark or not other:
        raise ValueError(f"{path.name} has no place for {report.part}: {begin} and {end}")
    path.write_text(f"{before}{begin}\n{_measurement_note()}\n\n{report.markdown()}\n\n{end}{after}")


def _measurement_note() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603
    day = time.strftime("%Y-%m-%d", time.gmtime())
    load = os.getloadavg()[0]
    return (
        f"Measured on {day}, commit {commit or 'unknown'}: {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"load of the machine at the end {load:.1f}."
    )
