"""Bold and italic words in players' and organisers' pages are labels or headings of the interface, word for word."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

from tests.support.translations import LANGUAGES, path_of

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = sorted([*DOCS.glob("players/*.md"), *DOCS.glob("organisers/*.md")])
LABEL = re.compile(r"(?<![*\w])(\*\*?)([^*\n]+)\1(?![*\w])")
PLACEHOLDER = re.compile(r"%\\?\(\w+\\?\)s|\\?\{\w+\\?\}")
OF_BROWSERS = {"Add to Home Screen", "Install"}


def messages() -> re.Pattern[str]:
    """Matches every message of the interface in English, with anything where a value is put in."""
    texts = {re.sub(r"<[^>]+>", "", entry.msgid).strip() for entry in polib.pofile(str(path_of(LANGUAGES[0])))}
    worded = [text for text in texts if re.search(r"\w{3}", PLACEHOLDER.sub("", text))]
    upper = (text[0].upper() + text[1:] for text in worded)  # as the pages show labels of fields
    return re.compile("|".join(PLACEHOLDER.sub(".+", re.escape(text)) for text in {*upper, *worded}))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_label_is_in_the_interface(page):
    known = messages()
    labels = {part for _, label in LABEL.findall(page.read_text()) for part in parts(label)} - OF_BROWSERS

    assert [label for label in labels if not known.fullmatch(label)] == []


def parts(label: str) -> list[str]:
    """A label, or the settings and their page of a path such as "Settings, Time"."""
    return label.split(", ", 1) if label.startswith("Settings, ") else [label]
