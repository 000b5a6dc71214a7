"""One word for one thing: the catalogs against terms.csv and forbidden.csv of each language (docs/translating.md)."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import polib
import pytest

from tests.support.rooms import ROOMS, ROOT
from tests.support.translations import LANGUAGES, LOCALE, path_of

PLACEHOLDER = re.compile(r"%\(\w+\)s")
QUOTING = {"translating.md", "CHANGELOG.md", "README.md"}
"""The first names such words; the others tell of versions and files as they were named."""


def rows(language: str, name: str) -> list[dict[str, str]]:
    """A list of a language; empty if it has none yet."""
    path = LOCALE / language / name
    return list(csv.DictReader(path.open(encoding="utf-8", newline=""))) if path.exists() else []


def messages(language: str) -> Iterator[tuple[str, str]]:
    """Every message in English with its translation; the forms of a plural together."""
    for entry in polib.pofile(str(path_of(language))):
        if entry.msgid_plural:
            yield f"{entry.msgid} | {entry.msgid_plural}", " | ".join(entry.msgstr_plural.values())
        else:
            yield entry.msgid, entry.msgstr


def faults_of_terms(term: str, allowed: str, said: Iterable[tuple[str, str]]) -> list[str]:
    """The messages that have a term in English and none of its allowed beginnings of words in the translation."""
    here, there = re.compile(rf"\b{re.escape(term)}s?\b", re.IGNORECASE), re.compile(allowed, re.IGNORECASE)
    wrong = (pair for pair in said if here.search(PLACEHOLDER.sub("", pair[0])) and not there.search(pair[1]))
    return [f"{english} -> {translated}" for english, translated in wrong]


def faults_of_words(pattern: str, said: Iterable[str]) -> list[str]:
    found = re.compile(pattern, re.IGNORECASE)
    return [text for text in said if found.search(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_of_the_glossary_is_said_by_its_word_in_every_message(language, subtests):
    said = [pair for pair in messages(language) if pair[1]]
    for row in rows(language, "terms.csv"):
        with subtests.test(row["term"]):
            assert faults_of_terms(row["term"], row["words"], said) == []


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_words_that_nobody_should_read_are_in_no_message(language, subtests):
    pairs = messages(LANGUAGES[0] if language == "en" else language)
    texts = [english if language == "en" else said for english, said in pairs]
    for row in rows(language, "forbidden.csv"):
        with subtests.test(row["pattern"]):
            assert faults_of_words(row["pattern"], texts) == [], row["instead"]


def test_a_wrong_word_is_found():
    said = [("Ask a moderator.", "Kysy valvojalta."), ("Moderators", "Moderaattorit")]
    assert faults_of_terms("moderator", "moderaattor", said) == ["Ask a moderator. -> Kysy valvojalta."]
    assert faults_of_words(r"\bletters?\b", ["A letter is sent.", "Better"]) == ["A letter is sent."]


def prose(path: Path) -> str:
    """What a document says, or the docstrings and comments of a module; without what stands as `code`."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        bodies = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr)]
        docs = [node.value.value for node in bodies if isinstance(node.value, ast.Constant)]
        text = "\n".join([*map(str, docs), *re.findall(r"(?:^|\s)# .*", text)])
    return re.sub(r"`[^`]*`", "", text)


def test_documents_and_comments_speak_the_same_english(subtests):
    never = [row for row in rows("en", "forbidden.csv") if row["where"] == "everywhere"]
    files = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    files += [path for room in ROOMS for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts]
    texts = {path: path.read_text(encoding="utf-8") for path in files if path.name not in QUOTING}
    for row in never:
        word = re.compile(row["pattern"], re.IGNORECASE)
        with subtests.test(row["pattern"]):
            found = [path for path, text in texts.items() if word.search(text)]
            assert [str(path) for path in found if word.search(prose(path))] == [], row["instead"]
