"""Compare the rules engine with others: replaying games, legal points, opening a game, scoring.

python -m benchmarks.rules [--rounds N]

The games are the 19x19 games of the demo, which an engine played. Each figure is the median of rounds in which all
candidates take turns, so that other work of the machine affects all. Ratios are relative to sgfmill, which knows only
simple ko.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from decimal import Decimal
from itertools import cycle
from pathlib import Path

from sgfmill.boards import Board as SgfmillBoard  # type: ignore[import-untyped]

from rules import (
    RULE_SETS,
    Board,
    Color,
    GameState,
    Play,
    Setup,
    action_from_payload,
    apply,
    illegal_points,
    new_game,
    parse_vertex,
    replay,
    score,
)
from rules.estimate import suggest_dead
from rules.explain import explain_score
from rules.replay import replay_stones
from rules.scoring import ScoreContext

Function = Callable[[], object]
GAMES = Path(__file__).resolve().parents[1] / "goserver" / "management" / "demo_games.json"
SETUP = Setup(19, 19, RULE_SETS["chinese"], RULE_SETS["chinese"].komi[2])
"""The setup: area scoring with positional superko."""
SEKI = ["..OX.OX..", "..OX.OX..", "..OXXOX..", "..OOOXX..", "..OOXX..."]
"""The rows of two chains that share two liberties, between living chains."""


def moves_of_demo_games() -> list[list[Play]]:
    """Return the moves of the demo games, without the passes at the end."""
    found = []
    for game in json.loads(GAMES.read_text()):
        if game["size"] == 19:
            moves = [text for text in game["moves"].split() if text != "pass"]
            colors = cycle((Color.BLACK, Color.WHITE))
            found.append([Play(color, parse_vertex(text, 19, 19)) for color, text in zip(colors, moves, strict=False)])
    return found


def medians(functions: dict[str, Function], rounds: int) -> dict[str, float]:
    """Return the seconds of one call of each function, by name: the median of rounds in which they alternate."""
    times: dict[str, list[float]] = {name: [] for name in functions}
    for _ in range(rounds):
        for name, function in functions.items():
            gc.collect()
            start = time.perf_counter()
            function()
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(values) for name, values in times.items()}


def measure_replaying(records: list[list[Play]], rounds: int) -> None:
    """Print the moves per second with every legality check, including positional superko."""
    indices = [[action.point.row * 19 + action.point.column for action in record] for record in records]
    theirs = [[("bw"[a.color - 1], 18 - a.point.row, a.point.column) for a in record] for record in records]
    start = new_game(SETUP)

    def sgfmill() -> None:
        for record in theirs:
            board = SgfmillBoard(19)
            for color, row, column in record:
                board.play(row, column, color)

    def one_by_one() -> None:
        for record in records:
            state = start
            for action in record:
                state = apply(state, action)

    candidates: dict[str, Function] = {
        "sgfmill (simple ko)": sgfmill,
        "ours, stones by index": lambda: [replay_stones(start, stones) for stones in indices],
        "ours, replay() of actions to a GameState": lambda: [replay(SETUP, record) for record in records],
        "ours, apply() one by one": one_by_one,
    }
    figures = medians(candidates, rounds)
    moves = sum(map(len, records))
    _print_figures(figures, lambda seconds: f"{moves / seconds:12,.0f} moves/s")


def measure_legality(records: list[list[Play]], rounds: int) -> None:
    """Print the times to find all legal points of a position, and the reason for every illegal point."""
    states = [replay(SETUP, record[: len(record) // 2]) for record in records]
    boards = [(state, _to_sgfmill(state.board)) for state in states]

    def try_all() -> None:
        for state, board in boards:
            color = "bw"[(state.to_play or 1) - 1]
            for point in state.board.points():
                if state.board[point] is None:
                    board.copy().play(18 - point.row, point.column, color)

    ours = {"ours, illegal_points()": lambda: [illegal_points(state) for state in states]}
    figures = medians({"sgfmill, copy and play on each": try_all, **ours}, rounds)
    _print_figures(figures, lambda seconds: f"{seconds / len(states) * 1e6:12,.0f} µs")


def _to_sgfmill(board: Board) -> SgfmillBoard:
    other = SgfmillBoard(board.width)
    black, white = (
        [(board.height - 1 - point.row, point.column) for point in board.points() if board[point] is color]
        for color in (Color.BLACK, Color.WHITE)
    )
    other.apply_setup(black, white, [])
    return other


def measure_opening(records: list[list[Play]], rounds: int) -> None:
    """Print the times to open a long game from its snapshot, and from its actions."""
    record = max(records, key=len)
    state = replay(SETUP, record)
    data, keys = state.to_json(), state.position_keys
    rows = [(action.kind, int(action.color), action.payload(SETUP)) for action in record]

    def from_rows() -> GameState:
        return replay(SETUP, [action_from_payload(kind, Color(color), payload, SETUP) for kind, color, payload in rows])

    candidates: dict[str, Function] = {
        "from stored actions": lambda: [from_rows() for _ in range(20)],
        "by replay()": lambda: [replay(SETUP, record) for _ in range(20)],
        "from the snapshot": lambda: [GameState.from_json(SETUP, data, keys) for _ in range(20)],
    }
    own = [state, state.board, state.board.cells, state.history, *state.history]
    print(f"  ({len(record)} moves; the game in memory has {sum(map(sys.getsizeof, own)) / 1024:.0f} kB)")
    _print_figures(medians(candidates, rounds), lambda seconds: f"{seconds / 20 * 1e6:12,.0f} µs")


def measure_scoring(rounds: int) -> None:
    """Print the times to score finished boards: one full of seki, and three with dead stones on either side."""
    rows = [row + "." + row[::-1] for row in SEKI * 4][:19]
    boards = [Board.from_rows(rows), *(_divided_board(seed) for seed in range(3))]
    others = [_to_sgfmill(board) for board in boards]
    japanese, context = RULE_SETS["japanese"], ScoreContext(Decimal(6))
    finished = [(board, suggest_dead(board, ruleset=japanese)) for board in boards]
    candidates: dict[str, Function] = {
        "sgfmill area_score": lambda: [other.area_score() for other in others],
        "score, area": lambda: [score(board, dead, RULE_SETS["chinese"], context) for board, dead in finished],
        "score, territory with seki": lambda: [score(board, dead, japanese, context) for board, dead in finished],
        "explain": lambda: [explain_score(board, dead, japanese, context) for board, dead in finished],
        "suggest_dead": lambda: [suggest_dead(board, ruleset=japanese) for board in boards],
    }
    _print_figures(medians(candidates, rounds), lambda seconds: f"{seconds / len(boards) * 1e6:12,.0f} µs")


def _divided_board(seed: int) -> Board:
    """Return a board with two thick walls down the middle. Behind each wall is territory with some dead and some living
    stones."""
    dice, border, rows = random.Random(seed), 9, []  # noqa: S311 - not a secret
    for _ in range(19):
        border = min(12, max(6, border + dice.choice([-1, 0, 1])))
        left = "".join(dice.choices(".OX", [16, 1, 1], k=border - 2))
        right = "".join(dice.choices(".XO", [16, 1, 1], k=17 - border))
        rows.append(left + "XXOO" + right)
    return Board.from_rows(rows)


def _print_figures(figures: dict[str, float], text: Callable[[float], str]) -> None:
    baseline = next(iter(figures.values()))
    for name, seconds in figures.items():
        print(f"  {name:44} {text(seconds)}   {baseline / seconds:8.2f}")


def main() -> None:
    """Measure the operations of the rules engine and of others, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    rounds, records = parser.parse_args().rounds, moves_of_demo_games()
    print(f"Replaying {len(records)} games; the last column is how many times faster than the first line.")
    measure_replaying(records, rounds)
    print("All legal points of a middle game position, with reasons:")
    measure_legality(records, rounds)
    print("Opening a long game:")
    measure_opening(records, rounds)
    print("Counting a finished 19x19 position:")
    measure_scoring(rounds)


if __name__ == "__main__":
    main()
