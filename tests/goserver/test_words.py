"""One word for each thing: the catalogs against terms.csv and forbidden.csv of each language (docs/translating.md)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator

import polib
import pytest
from django.apps import apps
from django.forms import BaseForm
from django.urls import get_resolver

from tests.support import plain_words
from tests.support.app_packages import SERVED
from tests.support.translations import LANGUAGES, LOCALE, path_of

PLACEHOLDER = re.compile(r"%\(\w+\)s")
MOST_WITHOUT_TERM = 0.1


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


def faults_of_terms(term: str, allowed: str, text: Iterable[tuple[str, str]]) -> list[str]:
    """The messages that have a term in English and none of its allowed beginnings of words in the translation."""
    here, there = english(term), translation(allowed)
    wrong = (pair for pair in text if here.search(PLACEHOLDER.sub("", pair[0])) and not there.search(pair[1]))
    return [f"{message} -> {translated}" for message, translated in wrong]


def english(term: str) -> re.Pattern[str]:
    """The term with the endings of its plural and of its verb."""
    return re.compile(rf"\b{re.escape(term)}(?:s|d|ed|ing)?\b", re.IGNORECASE)


def translation(allowed: str) -> re.Pattern[str]:
    """The beginnings of words, also after a hyphen or a half-space; "~" before one: in a compound too."""
    starts = [word[1:] if word.startswith("~") else rf"\b{word}" for word in allowed.split("|")]
    return re.compile("|".join(starts), re.IGNORECASE)


def faults_of_words(pattern: str, result: Iterable[str]) -> list[str]:
    found = re.compile(pattern, re.IGNORECASE)
    return [text for text in result if found.search(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_of_the_glossary_has_its_word_in_every_message(language, subtests):
    texts = [pair for pair in messages(language) if pair[1]]
    for row in rows(language, "terms.csv"):
        with subtests.test(row["term"]):
            assert faults_of_terms(row["term"], row["words"], texts) == []


@pytest.mark.parametrize(("name", "column"), [("terms.csv", "term"), ("forbidden.csv", "pattern")])
@pytest.mark.parametrize("language", [*LANGUAGES, "en"])
def test_each_word_has_one_row(language, name, column):
    words = [row[column] for row in rows(language, name)]
    assert [word for word in words if words.count(word) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_row_of_each_term_can_fail(language, subtests):
    """At least one message has the term, and most messages without the term do not have its translation."""
    texts = [pair for pair in messages(language) if pair[1]]
    for row in rows(language, "terms.csv"):
        with subtests.test(row["term"]):
            here, there = english(row["term"]), translation(row["words"])
            others = [translated for message, translated in texts if not here.search(message)]
            assert len(others) < len(texts)
            assert sum(bool(there.search(text)) for text in others) < MOST_WITHOUT_TERM * len(others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_forbidden_words_are_in_no_translation(language, subtests):
    texts = [translated for _, translated in messages(language)]
    for row in rows(language, "forbidden.csv"):
        with subtests.test(row["pattern"]):
            assert faults_of_words(row["pattern"], texts) == [], row["instead"]


def test_a_wrong_word_is_found():
    texts = [("Ask a moderator.", "Kysy valvojalta."), ("Moderators", "Moderaattorit")]
    assert faults_of_terms("moderator", "moderaattor", texts) == ["Ask a moderator. -> Kysy valvojalta."]
    assert faults_of_words(r"\bletters?\b", ["A letter is sent.", "Better"]) == ["A letter is sent."]


def test_messages_documents_and_docstrings_have_no_forbidden_words():
    assert plain_words.faults() == []


def test_a_forbidden_word_is_found_in_prose_and_not_in_code():
    assert len(plain_words.in_document("Moves go on, and\nnobody\nwaits.")) == 2
    assert plain_words.in_document("`nobody` calls it:\n\n```\nanew\n```\n") == []
    assert len(plain_words.in_module('"""Whose row is stored anew."""\n\nX = "nobody"\n# nobody reads it\n')) == 3
    assert len(plain_words.in_module('raise ValueError("It is read anew.")\n')) == 1
    assert plain_words.in_module('raise ValueError("It is read anew.")\n', texts=False) == []
    assert plain_words.in_document("A row.\n\n## [0.1.0]\n\nNobody waits.\n") == []


def test_a_forbidden_word_is_found_in_comments_of_scripts():
    assert len(plain_words.in_comments("/** Moves go\n * on. */\nx = 1; // nobody\ny = 2\n# Stored\n# anew.\n")) == 3
    assert plain_words.in_comments('x = "nobody"; y("http://nobody.example/anew") // `nobody` calls it\n') == []


def test_a_help_text_of_more_than_25_words_is_found(subtests):
    text = " ".join(["word"] * 26)
    forms = (
        'CharField(help_text=_("{}"))', 'class Meta:\n    help_texts = {{"name": "{}"}}', 'yes_no_term(help="{}")',
        'self.fields["name"].help_text = _("{}")', 'search_help_text = pgettext("help", "{}")',
    )  # fmt: skip
    for form in forms:
        with subtests.test(form):
            assert plain_words.long_help_texts(form.format(text)) == [text]
            assert plain_words.long_help_texts(form.format(text.removesuffix(" word"))) == []


def test_a_help_text_of_a_template_of_more_than_25_words_is_found(subtests):
    text = " ".join(["word"] * 26)
    pages = (
        '<p class="help" id="x">{{% blocktranslate trimmed %}}<b>{}</b>{{% endblocktranslate %}}</p>',
        '<div class="help muted">\n{{% translate "{}" context "help" %}}</div>',
    )
    for page in pages:
        with subtests.test(page):
            assert plain_words.long_helps_of_template(page.format(text)) == [text]
            assert plain_words.long_helps_of_template(page.format(text.removesuffix(" word"))) == []


OF_DJANGO = {"password1", "usable_password"}
"""These have the framework's texts; the pages replace the first."""


def every_form(kind=BaseForm):
    """All loaded form classes of this project."""
    for one in kind.__subclasses__():
        if one.__module__.partition(".")[0] in SERVED:
            yield one
        yield from every_form(one)


def test_help_texts_that_modules_share_have_at_most_25_words_too():
    """A form field's help text can be a constant, which the search by module does not see."""
    assert get_resolver().url_patterns  # loads the views and their forms
    named = [pair for form in every_form() for pair in form.base_fields.items()]
    fields = [field for name, field in named if name not in OF_DJANGO]
    fields += [field for model in apps.get_models() if model._meta.app_label in SERVED for field in model._meta.fields]
    texts = {str(field.help_text) for field in fields}
    assert len(texts) > 80
    assert [text for text in texts if len(text.split()) > plain_words.LONGEST_HELP] == []


def test_a_module_that_is_not_rewritten_yet_gets_no_more_hits():
    found = {"games/old.py": ["nobody", "anew"], "games/new.py": ["anew"]}
    assert plain_words.too_many(found, {"games/old.py": 2}) == ["games/new.py: anew"]
    assert len(plain_words.too_many(found, {"games/old.py": 1, "games/new.py": 1})) == 2
