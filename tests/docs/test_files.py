"""Files, settings and pages that the docs name exist."""

from __future__ import annotations

import re

from django.urls import resolve

from goserver.conf import configuration
from tests.docs.test_commands import PAGES, ROOT, text_of

FILE = re.compile(r"(?<![\w./$-])(?:benchmarks|deploy|docs|locale|static|templates|tests)(?:/[\w.*@-]*\w)+")
"""Words in capitals stand for any name: `tests/APP`."""
SETTING = re.compile(r"\bIGO_[A-Z_]*[A-Z]\b")
ADDRESS = re.compile(r"`(/[\w/.-]+/)`")
NO_PAGES = {"/accounts/", "/api/", "/oauth/", "/ws/", "/ws/me/", "/api/v2/"}
"""Starts of addresses, sockets, and a version that may come."""


def test_every_file_that_is_named_exists():
    named = {(page.name, path) for page in PAGES for path in FILE.findall(text_of(page))}

    assert len(named) > 100
    assert [one for one in sorted(named) if not any(ROOT.glob(re.sub(r"[A-Z]{3,}", "*", one[1])))] == []


def test_every_setting_that_is_named_exists():
    known = {one.name for one in configuration.SETTINGS} | configuration.READ_ELSEWHERE
    named = {(page.name, name) for page in PAGES for name in SETTING.findall(text_of(page))}

    assert len(named) > 100
    assert [one for one in sorted(named) if one[1].removesuffix("_FILE") not in known] == []


def test_every_address_that_is_named_exists(subtests):
    named = {(page.name, path) for page in PAGES for path in ADDRESS.findall(text_of(page)) if path not in NO_PAGES}

    assert len(named) > 20
    for page, path in sorted(named):
        with subtests.test(page=page, path=path):
            resolve(re.sub(r"\bN\b", "1", path))
