"""The suggested dead stones in games that an engine played: the engine's own list at the end, and the same on every
machine."""

import json
from pathlib import Path

import pytest

from rules import RULE_SETS, Setup, new_game
from tests.data.suggest import share_of, suggestion
from tests.diagrams import play

DATA = Path(__file__).resolve().parents[1] / "data"
CASES = [json.loads(line) for line in (DATA / "suggestions.jsonl").read_text().splitlines()]
JAPANESE = RULE_SETS["japanese"]


def state_of(case):
    return play(new_game(Setup(case["size"], case["size"], JAPANESE, JAPANESE.komi[0])), case["moves"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['size']}-{len(case['moves'].split())}")
def test_the_suggestion_is_the_same_on_every_machine_R10(case):
    state = state_of(case)

    assert suggestion(state) == case["suggested"]
    if "share" in case:
        assert share_of(state) == case["share"]


def test_at_the_end_of_games_it_is_what_the_engine_named():
    ends = [case for case in CASES if "dead" in case]
    agreed = [case for case in ends if case["suggested"] == case["dead"]]
    differing = sum(len(set(case["suggested"]) ^ set(case["dead"])) for case in ends)

    assert len(ends) == 18
    assert len(agreed) >= 15
    assert differing <= 12


def test_the_cases_are_not_all_empty():
    assert sum(bool(case["suggested"]) for case in CASES) > len(CASES) / 2
    assert sum("share" in case for case in CASES) >= 3
