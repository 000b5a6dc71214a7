"""Pages in Finnish and Persian have no English: one page of each kind."""

import re
from html.parser import HTMLParser

import polib
import pytest
from django.db import transaction

from foundation import limits
from tests.access import table
from tests.support.nights import is_turn
from tests.support.translations import path_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlogged")]

ATTRIBUTES = {"alt", "aria-label", "placeholder", "title"}
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
OPAQUE = {"bdi", "code", "kbd", "pre", "script", "samp", "style", "textarea", "svg"}
"""Names, addresses, code and what players write; none of it is translated."""


NAMES = (
    *("Small (?:league|board)", "Closed club", "Which size", "an app", "Teaching games", "Spring Open"),
    r"^\w+/[\w ]+$",
)
"""Names that people in the place have chosen, and time zones."""
STORED = re.compile(r"readonly|field-")
"""The beginnings of class names of the admin site's cells with stored texts."""


class Texts(HTMLParser):
    """The texts of a page that its reader sees or hears, except those in OPAQUE and in elements with a language."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        hidden = self._is_hidden or tag in OPAQUE or ("lang" in named and tag != "html") or named.get("dir") == "auto"
        is_stored = tag in {"td", "th", "div"} and STORED.match(named.get("class") or "") is not None
        hidden = hidden or is_stored or named.get("for") == "searchbar"
        if not hidden:
            self.found += [named[name] for name in ATTRIBUTES & set(named) if named[name]]
        if tag not in VOID:
            self._open.append((tag, hidden))

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        text = " ".join(data.split())
        if text and not self._is_hidden:
            self.found.append(text)

    @property
    def _is_hidden(self):
        return bool(self._open) and self._open[-1][1]


def untranslated(language: str) -> set[str]:
    """Return the messages that differ from every translation."""
    entries = [e for e in polib.pofile(str(path_of(language))) if not e.msgid_plural]
    return {e.msgid for e in entries} - {e.msgstr for e in entries}


STAFFS = ("admin/", "mod/")
SIGNED_OUT = ("accounts/login", "accounts/signup", "accounts/password/reset")
LANGUAGE_OF_THE_READER = "mail/"
"""Pages that e-mails link to: they have the language of the player, who need not be signed in."""


def visitor_of(route):
    """Return a visitor who may see the page at this route."""
    if route.startswith(STAFFS):
        return "administrator"
    return "anonymous" if route.startswith(SIGNED_OUT) else "player"


def pages(place, language):
    """Yield the label and the HTML of each page, by day of every third route: players' pages, and staff's as an
    administrator."""
    for route, asked in table.everything(place):
        if "GET" not in asked.methods or table.STREAM.search(asked.path) or not is_turn(route, of=3):
            continue
        limits.reset_counts()
        with transaction.atomic():
            answer = place.come(visitor_of(route)).get(asked.path, headers={"Accept-Language": language})
            transaction.set_rollback(True)
        is_page = answer.headers.get("Content-Type", "").startswith("text/html")
        if is_page and answer.status_code == 200 and not route.startswith(LANGUAGE_OF_THE_READER):
            yield asked.label, answer.content.decode()


def english(language, text, messages):
    """Return whether the text is an untranslated message. In Persian, two Latin words suffice, except in names. One
    letter may be the first of a name, as in a crest."""
    words = re.sub("|".join(NAMES), "", text)
    is_prose = language == "fa" and re.search(r"[A-Za-z']{2,} [a-z']{2,}", words) is not None
    return is_prose or (len(words) > 1 and words in messages)


@pytest.mark.parametrize("language", ["fi", "fa"])
def test_no_page_in_another_language_has_english(place, language):
    messages = untranslated(language)
    found = {
        (label, text)
        for label, page in pages(place, language)
        for text in Texts(page).found
        if english(language, text, messages)
    }
    assert found == set()


def test_english_is_found_and_names_and_code_are_not():
    page = """<p title="Sign out">Welcome <bdi>to all</bdi><code>go on</code><img alt="Go board"><br>
    <i lang="en">in English</i></p><p>سلام to you</p>"""
    found = Texts(page).found
    assert found == ["Sign out", "Welcome", "Go board", "سلام to you"]
    assert [text for text in found if english("fi", text, {"Welcome"})] == ["Welcome"]
    assert [text for text in found if english("fa", text, {"Welcome"})] == found
    assert not english("fa", "Small league", set())
