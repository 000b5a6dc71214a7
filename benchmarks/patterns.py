"""Compare the search of positions and of local patterns in few and in many games, and with a linear scan.

    python -m benchmarks.patterns [1000 8000]

The games are invented: some patterns are very common, most are rare. A hundred thousand need 15 GB of disk. Times
are processor times of the application and the database, because other work of the machine hardly changes them.
Of five times for a question, the fastest counts.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import pairwise
from operator import itemgetter
from timeit import repeat
from typing import Any

import psycopg

from benchmarks.figures import percentile
from benchmarks.growth.fill import drop_indexes
from benchmarks.inside import processor_clock, separate_database
from rules import Board, Color, Move, Point
from rules.ruleset import SelfCaptureRule

SIZE, MOVES, POOL = 19, 90, 400
STARTS = ((3, 3), (3, 2), (2, 2), (4, 2), (4, 3))
STEPS = ((2, -1), (-1, 2), (3, 0), (0, 2), (1, 1), (-1, 1), (1, -1), (2, 0), (5, 0), (6, -1))
POOLS = """CREATE TABLE pool_patterns (line int, number int, key bigint, room bytea, next bytea);
CREATE TABLE pool_openings (line int, move int, key bigint, next int)"""
FILL = """INSERT INTO sharing_gamepattern (game_id, number, key, room, next, winner)
SELECT game, number, key, room, next, 1 + game % 2
FROM generate_series({begin}, {end}) game JOIN pool_patterns ON line = game % {pool};
INSERT INTO sharing_opening (game_id, move, key, next, winner, bots)
SELECT game, move, key, next, 1 + game % 2, false
FROM generate_series({begin}, {end}) game JOIN pool_openings ON line = game % {pool}"""
TABLES = ("sharing_gamepattern", "sharing_opening")
Line = list[tuple[Board, Move | None]]


def random_game(dice: random.Random) -> Line:
    """Return a random game: stones near the corners, then near other stones. Common moves are more likely."""
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
    """Fill the indexes with each number of games, and measure the searches of positions and patterns."""
    numbers, dice = [int(text) for text in sys.argv[1:]] or [1000, 8000], random.Random(1)  # noqa: S311 - not a secret
    pool = [random_game(dice) for _ in range(POOL)]
    early, late = (
        [(dice.choice(pool)[dice.randint(*moves)], dice.randint(4, 10), dice.randint(4, 10)) for _ in range(200)]
        for moves in ((1, 16), (17, 50))
    )
    with separate_database(postgresql=True, in_memory=max(numbers) < 20_000):
        begin = 1
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
            connection.execute("SET session_replication_role = replica")
            copy_pool(connection, pool)
            for games in numbers:
                fill(connection, begin, games)
                begin = games + 1
                sizes = [connection.execute("SELECT pg_total_relation_size(%s)", [one]).fetchall() for one in TABLES]
                size = sum(found[0][0] for found in sizes)
                print(f"{games:,} games, {size // games:,} bytes each")
                measure("whole board", [partial(search_whole_board, step) for step, _width, _height in early])
                for name, asked in (("part", early), ("later part", late)):
                    measure(name, [partial(search_corner, *question) for question in asked])
        scan(pool[:20], [(step[0], width, height) for step, width, height in early[:10]])


def copy_pool(connection: psycopg.Connection[Any], pool: list[Line]) -> None:
    """Insert the rows of the pool's games, from which the rows of all games are copied."""
    from sharing.openings.filling import MOVES as OPENING
    from sharing.patterns.rows import pattern_rows_of
    from sharing.symmetry import canonical_position

    connection.execute(POOLS)
    with connection.cursor().copy("COPY pool_patterns FROM STDIN") as copy:
        for number, line in enumerate(pool):
            for row in pattern_rows_of(line):
                copy.write_row((number, row.number, row.key, row.room, row.next))
    with connection.cursor().copy("COPY pool_openings FROM STDIN") as copy:
        for number, line in enumerate(pool):
            for move, ((board, last), (_board, after)) in enumerate(pairwise(line[: OPENING + 2])):
                form = canonical_position(board, next_color(last))
                assert after is not None
                assert after.point is not None
                copy.write_row((number, move, form.key, form.to_canonical(after.point)))


def fill(connection: psycopg.Connection[Any], begin: int, end: int) -> None:
    """Insert the rows of these games. Indexes are dropped before and created again afterwards, which is faster."""
    definitions = drop_indexes(connection, TABLES)
    connection.execute(FILL.format(begin=begin, end=end, pool=POOL))
    for definition in definitions:
        connection.execute(definition)
    for table in TABLES:
        connection.execute(f"VACUUM ANALYZE {table}")


def next_color(last: Move | None) -> Color:
    """Return the colour to play after a move. In these games both colours alternate."""
    return Color.BLACK if last is None else last.color.opponent


def search_whole_board(step: tuple[Board, Move | None]) -> object:
    """Search for this position, given as the board and its last move."""
    from django.contrib.auth.models import AnonymousUser

    from library.services.positions import search_position

    return search_position(AnonymousUser(), step[0], next_color(step[1]))


def search_corner(step: tuple[Board, Move | None], width: int, height: int) -> object:
    """Search for the upper left corner of this size of a position, given as the board and its last move."""
    from django.contrib.auth.models import AnonymousUser

    from library.services.positions import search_rectangle
    from sharing.patterns.question import Rectangle

    return search_rectangle(AnonymousUser(), step[0], Rectangle(0, 0, width, height), swapped=True)


def measure(what: str, questions: list[Callable[[], object]]) -> None:
    """Run all these searches, and print their processor times after the name of their kind, `what`."""
    from library.errors import InvalidSearchArea

    times, clock = [], processor_clock()
    for ask in questions:
        with suppress(InvalidSearchArea):
            times.append(min(repeat(ask, number=1, repeat=5, timer=clock)) * 1000)
    middle, slow = percentile(times, 0.5), percentile(times, 0.95)
    print(f"  {what}: {len(times)} questions, p50 {middle:.1f}, p95 {slow:.1f} ms", flush=True)


def scan(games: list[Line], areas: list[tuple[Board, int, int]]) -> None:
    """Search without an index, and print the time per game and search: compare the first positions of each game, up to
    the last move that the index has, in all symmetries, with each searched area. Swapped colours are left out."""
    from sharing.patterns.rows import MOVES as LATEST
    from sharing.symmetry import board_symmetries

    begun, turned = time.perf_counter(), [itemgetter(*image) for image in board_symmetries(SIZE, SIZE)]
    for board, width, height in areas:
        rows = [(row * SIZE, board.cells[row * SIZE : row * SIZE + width]) for row in range(height)]
        for line in games:
            images = (bytes(turn(there.cells)) for there, _move in line[: LATEST + 1] for turn in turned)
            any(all(image[at : at + width] == part for at, part in rows) for image in images)
    print(f"linear scan: {(time.perf_counter() - begun) / len(games) / len(areas) * 1000:.2f} ms a game")


if __name__ == "__main__":
    main()
