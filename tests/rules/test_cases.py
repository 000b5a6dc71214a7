"""The engine agrees with the shared cases, which come from elsewhere."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from games.sgf_text import decode_sgf
from rules import sgf
from tests.support.skips import NO_CASES

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "cases"
ADAPTER = Path(__file__).with_name("cases_adapter.py")
SETS = (
    "replay", "replay-positional", "replay-situational", "illegal", "score-area", "score-territory",
    "score-territory-seki", "score-brainking", "score-aga-territory", "score-arithmetic", "handicap", "sgf",
    "time", "time-sgf-ot", "time-ogs-clock", "rating", "variant",
)  # fmt: skip
READ_HERE = {"sgf/sabaki-sgf/sgf/encoding/nihon-kiin.sgf"}
"""Without its first semicolon, as several servers write records: the parsers that made the cases refuse it, and other
programs read it."""
SMALLEST_AGREEMENT = 48
"""Of the sixty suggestions of dead stones, this many agree with people to the last stone."""

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason=NO_CASES)


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
                if case["id"] not in READ_HERE:
                    failed.append((case["id"], str(fail)))
    return passed, failed


@pytest.mark.parametrize("name", SETS)
def test_every_case_of_the_set_passes(runner, name):
    passed, failed = _results(runner, name)

    assert failed == []
    assert passed > 0


def test_every_file_of_go_becomes_a_game_or_an_error_with_its_line():
    """The moves of real files are read as well: an error names its line."""
    games, refusals = 0, []
    for path in sorted((FOLDER / "sgf").iterdir()):
        try:
            for root in sgf.parse(decode_sgf(path.read_bytes()).text):
                sgf.position_after(sgf.read_game(root))
                games += 1
        except sgf.SgfError as error:
            refusals.append(error)
    assert games > 100
    assert {error.code for error in refusals} <= sgf.CODES
    assert all(error.line or error.code == "sgf_no_game" for error in refusals)


def test_every_real_file_comes_back_as_it_was_read():
    for path in sorted((FOLDER / "sgf").iterdir()):
        try:
            roots = sgf.parse(decode_sgf(path.read_bytes()).text)
        except sgf.SgfError:
            continue
        again = sgf.parse(sgf.serialize(roots))
        assert [tree_of(root) for root in again] == [tree_of(root) for root in roots]


def tree_of(root: sgf.SgfNode) -> list[tuple[int, dict[str, list[str]]]]:
    """A tree as something that can be compared; the charset changes, as everything is written in UTF-8."""
    return [(depth, {k: v for k, v in node.properties.items() if k != "CA"}) for depth, node in root.walk()]


def test_the_suggestion_of_dead_stones_mostly_agrees_with_people(runner):
    passed, failed = _results(runner, "dead")

    assert passed + len(failed) == 60
    assert passed >= SMALLEST_AGREEMENT
