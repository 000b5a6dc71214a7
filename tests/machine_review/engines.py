"""Engines for the tests of computer analyses: GNU Go itself, and a program with KataGo's protocols."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

FAKE = Path(__file__).with_name("fake_katago.py")


def katago(log: Path, how: str = "well", protocol: str = "analysis") -> str:
    """The command of one that behaves so; it writes what it is asked into `log`."""
    return shlex.join([sys.executable, "-I", "-S", str(FAKE), protocol, str(log), how])


def asked(log: Path) -> list[dict]:
    """Return the queries it has received so far."""
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
