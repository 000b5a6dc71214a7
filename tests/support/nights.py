"""Repetitions of a test for every commit, and for nights only (docs/testing.md)."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable
from typing import Any
from zlib import crc32

import pytest
from hypothesis import settings

NIGHTLY = bool(os.environ.get("IGO_NIGHTLY"))
"""Whether this run asks for everything."""


def by_night_but(kept: Container[Any], every: Iterable[Any]) -> list[Any]:
    """Parameters of a test, of which only these run by day as well."""
    return [one if one in kept else pytest.param(one, marks=pytest.mark.nightly) for one in every]


def examples_by_day(count: int) -> settings:
    """A decorator: this many random examples by day; at night, or exploring, as many as of every other test."""
    profile = settings()
    return profile if NIGHTLY or os.environ.get("IGO_EXPLORE") else settings(max_examples=count)


def is_turn(name: str, *, of: int, number: int = 0) -> bool:
    """Whether this one is asked now: at night always, by day one in so many, the same in every run; those with another
    `number` are others."""
    return NIGHTLY or crc32(name.encode()) % of == number
