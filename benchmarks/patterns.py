"""Compare the search of local patterns in few and in many games, and with a linear scan.

    python -m benchmarks.patterns [1000 8000]

The games are invented: some patterns are very common, most are rare. Of three times for a question, the fastest counts.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from contextlib import suppress
from functools import partial
from operator import itemgetter
from timeit import repeat

import django
import psycopg

from rules import Board, Color, Move, Point
from rules.ruleset import SelfCaptureRule
from tests.support import databases
from tests.support.servers import postgres

SIZE, MOVES, POOL = 19, 60, 400
STARTS = ((3, 3), (3, 2), (2, 2), (4, 2), (4, 3))
STEPS = ((2, -1), (-1, 2), (3, 0), (0, 2), (1, 1), (-1, 1), (1, -1), (2, 0), (5, 0), (6, -1))
COPY = "COPY sharing_gamepattern (game_id, number, key, room, next, winner) FROM STDIN"
Line = list[tuple[Board, Move | None]]


def random_game(dice: random.Random) -> Line:
    """Return a game: stones near the corners, then near other stones of the corner, the usual moves more often."""
    board, color = Board.empty(SIZE, SIZE), Color.BLACK
    line, corners = Line([(board, None)]), [list[tuple[int, int]]() for _ in range(4)]
    while len(line) <= MOVES:
        number = min(int(dice.expovariate(0.5)), 3) if len(line) > 4 else len(line) - 1
        near, offers = corners[number], STEPS if corners[number] else STARTS
        column, row = dice.choice(near or [(0, 0)])
        step = offers[min(int(dice.expovariate(0.6)), len(offers) - 1)]
        x, y = abs(column + step[0]) % SIZE, abs(row + step[1]) % SIZE
        point = Point(SIZE - 1 - x if number & 1 else x, SIZE - 1 - y if number & 2 else y)
        if board[point] is None:
            board = board.place(color, point, SelfCaptureRule.ALLOWED).board
            near.append((x, y))
            line.append((board, Move(color, point)))
            color = color.opponent
    return line


def main() -> None:
    """Fill the index with each number of games, and measure."""
    numbers, dice = [int(text) for text in sys.argv[1:]] or [1000, 8000], random.Random(1)  # noqa: S311 - not a secret
    pool = [random_game(dice) for _ in range(POOL)]
    asked = [(dice.choice(pool)[dice.randint(1, 16)][0], dice.randint(4, 10), dice.randint(4, 10)) for _ in range(60)]
    with postgres() as server:
        databases.make_template(server, "igo_patterns")
        address = f"{server.rpartition('/')[0]}/igo_patterns"
        os.environ["IGO_DATA_DIR"] = tempfile.mkdtemp()
        os.environ |= {"DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "goserver.settings", "IGO_BOOTSTRAPPED": "1"}
        django.setup()
        from sharing.patterns.rows import pattern_rows_of

        known, begin = [list(pattern_rows_of(line)) for line in pool], 1
        for games in numbers:
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute("SET session_replication_role = replica")
                with connection.cursor().copy(COPY) as copy:
                    for game in range(begin, games + 1):
                        for row in known[game % len(known)]:
                            copy.write_row((game, row.number, row.key, row.room, row.next, 1 + game % 2))
                connection.execute("VACUUM ANALYZE sharing_gamepattern")
                (size,) = connection.execute("SELECT pg_total_relation_size('sharing_gamepattern')").fetchall()
            begin = games + 1
            measure(games, asked, size[0])
        scan(pool[:20], asked[:10])


def measure(games: int, asked: list[tuple[Board, int, int]], size: int) -> None:
    """Ask all questions, and print the figures."""
    from django.contrib.auth.models import AnonymousUser

    from library.errors import InvalidSearchArea
    from library.services.positions import search_part
    from sharing.patterns.question import Rectangle

    times = []
    for board, width, height in asked:
        with suppress(InvalidSearchArea):
            ask = partial(search_part, AnonymousUser(), board, Rectangle(0, 0, width, height), swapped=True)
            times.append(min(repeat(ask, number=1, repeat=3)) * 1000)
    times.sort()
    middle, slow = times[len(times) // 2], times[int(len(times) * 0.95)]
    print(f"{games:,} games, {size // games:,} bytes each: {len(times)} questions, p50 {middle:.1f}, p95 {slow:.1f} ms")


def scan(games: list[Line], asked: list[tuple[Board, int, int]]) -> None:
    """Compare every position in all symmetries, without colours swapped, and print how long one game takes."""
    from sharing.symmetry import board_symmetries

    begun, turned = time.perf_counter(), [itemgetter(*image) for image in board_symmetries(SIZE, SIZE)]
    for board, width, height in asked:
        rows = [(row * SIZE, board.cells[row * SIZE : row * SIZE + width]) for row in range(height)]
        for line in games:
            images = (bytes(turn(there.cells)) for there, _move in line[:31] for turn in turned)
            any(all(image[at : at + width] == part for at, part in rows) for image in images)
    print(f"linear scan: {(time.perf_counter() - begun) / len(games) / len(asked) * 1000:.2f} ms a game")


if __name__ == "__main__":
    main()
