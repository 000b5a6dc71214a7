"""docs/asvs.csv answers OWASP ASVS 5.0, levels 1 and 2, and S24 to S43, row by row, and its references exist."""

from __future__ import annotations

import ast
import csv
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The level of each requirement of each section of ASVS 5.0.0, in their order.
LEVELS = {
    "1.1": "22", "1.2": "1111122223", "1.3": "112222222223", "1.4": "222", "1.5": "123",
    "2.1": "122", "2.2": "112", "2.3": "12223", "2.4": "23",
    "3.1": "3", "3.2": "113", "3.3": "12223", "3.4": "11222233", "3.5": "11122333", "3.6": "3", "3.7": "22333",
    "4.1": "12233", "4.2": "23333", "4.3": "22", "4.4": "1222",
    "5.1": "2", "5.2": "112333", "5.3": "113", "5.4": "222",
    "6.1": "122", "6.2": "111111112222", "6.3": "11223333", "6.4": "112233", "6.5": "22222333", "6.6": "2223",
    "6.7": "33", "6.8": "2222",
    "7.1": "222", "7.2": "1111", "7.3": "22", "7.4": "11222", "7.5": "223", "7.6": "22",
    "8.1": "1233", "8.2": "1123", "8.3": "133", "8.4": "23",
    "9.1": "111", "9.2": "1222",
    "10.1": "22", "10.2": "223", "10.3": "22223", "10.4": "1111122222233333", "10.5": "22222",
    "10.6": "22", "10.7": "222",
    "11.1": "2233", "11.2": "22233", "11.3": "11233", "11.4": "1222", "11.5": "23", "11.6": "23", "11.7": "33",
    "12.1": "12233", "12.2": "11", "12.3": "22223",
    "13.1": "2333", "13.2": "222223", "13.3": "2233", "13.4": "1222233",
    "14.1": "22", "14.2": "12223333", "14.3": "122",
    "15.1": "12233", "15.2": "12233", "15.3": "1222222", "15.4": "3333",
    "16.1": "2", "16.2": "22222", "16.3": "2222", "16.4": "222", "16.5": "2223",
    "17.1": "23", "17.2": "22223333", "17.3": "22",
}  # fmt: skip
OWN = [f"S{number}" for number in range(24, 44)]


def rows() -> list[dict[str, str]]:
    with (ROOT / "docs" / "asvs.csv").open(newline="") as file:
        return list(csv.DictReader(file))


@lru_cache
def names_in(path: str) -> set[str]:
    """The names of the tests in a file; none for a file that is not there."""
    file = ROOT / path
    if not file.is_file():
        return set()
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, functions)}


def test_every_requirement_of_levels_1_and_2_is_answered_once():
    wanted = [
        (f"{section}.{number}", level)
        for section, levels in LEVELS.items()
        for number, level in enumerate(levels, start=1)
        if level != "3"
    ]

    assert len(wanted) == 253
    assert [(row["requirement"], row["level"]) for row in rows()] == [*wanted, *((name, "S") for name in OWN)]


def test_no_answer_is_empty_and_150_are_tests():
    answers = Counter(row["answer"] for row in rows() if row["level"] != "S")

    for row in rows():
        assert row["answer"] in ("test", "place", "n/a", "open"), row
        assert all(value and value == value.strip() for value in row.values()), row
    assert answers["test"] >= 150
    assert answers["n/a"] <= 70


def test_every_test_that_is_named_exists():
    for row in rows():
        for named in row["what"].split() if row["answer"] == "test" else ():
            path, _, name = named.partition("::")
            assert name.startswith("test_"), row
            assert name in names_in(path), row


def test_every_place_that_is_named_exists():
    for row in rows():
        if row["answer"] != "place":
            continue
        files = re.findall(r"[\w.-]+(?:/[\w.-]+)+", row["what"])
        assert any((ROOT / file.rstrip(".")).exists() for file in files), row
        for file in files:
            assert (ROOT / file.rstrip(".")).exists(), row
        for file, name in re.findall(r"([\w./-]+\.py): ([A-Z][A-Z_]{3,})", row["what"]):
            assert name in (ROOT / file).read_text(), row
        for heading in re.findall(r"(?:security|accounts)\.md: ([A-Z][\w ]+)", row["what"]):
            document = "accounts" if "accounts.md" in row["what"] else "security"
            assert f"## {heading.strip()}" in (ROOT / "docs" / f"{document}.md").read_text(), row
