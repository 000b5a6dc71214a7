"""Engines that misbehave, each in a different way."""

from __future__ import annotations

import sys
from pathlib import Path

FAKE = Path(__file__).with_name("fake_engine.py")


def fake(how: str) -> list[str]:
    """The command of one that does so: see fake_engine.py."""
    return [sys.executable, str(FAKE), how]
