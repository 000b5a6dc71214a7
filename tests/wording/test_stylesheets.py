"""A class name has one meaning: no stylesheet hides or lays out another stylesheet's class."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

CSS = Path(__file__).resolve().parents[2] / "static" / "css"
APART = {"admin.css", "admin_pages.css", "embed.css"}
"""Of pages that load none of the others."""
ONE_MEANING = {"board", "card", "card-text", "cards", "offer", "offers", "segments", "tabs"}
"""Classes that two stylesheets lay out, the later one for its own pages."""


def rules(text: str) -> list[tuple[str, str]]:
    """Selectors and bodies outside of @media print."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r":is\([^()]*\)", ":is", text)
    text = re.sub(r"@media print \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text)
    found = re.findall(r"([^{}]+)\{([^{}]*)\}", text)
    return [(one.strip(), body) for selectors, body in found for one in selectors.split(",")]


def bare(name: str) -> dict[str, str]:
    """Return a stylesheet's declarations for classes by themselves, wherever they are."""
    result: dict[str, str] = defaultdict(str)
    for selector, body in rules((CSS / name).read_text(encoding="utf-8")):
        if re.fullmatch(r"\.[a-z][\w-]*", selector):
            result[selector[1:]] += body
    return result


SHEETS = {path.name: bare(path.name) for path in sorted(CSS.glob("*.css")) if path.name not in APART}


def test_only_classes_that_say_so_are_hidden_whatever_else_holds():
    hiding = {name for text in SHEETS.values() for name, body in text.items() if "none !important" in body}

    assert hiding == {"wide-only", "broad-only"}


def test_a_class_means_the_same_in_all_stylesheets():
    sheets: dict[str, set[str]] = defaultdict(set)
    for sheet, text in SHEETS.items():
        for name in text:
            sheets[name].add(sheet)

    assert {name: where for name, where in sheets.items() if len(where) > 1 and name not in ONE_MEANING} == {}
