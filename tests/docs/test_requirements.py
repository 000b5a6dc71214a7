"""Every requirement that code and tests cite is one row of a page docs/*-requirements.md.

A citation is clear in two places:

- parentheses that begin with numbers, or have them after a comma or semicolon, in docstrings and comments: (R46),
  (C30, C31), (E110 to E113), (RFC 5545; E98);
- a number in a test's name: test_E92_..., ..._R46.

Not checked: numbers in sentences ("R17 says") and in other strings, because many look like points of a board (C3, E5),
the numbers within a range, and other kinds of files.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NUMBER = r"[CELPRTV][1-9]\d{0,2}"
ROW = re.compile(rf"^\| ({NUMBER}) \| .*\S \|$", re.MULTILINE)
TEXT = re.compile(r'"""(.*?)"""|(?:^|\s)# ([^\n]*)', re.DOTALL | re.MULTILINE)
LIST = re.compile(rf"\((?:[^()]*[;,]\s)?{NUMBER}(?:(?:,|;|\sto|\sand)\s+{NUMBER})*(?:[;,][^()]*)?\)")
TEST = re.compile(r"def (test_\w+)")
IN_NAME = re.compile(rf"(?<=_){NUMBER}(?=_|$)")


def defined() -> Counter[str]:
    """How often each number is a row."""
    pages = (ROOT / "docs").glob("*-requirements.md")
    return Counter(number for page in pages for number in ROW.findall(page.read_text(encoding="utf-8")))


def cited(source: str) -> Iterator[str]:
    """The numbers that a module clearly cites."""
    for docstring, comment in TEXT.findall(source):
        for listed in LIST.findall(docstring or comment):
            yield from re.findall(rf"\b{NUMBER}\b", listed)
    for name in TEST.findall(source):
        yield from IN_NAME.findall(name)


def test_every_cited_requirement_is_defined():
    known = defined()
    files = subprocess.check_output(["git", "ls-files", "*.py"], cwd=ROOT, text=True).split()
    missing = {
        f"{file}: {number}"
        for file in files
        for number in cited((ROOT / file).read_text(encoding="utf-8"))
        if number not in known
    }

    assert not missing


def test_no_requirement_is_defined_twice_and_each_page_is_in_order():
    assert [number for number, times in defined().items() if times > 1] == []
    for page in ("game", "play", "tournament"):
        numbers = ROW.findall((ROOT / "docs" / f"{page}-requirements.md").read_text(encoding="utf-8"))
        assert numbers == sorted(numbers, key=lambda number: (number[0], int(number[1:]))), page


@pytest.mark.parametrize(
    ("source", "numbers"),
    [
        ('"""A rule (R46)."""', ["R46"]),
        ('"""Rules (R12 to R17, C36), and one (RFC 5545; E98)."""', ["R12", "R17", "C36", "E98"]),
        ("x = 1  # as agreed (T5)", ["T5"]),
        ("def test_C34_C37_a_comment_is_sealed():", ["C34", "C37"]),
        ("def test_a_comment_is_sealed_C1_C34():", ["C1", "C34"]),
        ('"""A stone at C3; R17 says more."""\nplay("E5", (game, "D4"))', []),
    ],
)
def test_what_a_citation_is(source, numbers):
    assert list(cited(source)) == numbers
