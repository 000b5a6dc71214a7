"""A running server answers as in docs/authorization.csv: the cells that only a server can show, and samples of the
others."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROUTES = ["api/v1/events", "api/v1/games/<int:game_id>/events", "api/v1/schema", "notifications/"]


@pytest.mark.nightly
def test_a_running_server_answers_as_the_table_says_S01():
    walk = [sys.executable, "-m", "tests.access.walk", *ROUTES]

    done = subprocess.run(walk, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert int(re.findall(r"(\d+) cells", done.stdout)[-1]) >= 250
