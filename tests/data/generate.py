"""Make games.jsonl: random games full of captures and kos, played and counted by sgfmill, not by `rules`.

python -m tests.data.generate
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from sgfmill.boards import Board  # type: ignore[import-untyped]

FILE = Path(__file__).with_name("games.jsonl")
SIZES = [2, 3, 4, 5, 5, 6, 7, 7, 8, 9, 9, 9, 10, 11, 12, 13, 13, 14, 16, 19]
GAMES = 80
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def main() -> None:
    """Write the file; the same every time."""
    games = [_game(random.Random(seed), SIZES[seed % len(SIZES)]) for seed in range(GAMES)]
    FILE.write_text("".join(json.dumps(game) + "\n" for game in games))


def _game(dice: random.Random, size: int) -> dict[str, Any]:
    """A game: its moves, and what sgfmill says of the last position."""
    board, ko, color = Board(size), None, "b"
    captured, moves = {"b": 0, "w": 0}, []
    for _ in range(3 * size * size):
        move = None if dice.random() < 0.02 else _move(dice, board, ko, color)
        if move is None:
            if moves[-1:] == ["pass"]:
                break
            moves.append("pass")
            ko = None
        else:
            before = _count(board)
            ko = board.play(*move, color)
            other = "w" if color == "b" else "b"
            captured[color] += before[other] - _count(board)[other]
            moves.append(COLUMNS[move[1]] + str(move[0] + 1))
        color = "w" if color == "b" else "b"
    rows = ["".join(_sign(board.get(row, column)) for column in range(size)) for row in reversed(range(size))]
    return {
        "size": size,
        "moves": " ".join(moves),
        "rows": rows,
        "captured": captured,
        "ko": None if ko is None else COLUMNS[ko[1]] + str(ko[0] + 1),
        "area": board.area_score(),
    }


def _move(dice: random.Random, board: Any, ko: tuple[int, int] | None, color: str) -> tuple[int, int] | None:
    """A move that is legal, one that captures if there is one and chance allows; None when there is none."""
    points = [
        (row, column)
        for row in range(board.side)
        for column in range(board.side)
        if board.get(row, column) is None and (row, column) != ko
    ]
    dice.shuffle(points)
    legal = []
    for point in points:
        tried = board.copy()
        tried.play(*point, color)
        if tried.get(*point) is None:
            continue
        other = "w" if color == "b" else "b"
        if _count(tried)[other] < _count(board)[other] and dice.random() < 0.7:
            return point
        legal.append(point)
        if len(legal) > 12:
            break
    return dice.choice(legal) if legal else None


def _count(board: Any) -> dict[str, int]:
    stones = [color for color, _ in board.list_occupied_points()]
    return {color: stones.count(color) for color in "bw"}


def _sign(color: str | None) -> str:
    return "." if color is None else "XO"["bw".index(color)]


if __name__ == "__main__":
    main()
