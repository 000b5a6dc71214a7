"""The transfer size of the learning pages: the limit is the game page's (issue 19), and the pages keep to little more
than half of it. Measured in bytes, as sent to a first visit."""

from __future__ import annotations

import gzip

import pytest
from django.test import Client

from learn.lessons import LESSONS
from learn.problems.collection import server_problems
from tests.games.pages.test_weight import fetched

pytestmark = pytest.mark.django_db

PAGE, SCRIPTS, ALL = 9_000, 8_000, 34_200
"""The page itself, its scripts, and everything with style sheets and pictures; of the game page 20, 20 and 50 kB."""
LARGEST = max(server_problems().values(), key=lambda one: len(one.stored["lines"]))
PATHS = [
    "/learn/", "/learn/play/", "/problems/", "/problems/players/",
    "/learn/territory/4/", "/learn/territory/4/?point=B12",
    *(f"/learn/{lesson.key}/1/" for lesson in LESSONS.values()), "/learn/game/36/", "/learn/game/36/?point=F5",
    f"/problems/{LARGEST.key}/", f"/problems/{LARGEST.key}/?give_up=1",
]  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "fi", "fa"])
def test_the_pages_of_learning_keep_to_their_bytes_C100(lang):
    visitor = Client(headers={"Accept-Encoding": "gzip", "Accept-Language": lang})
    for path in PATHS:
        answer = visitor.get(path)

        assert answer["Content-Encoding"] == "gzip"
        page = gzip.decompress(answer.content).decode()
        files = {each: len(gzip.compress(each.read_bytes(), 9)) for each in fetched(page)}
        scripts = sum(size for each, size in files.items() if each.suffix == ".js")
        assert 0 < scripts <= SCRIPTS, path
        assert len(answer.content) <= PAGE, (path, len(answer.content))
        assert len(answer.content) + sum(files.values()) <= ALL, path
