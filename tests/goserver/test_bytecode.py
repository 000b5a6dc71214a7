"""A test run compiles each module only once, whatever the environment sets (tests/support/bytecode.py)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_processes_of_a_run_keep_bytecode_although_the_environment_forbids_it(tmp_path):
    asked = (
        "import os, sys; from tests.support import bytecode; bytecode.keep(); import rules.notation;"
        "print(sys.dont_write_bytecode, 'PYTHONDONTWRITEBYTECODE' in os.environ)"
    )
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": str(tmp_path)}

    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["False", "False"]
    assert list(tmp_path.rglob("notation.*.pyc"))
