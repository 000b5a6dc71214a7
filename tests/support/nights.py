"""What of a test's repetitions runs with every commit, and what by night only (docs/testing.md)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest


def by_night_but(kept: Container[Any], every: Iterable[Any]) -> list[Any]:
    """Parameters of a test, of which only these run by day as well."""
    return [one if one in kept else pytest.param(one, marks=pytest.mark.nightly) for one in every]
