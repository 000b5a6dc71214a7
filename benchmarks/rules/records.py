"""The games that are replayed: real ones if the shared cases are available, otherwise random ones of at most 300
moves."""

from __future__ import annotations

import json
import random
from pathlib import Path

from rules import RULE_SETS, Color, Pass, Play, Point, Setup, apply, from_sgf, legal_points, new_game

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases" / "replay.jsonl"
SETUP = Setup(19, 19, RULE_SETS["chinese"], RULE_SETS["chinese"].komi[2])
"""The setup: area scoring with positional superko."""
Record = list[Play | Pass]


def records(most: int = 500) -> tuple[str, list[Record]]:
    """Return a description of the games, and their moves."""
    if SHARED.exists():
        found = [record for line in SHARED.read_text().splitlines() if (record := _real(json.loads(line)))]
        return f"{len(found[:most])} real games", found[:most]
    return "20 random games", [_random(seed) for seed in range(20)]


def _real(case: dict) -> Record | None:  # type: ignore[type-arg]
    """Return the game of a case; None for other boards, and for games that do not alternate or that break superko."""
    plain = case.get("size") == 19 and case.get("alternating") and case["first"] == "B"
    if not plain or case.get("AB") or case.get("AW") or case["legal_under"]["positional"] is not True:
        return None
    words = case["moves"].split()
    if any(len(word) == 1 for word in words[:-2]):
        return None
    return [Play(Color.from_letter(word[0]), from_sgf(word[1:], 19, 19)) for word in words if len(word) == 3]


def _random(seed: int) -> Record:
    """Return a game of random legal moves, at most 300."""
    dice, state, record = random.Random(seed), new_game(SETUP), Record()  # noqa: S311 - not a secret
    while len(record) < 300 and (points := legal_points(state)):
        assert state.to_play is not None
        record.append(Play(state.to_play, _not_into_an_eye(state, points, dice)))
        state = apply(state, record[-1])
    return record


def _not_into_an_eye(state, points: list[Point], dice: random.Random) -> Point:  # type: ignore[no-untyped-def]
    for _ in range(10):
        point = dice.choice(points)
        column, row = point
        around = [Point(column + x, row + y) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        near = [state.board[p] for p in around if 0 <= p.column < 19 and 0 <= p.row < 19]
        if any(stone is not state.to_play for stone in near):
            return point
    return point
