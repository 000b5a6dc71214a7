"""Repetitions of a test for every commit, and for nights only (docs/testing.md)."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable
from typing import Any
from zlib import crc32

import pytest
from hypothesis import settings

NIGHTLY = bool(os.environ.get("IGO_NIGHTLY"))
"""Whether this run includes the nightly repetitions."""


def by_night_but(kept: Container[Any], every: Iterable[Any]) -> list[Any]:
    """Return parameters of a test; by day only those in `kept`."""
    return [one if one in kept else pytest.param(one, marks=pytest.mark.nightly) for one in every]


def examples_by_day(count: int) -> settings:
    """Return a decorator that runs this many random examples by day; at night, or when exploring, as many as in every
    other test."""
    profile = settings()
    return profile if NIGHTLY or os.environ.get("IGO_EXPLORE") else settings(max_examples=count)


def is_turn(name: str, *, of: int, number: int = 0) -> bool:
    """Return whether this case runs now: always at night, and by day one in `of`, the same in every run. Another
    `number` selects other cases."""
    return NIGHTLY or crc32(name.encode()) % of == number
