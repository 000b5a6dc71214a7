"""Measure how long the sweeper needs to end many overdue games, and how this delays moves.

    python -m benchmarks.time [--games N] [--postgres]

Creates a database with this many games that have run out of time (10,000 by default), lets the sweeper end them, and
plays moves in other games in the meantime. The baseline is a move without other work, in the same run.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

MOVES = 100


def main() -> None:
    """Prepare a separate database, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    with ExitStack() as stack:
        os.environ["IGO_DATA_DIR"] = stack.enter_context(tempfile.TemporaryDirectory())
        os.environ.pop("DATABASE_URL", None)
        os.environ["IGO_WATCH_CLOCK"] = "0"  # no server has run on this database that would confirm the time
        if options.postgres:
            from tests.support.servers import postgres

            os.environ["DATABASE_URL"] = stack.enter_context(postgres())
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        _measure(options.games, "PostgreSQL" if options.postgres else "SQLite")


def _measure(count: int, name: str) -> None:
    from django.utils import timezone

    from games.sweeper import sweep_once

    now = timezone.now()
    _overdue_games(count, now)
    quiet = _moves(now, threading.Event(), most=MOVES)
    done = threading.Event()
    busy: list[float] = []
    player = threading.Thread(target=lambda: busy.extend(_moves(now, done, most=100_000)))
    player.start()
    begun = time.perf_counter()
    ended = sweep_once()
    took = time.perf_counter() - begun
    done.set()
    player.join()
    if not busy:
        print(f"{name}: {ended} games ended in {took:.1f} s, too few for a move meanwhile")
        return
    a_move, meanwhile = statistics.median(quiet), statistics.median(busy)
    print(f"{name}: {ended} games ended in {took:.1f} s; one takes {took / ended / a_move:.2f} times a quiet move")
    worst = sorted(busy)[int(len(busy) * 0.99)]
    print(f"  a move alone           {a_move * 1000:7.1f} ms  1.00")
    print(f"  a move meanwhile       {meanwhile * 1000:7.1f} ms  {meanwhile / a_move:.2f}")
    print(f"  of a hundred the worst {worst * 1000:7.1f} ms  {worst / a_move:.2f}")
    sys.stdout.flush()


def _overdue_games(count: int, now: Any) -> None:
    """Create this many copies of a game whose time has run out, of as many players as a club has."""
    from games.models import Game, Seat
    from tests.factories import make_game, make_player

    people = [make_player() for _ in range(40)]
    pattern = make_game(
        notify=True, black=people[0], white=people[1], moves="E5 D4 C3 C4", days=1, now=now - timedelta(days=3)
    )
    pattern.pk = None
    rows = []
    for _ in range(count):
        rows.append(Game(**{field.attname: getattr(pattern, field.attname) for field in Game._meta.concrete_fields}))
    made = Game.objects.bulk_create(rows, batch_size=500)
    Seat.objects.bulk_create(
        (
            Seat(game=game, index=index, color=index + 1, player=people[(number + index) % 40])
            for number, game in enumerate(made)
            for index in (0, 1)
        ),
        batch_size=1000,
    )


def _moves(now: Any, done: threading.Event, *, most: int) -> list[float]:
    """Play moves in separate games until `done` is set, at most `most`; return the seconds of each."""
    from django.db import connections

    from tests.factories import make_game, play

    times: list[float] = []
    while len(times) < most and not done.is_set():
        game = make_game(now=now, size=19, days=5)
        for column in "ABCDEFGHJKLMNOPQRST":
            if len(times) >= most or done.is_set():
                break
            begun = time.perf_counter()
            play(game, f"{column}{1 + len(times) % 2}", now=now)
            times.append(time.perf_counter() - begun)
            time.sleep(0.02)
    connections.close_all()
    return times


if __name__ == "__main__":
    main()
