"""The engine agrees with the shared cases, which nobody here wrote."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "cases"
ADAPTER = Path(__file__).with_name("cases_adapter.py")
SETS = (
    "replay", "replay-positional", "replay-situational", "illegal", "score-area", "score-territory",
    "score-territory-seki", "score-brainking", "score-aga-territory", "score-arithmetic", "handicap",
)  # fmt: skip
SMALLEST_AGREEMENT = 48
"""Of the sixty suggestions of dead stones, so many agree with people to the last stone."""

pytestmark = pytest.mark.skipif(
    not FOLDER.exists(), reason="the shared cases are not part of a clone (../shared/cases)"
)


@pytest.fixture(scope="module")
def runner():
    """The runner of the cases and our adapter."""
    spec = importlib.util.spec_from_file_location("run_cases", FOLDER / "run_cases.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["run_cases"] = module
    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
    spec.loader.exec_module(module)
    sys.dont_write_bytecode = before
    return module, module.load_adapter(str(ADAPTER))


def _results(runner, name):
    """How many cases of a set pass, and what failed."""
    module, adapter = runner
    _, file, _, wanted, run = next(row for row in module.SETS if row[0] == name)
    passed, failed = 0, []
    for case in module.cases(file, str(FOLDER)):
        if wanted(case):
            try:
                run(adapter, case)
                passed += 1
            except module.Fail as fail:
                failed.append((case["id"], str(fail)))
    return passed, failed


@pytest.mark.parametrize("name", SETS)
def test_every_case_of_the_set_passes(runner, name):
    passed, failed = _results(runner, name)

    assert failed == []
    assert passed > 0


def test_the_suggestion_of_dead_stones_mostly_agrees_with_people(runner):
    passed, failed = _results(runner, "dead")

    assert passed + len(failed) == 60
    assert passed >= SMALLEST_AGREEMENT
