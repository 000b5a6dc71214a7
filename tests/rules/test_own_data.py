"""Our own set of games and positions, which is in every clone: played, drawn and counted without `rules`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest
from sgfmill.boards import Board as SgfmillBoard

from rules import (
    RULE_SETS,
    Board,
    Color,
    Pass,
    Play,
    Setup,
    explain_score,
    illegality_code,
    new_game,
    parse_vertex,
    replay,
    score,
)
from rules.scoring import ScoreContext
from tests.diagrams import board, play

DATA = Path(__file__).resolve().parents[1] / "data"
GAMES = [json.loads(line) for line in (DATA / "games.jsonl").read_text().splitlines()]


def test_a_random_game_is_what_sgfmill_made_of_it_R2_to_R6(subtests):
    for case in GAMES:
        with subtests.test(case["moves"][:60]):
            _is_what_sgfmill_made_of_it(case)


def _is_what_sgfmill_made_of_it(case):
    size, ruleset = case["size"], RULE_SETS["japanese"]
    state = new_game(Setup(size, size, ruleset, ruleset.komi[0]))
    words = case["moves"].split()
    stopped = words[-2:] == ["pass", "pass"]

    state = play(state, case["moves"])

    assert state.board.rows() == case["rows"]
    assert (state.prisoners.black, state.prisoners.white) == (case["captured"]["b"], case["captured"]["w"])
    assert (state.stage.value == "marking") is stopped
    if case["ko"] is not None:
        assert illegality_code(state, parse_vertex(case["ko"], size, size)) == "ko"
    assert _area_margin(state.board) == case["area"]


def test_the_games_have_captures_kos_and_passes_enough():
    assert sum(case["captured"]["b"] + case["captured"]["w"] for case in GAMES) > 1500
    assert sum(case["ko"] is not None for case in GAMES) >= 1
    assert sum("pass" in case["moves"] for case in GAMES) > 30
    assert {case["size"] for case in GAMES} >= {2, 9, 13, 19}


def _area_margin(position: Board, dead: frozenset = frozenset()) -> Decimal:
    counted = score(position, dead, RULE_SETS["chinese"], ScoreContext())
    return counted.margin


@dataclass(frozen=True)
class Drawn:
    """A position of positions.txt."""

    name: str
    board: Board
    dead: frozenset
    territory: tuple[int, int]
    area: tuple[int, int]


def drawn() -> list[Drawn]:
    """The positions of the file."""
    text = "\n".join(line for line in (DATA / "positions.txt").read_text().splitlines() if not line.startswith("#"))
    return [_drawn(block) for block in text.strip().split("\n\n")]


def _drawn(block: str) -> Drawn:
    head, rows = block.split("\n")[:4], block.split("\n")[4:]
    facts = dict(line.split(":", 1) for line in head)
    position = board("\n".join(rows))
    dead = frozenset(parse_vertex(v, position.width, position.height) for v in facts["dead"].split())
    black, white = map(int, facts["territory"].split())
    stones, others = map(int, facts["area"].split())
    return Drawn(facts["name"].strip(), position, dead, (black, white), (stones, others))


POSITIONS = pytest.mark.parametrize("case", drawn(), ids=lambda case: case.name.replace(" ", "-"))


@POSITIONS
def test_territory_is_counted_as_by_hand_R21(case):
    counted = score(case.board, case.dead, RULE_SETS["japanese"], ScoreContext())

    assert (len(counted.territory.black), len(counted.territory.white)) == case.territory


@POSITIONS
def test_areas_are_counted_as_by_hand_and_as_by_sgfmill_R22(case):
    black, white = case.area
    for rules in ("chinese", "aga", "new_zealand"):
        counted = score(case.board, case.dead, RULE_SETS[rules], ScoreContext())
        assert (counted.totals.black, counted.totals.white) == (black, white), rules
    if case.board.width == case.board.height:
        assert _sgfmill(case.board, case.dead).area_score() == black - white


def _sgfmill(position: Board, dead: frozenset) -> SgfmillBoard:
    other = SgfmillBoard(position.width)
    for point in position.points():
        color = position[point]
        if color is not None and point not in dead:
            other.board[position.height - 1 - point.row][point.column] = color.letter.lower()
            other._is_empty = False
    return other


@POSITIONS
def test_every_point_is_explained_and_the_explanations_add_up_R62(case, subtests):
    for rules in RULE_SETS:
        with subtests.test(rules):
            _is_explained(case, rules)


def _is_explained(case, rules):
    explained = explain_score(case.board, case.dead, RULE_SETS[rules], ScoreContext())
    kinds = [count.why.value for count in explained.points.values()]
    own = [count for count in explained.points.values() if count.why.value in ("territory", "under_dead_stone")]

    assert len(kinds) == case.board.width * case.board.height
    assert sum(count.color is not None for count in own) == sum(map(len, (
        explained.score.territory.black, explained.score.territory.white
    )))  # fmt: skip


def test_a_replay_of_every_game_is_the_game_step_by_step():
    for case in GAMES[:40]:
        size, ruleset = case["size"], RULE_SETS["japanese"]
        setup = Setup(size, size, ruleset, ruleset.komi[0])
        state = play(new_game(setup), case["moves"])
        color, record = Color.BLACK, []
        for word in case["moves"].split():
            record.append(Pass(color) if word == "pass" else Play(color, parse_vertex(word, size, size)))
            color = color.opponent

        assert replay(setup, record) == state
