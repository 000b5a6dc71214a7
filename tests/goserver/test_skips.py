"""A successful run skipped nothing because of a missing program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import programs, skips

ROOT = Path(__file__).resolve().parents[2]
TESTS = """
import pytest

def test_kept(): pass
def test_left_out(): pytest.skip("nginx is not installed")
@pytest.mark.skipif(True, reason="no time today")
def test_put_off(): pass
@pytest.mark.postgres
def test_on_postgres(): pass
"""


def outcomes(folder: Path, **environment: str) -> str:
    """The last line of a run of these tests."""
    (folder / "test_it.py").write_text(TESTS)
    inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    plugins = ["-p", "tests.support.skips", "-p", "no:cacheprovider", "-o", "markers=postgres"]
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, f"--rootdir={folder}", *plugins, str(folder)]
    environment = {**inherited, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **environment}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()[-1].partition(" in ")[0]


def test_a_test_that_skips_itself_for_a_reason_of_its_own_has_failed(tmp_path):
    assert outcomes(tmp_path) == "1 failed, 1 passed, 1 skipped, 1 error"


def test_with_postgresql_at_hand_every_test_runs(tmp_path):
    there = {"DATABASE_URL": "postgres://igo@127.0.0.1/igo", "REDIS_URL": "redis://127.0.0.1/0"}

    assert outcomes(tmp_path, **there) == "1 failed, 2 passed, 1 error"


def test_what_runs_on_both_databases_is_there():
    assert [path for path in skips.ON_SQLITE_TOO if not (ROOT / path).exists()] == []


def test_a_program_that_cannot_be_had_is_named_with_its_package(monkeypatch):
    monkeypatch.setattr(programs, "find", lambda name: None)
    monkeypatch.setattr(programs, "_install", lambda names: None)

    with pytest.raises(programs.MissingProgram, match=r"need nginx, ps\. .*apt-get install nginx-light procps\)"):
        programs.need_all(["nginx", "ps"])


def test_a_program_that_tests_can_do_without_is_none_where_it_cannot_be_had(monkeypatch):
    monkeypatch.setattr(programs, "find", lambda name: None)
    monkeypatch.setattr(programs, "_install", lambda names: None)

    assert programs.wanted("chromium-headless-shell") is None


@pytest.mark.nightly
def test_every_program_that_tests_ask_for_has_a_package():
    assert all(map(programs.find, programs.PACKAGES)) or programs.need_all(programs.PACKAGES)
