"""Measure how ten thousand turns become e-mails: `python -m benchmarks.emails [--notices 10000] [--level board]`.

Starts a PostgreSQL and a mail server, gives this many players the turn, and notifies them: their settings are read, the
e-mails written, put into the outbox, and sent to the mail server. The baseline is a script that only sends finished
e-mails of that size to the same mail server. Then moves with and without the row about their turn are compared. All
times are processor times of this process and of PostgreSQL; the mail server's is not counted.
"""

from __future__ import annotations

import argparse
import os
import sys

import bootstrap


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.emails", description=__doc__.split("\n")[0])
    parser.add_argument("--notices", type=int, default=10_000)
    parser.add_argument("--moves", type=int, default=400, help="moves of each round")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of moves with and without")
    parser.add_argument("--level", default="board", choices=["notice", "moves", "board", "picture"])
    options = parser.parse_args()
    from benchmarks.emails import measuring
    from tests.support import servers

    with servers.postgres(durable=("shared_buffers=256MB", "max_wal_size=2GB")) as address:
        os.environ.update(DATABASE_URL=address, DJANGO_SETTINGS_MODULE="goserver.settings", IGO_SWEEPER="0")
        os.environ.pop("REDIS_URL", None)
        measuring.run(options.notices, options.level, (options.moves, options.rounds))


if __name__ == "__main__":
    bootstrap.ensure(["-m", "benchmarks.emails", *sys.argv[1:]])
    main()
