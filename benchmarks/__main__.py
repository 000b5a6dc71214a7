"""Measure the server and reference programs. docs/performance.md explains the parts and their figures.

    python3 -m benchmarks [PART ...] [--short] [--write] [--rounds N] [--seconds N]

Without a PART all parts run; --help lists them. `--write` puts the tables into benchmarks/results.md, `--short` only
tests the benchmarks. They start PostgreSQL, Redis and the servers, and stop them at the end.
"""

from __future__ import annotations

import argparse
import sys

import bootstrap


def main() -> None:
    """Measure the parts of the benchmark that the command line names, by default all."""
    from benchmarks import running

    parser = argparse.ArgumentParser(prog="python3 -m benchmarks", description=__doc__.split("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(running.PARTS))
    parser.add_argument("--short", action="store_true", help="seconds only, to see that it works")
    parser.add_argument("--write", action="store_true", help="write the tables into benchmarks/results.md")
    parser.add_argument("--rounds", type=int, help="rounds in which all take turns (5)")
    parser.add_argument("--seconds", type=float, help="seconds for each in a round (4)")
    of_load = parser.add_argument_group("load")
    of_load.add_argument("--games", type=int, help="games that run besides (500000)")
    of_load.add_argument("--sockets", type=int, help="open sockets, two for each game that is played (5000)")
    of_load.add_argument("--rate", type=float, help="moves a second (100)")
    of_load.add_argument("--minutes", type=float, help="for how long (10)")
    of_load.add_argument("--hosts", type=int, help="web hosts behind the proxy (1)")
    options = parser.parse_args()
    if options.short and options.write:
        parser.error("--short measures nothing that is worth writing down")
    unknown = set(options.parts) - set(running.PARTS)
    if unknown:
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(running.PARTS)}")
    running.run(options)


if __name__ == "__main__":
    bootstrap.ensure_libraries(["-m", "benchmarks", *sys.argv[1:]])
    main()
