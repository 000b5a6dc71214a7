"""Measure how long the sweeper needs to end many overdue games, and how this delays moves.

    python -m benchmarks.overdue [--games N] [--postgres]

Lets the sweeper end this many games that have run out of time, and plays moves in other games in the meantime. The
baseline is a move without other work, in the same run. The goal: 10,000 games within a minute, and no move slower by
more than 200 ms.
"""

from __future__ import annotations

import argparse
import statistics
import threading
import time
from datetime import timedelta
from itertools import cycle, islice
from typing import Any

from benchmarks.figures import percentile
from benchmarks.inside import separate_database
from benchmarks.seeding import Copies, copy_game

MOVES = 100


def main() -> None:
    """Measure in a separate database how fast overdue games are ended, and how this delays moves. Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    with separate_database(postgresql=options.postgres) as kind:
        _measure(options.games, kind)


def _measure(count: int, kind: str) -> None:
    from django.utils import timezone

    from games.sweeper import sweep_once

    now = timezone.now()
    _create_overdue_games(count, now)
    quiet = _play_moves(now, threading.Event(), most=MOVES)
    done, busy = threading.Event(), list[float]()
    player = threading.Thread(target=lambda: busy.extend(_play_moves(now, done, most=100_000)))
    player.start()
    begun = time.perf_counter()
    ended = sweep_once()
    took = time.perf_counter() - begun
    done.set()
    player.join()
    a_move = statistics.median(quiet)
    print(f"{kind}: {ended} games ended in {took:.1f} s; one takes {took / ended / a_move:.2f} times a quiet move")
    during = {"a move at that time": statistics.median(busy or [0.0]), "its p99": percentile(busy, 0.99)}
    for name, seconds in {"a move alone": a_move, **during}.items():
        print(f"  {name:22} {seconds * 1000:7.1f} ms  {seconds / a_move:.2f}")


def _create_overdue_games(count: int, now: Any) -> None:
    """Create this many copies of a game whose time has run out, between as many players as a club has."""
    from tests.factories import make_game, make_player

    people = [make_player() for _ in range(40)]
    begun = now - timedelta(days=3)
    pattern = make_game(notify=True, black=people[0], white=people[1], moves="E5 D4 C3 C4", days=1, now=begun)
    copy_game(pattern.pk, count, Copies(people[0].pk, len(people) // 2))


def _play_moves(now: Any, done: threading.Event, *, most: int) -> list[float]:
    """Play moves in separate games until `done` is set, at most `most`; return the seconds of each."""
    from django.db import connections

    from tests.factories import make_game, play

    times: list[float] = []
    for number, column in enumerate(islice(cycle("ABCDEFGHJKLMNOPQRST"), most)):
        if done.is_set():
            break
        if column == "A":
            game = make_game(now=now, size=19, days=5)
        begun = time.perf_counter()
        play(game, f"{column}{1 + number % 2}", now=now)
        times.append(time.perf_counter() - begun)
        time.sleep(0.02)
    connections.close_all()
    return times


if __name__ == "__main__":
    main()
