"""The benchmarks run; their figures are looked at by people, not by tests."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_benchmark_of_the_rules_prints_ratios():
    command = [sys.executable, "-m", "benchmarks.rules", "--rounds", "1", "--games", "3"]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)

    assert done.returncode == 0, done.stderr
    ratios = re.findall(r"^  (ours, stones by index|from the snapshot) .* ([\d.]+)$", done.stdout, re.MULTILINE)
    assert {name for name, _ in ratios} == {"ours, stones by index", "from the snapshot"}
    assert all(float(ratio) > 0 for _, ratio in ratios)
