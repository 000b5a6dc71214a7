"""Compare the rules engine with others: replaying games, legal points, opening a game, scoring.

    python -m benchmarks.rules [--rounds N] [--games N]
    uv run --group benchmarks python -m benchmarks.rules      (with OpenSpiel, which is compiled C++)

Each figure is the median of rounds in which all candidates take turns, so that other work of the machine affects all.
Ratios are to sgfmill, which knows only simple ko.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
from collections.abc import Callable

from sgfmill.boards import Board as SgfmillBoard  # type: ignore[import-untyped]

from rules import Color, GameState, Play, from_payload, illegal_points, new_game, replay
from rules.replay import replay_stones

from . import scoring
from .records import SETUP, Record, records

Function = Callable[[], object]


def medians(functions: dict[str, Function], rounds: int) -> dict[str, float]:
    """Return the seconds of one call of each function, by name: the median of rounds in which they take turns."""
    times: dict[str, list[float]] = {name: [] for name in functions}
    for _ in range(rounds):
        for name, function in functions.items():
            gc.collect()
            start = time.perf_counter()
            function()
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(values) for name, values in times.items()}


def replaying(games: list[Record], rounds: int) -> None:
    """Print the moves per second with every legality check, including positional superko."""
    ours = [[action for action in game if isinstance(action, Play)] for game in games]
    indices = [[action.point.row * 19 + action.point.column for action in game] for game in ours]
    theirs = [[("bw"[a.color - 1], 18 - a.point.row, a.point.column) for a in game] for game in ours]
    start = new_game(SETUP)

    def sgfmill() -> None:
        for game in theirs:
            board = SgfmillBoard(19)
            for color, row, column in game:
                board.play(row, column, color)

    candidates: dict[str, Function] = {
        "sgfmill (simple ko)": sgfmill,
        "ours, stones by index": lambda: [replay_stones(start, stones) for stones in indices],
        "ours, replay() of actions to a GameState": lambda: [replay(SETUP, game) for game in ours],
        "ours, apply() one by one": lambda: [_one_by_one(game) for game in ours[::10]],
    }
    candidates |= _open_spiel(indices)
    moves = sum(map(len, ours))
    figures = medians(candidates, rounds)
    figures["ours, apply() one by one"] *= moves / sum(map(len, ours[::10]))
    baseline = figures["sgfmill (simple ko)"]
    for name, seconds in figures.items():
        _say(name, f"{moves / seconds:12,.0f} moves/s", baseline / seconds)


def _one_by_one(game: list[Play]) -> GameState:
    from rules import apply

    state = new_game(SETUP)
    for action in game:
        state = apply(state, action)
    return state


def _open_spiel(indices: list[list[int]]) -> dict[str, Function]:
    """Return the function of OpenSpiel, if it is installed. Its points are numbered as ours, but mirrored."""
    try:
        import pyspiel  # type: ignore[import-not-found]
    except ImportError:
        return {}
    go = pyspiel.load_game("go", {"board_size": 19})

    def play(*, checked: bool) -> None:
        for game in indices:
            state = go.new_initial_state()
            for index in game:
                if checked and index not in state.legal_actions():
                    break
                state.apply_action(index)

    return {
        "OpenSpiel (C++), legality checked": lambda: play(checked=True),
        "OpenSpiel (C++), any move believed": lambda: play(checked=False),
    }


def legality(games: list[Record], rounds: int) -> None:
    """Print the times to find all legal points of a position, and the reason for every refused point."""
    states = [replay(SETUP, game[: len(game) // 2]) for game in games[:60]]
    boards = [(state, _sgfmill(state)) for state in states[::6]]

    def try_all() -> None:
        for state, board in boards:
            color = "bw"[(state.to_play or 1) - 1]
            for point in state.board.points():
                if state.board[point] is None:
                    board.copy().play(18 - point.row, point.column, color)

    figures = medians({"sgfmill": try_all, "ours": lambda: [illegal_points(state) for state in states]}, rounds)
    sgfmill, ours = figures["sgfmill"] / len(boards), figures["ours"] / len(states)
    _say("sgfmill, copy and play on each", f"{sgfmill * 1e6:12,.0f} µs", 1)
    _say("ours, illegal_points()", f"{ours * 1e6:12,.0f} µs", sgfmill / ours)


def _sgfmill(state: GameState) -> SgfmillBoard:
    board = SgfmillBoard(19)
    stones: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for point in state.board.points():
        color = state.board[point]
        if color is not None:
            stones[color - 1].append((18 - point.row, point.column))
    board.apply_setup(*stones, [])
    return board


def opening(games: list[Record], rounds: int) -> None:
    """Print the times to open a long game from its snapshot, and from its actions."""
    game = max(games, key=lambda record: (len(record) <= 320, len(record)))
    state = replay(SETUP, game)
    data, keys = state.to_json(), state.position_keys
    rows = [(action.kind, int(action.color), action.payload(SETUP)) for action in game]

    def from_rows() -> GameState:
        return replay(SETUP, [from_payload(kind, Color(color), payload, SETUP) for kind, color, payload in rows])

    candidates: dict[str, Function] = {
        "from stored actions": lambda: [from_rows() for _ in range(20)],
        "by replay()": lambda: [replay(SETUP, game) for _ in range(20)],
        "from the snapshot": lambda: [GameState.from_json(SETUP, data, keys) for _ in range(20)],
    }
    figures = {name: seconds / 20 for name, seconds in medians(candidates, rounds).items()}
    print(f"  ({len(game)} moves; the game in memory has {_size(state) / 1024:.0f} kB)")
    for name, seconds in figures.items():
        _say(name, f"{seconds * 1e6:12,.0f} µs", figures["from stored actions"] / seconds)


def _size(state: GameState) -> int:
    """Return the bytes of a game's state that no other game shares."""
    own = [state, state.board, state.board.cells, state.history, *state.history]
    return sum(map(sys.getsizeof, own))


def _say(name: str, figure: str, ratio: float) -> None:
    print(f"  {name:44} {figure}   {ratio:8.2f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=500)
    options = parser.parse_args()
    what, games = records(options.games)
    print(f"Replaying {what}; the last column is how many times faster than the first line.")
    replaying(games, options.rounds)
    print("All legal points of a middle game position, with reasons:")
    legality(games, options.rounds)
    print("Opening a long game:")
    opening(games, options.rounds)
    print("Counting a finished 19x19 position; the last column is the ratio of times.")
    scoring.report(options.rounds)


if __name__ == "__main__":
    main()
