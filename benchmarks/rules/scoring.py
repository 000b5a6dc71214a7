"""Scoring a finished 19x19 board: with seki, and with a suggestion of dead stones.

Each figure is the median of rounds in which all candidates take turns. The baseline of the ratios is sgfmill's area
count, which only fills empty areas.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from decimal import Decimal

from sgfmill.boards import Board as SgfmillBoard  # type: ignore[import-untyped]

from rules import RULE_SETS, Board, RuleSet, score
from rules.estimate import suggest_dead
from rules.explain import explain
from rules.scoring import ScoreContext

SEKI = ["..OX.OX..", "..OX.OX..", "..OXXOX..", "..OOOXX..", "..OOXX..."]
"""The rows of two chains that share two liberties, between living chains."""


def boards() -> list[Board]:
    """Return boards of 19x19: one full of seki, and three that are divided, with dead stones on either side."""
    rows = [row + "." + row[::-1] for row in SEKI * 4][:19]
    return [Board.from_rows(rows), *(_divided(seed) for seed in range(3))]


def _divided(seed: int) -> Board:
    """Return a board with two thick walls down the middle; behind each is territory with some dead and some living
    stones."""
    dice, border, rows = random.Random(seed), 9, []  # noqa: S311 - not a secret
    for _ in range(19):
        border = min(12, max(6, border + dice.choice([-1, 0, 1])))
        left = "".join(dice.choices(".OX", [16, 1, 1], k=border - 2))
        right = "".join(dice.choices(".XO", [16, 1, 1], k=17 - border))
        rows.append(left + "XXOO" + right)
    return Board.from_rows(rows)


def _sgfmill(board: Board) -> SgfmillBoard:
    other = SgfmillBoard(board.width)
    stones: dict[str, list[tuple[int, int]]] = {"b": [], "w": []}
    for point in board.points():
        color = board[point]
        if color is not None:
            stones[color.letter.lower()].append((board.height - 1 - point.row, point.column))
    other.apply_setup(stones["b"], stones["w"], [])
    return other


def candidates(board: Board) -> dict[str, Callable[[], object]]:
    """Return the functions to measure by name; the first is the baseline."""
    other = _sgfmill(board)
    komi, japanese = Decimal("6.5"), RULE_SETS["japanese"]
    dead = suggest_dead(board, ruleset=japanese)

    def under(ruleset: RuleSet) -> object:
        return score(board, dead, ruleset, ScoreContext(komi))

    return {
        "sgfmill area_score": other.area_score,
        "score, area": lambda: under(RULE_SETS["chinese"]),
        "score, territory with seki": lambda: under(japanese),
        "explain": lambda: explain(board, dead, japanese, ScoreContext(komi)),
        "suggest_dead": lambda: suggest_dead(board, ruleset=japanese),
    }


def measure(rounds: int) -> dict[str, float]:
    """Return the milliseconds of one call, by name: the median over rounds and boards."""
    sets = [candidates(board) for board in boards()]
    times: dict[str, list[float]] = {name: [] for name in sets[0]}
    for _ in range(rounds):
        for name in times:
            for functions in sets:
                start = time.perf_counter()
                functions[name]()
                times[name].append((time.perf_counter() - start) * 1000)
    return {name: statistics.median(values) for name, values in times.items()}


def report(rounds: int) -> None:
    """Measure and print."""
    figures = measure(rounds)
    baseline = next(iter(figures.values()))
    for name, value in figures.items():
        print(f"  {name:44} {value * 1000:12,.0f} µs   {value / baseline:8.2f}")
