"""Helpers for reading pages in tests."""

from __future__ import annotations

import re


def tight(page: str) -> str:
    """Return a page without white space that only lays out its source: between tags, and at the edges of elements."""
    page = re.sub(r"\s+", " ", page)
    page = re.sub(r"(?<=>) (?=<)", "", page)
    page = re.sub(r"(<(?!/)[^>]*>) ", r"\1", page)
    return re.sub(r" (?=</)", "", page)
