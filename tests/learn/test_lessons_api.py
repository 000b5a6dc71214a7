"""Lessons in the API (C110)."""

from __future__ import annotations

import pytest
from django.test import Client

from learn.lessons import LESSONS
from learn.services import progress
from tests.factories import make_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser():
    return Client(headers={"Accept-Language": "fi"})


def chosen(browser, path, point):
    return browser.post(f"/api/v1/lessons/{path}", {"point": point}, content_type="application/json")


def test_the_list_names_every_lesson_in_the_language_that_is_asked_for(browser, django_assert_num_queries):
    with django_assert_num_queries(0):
        rows = browser.get("/api/v1/lessons").json()["results"]

    assert [row["lesson"] for row in rows] == list(LESSONS)
    assert rows[0] == {
        "lesson": "liberties", "title": "Vapaudet", "about": "Kivi tarvitsee viereensä tyhjän risteyksen.",
        "steps": 4, "done": [],
    }  # fmt: skip


def test_a_lesson_has_its_pages(browser):
    lesson = browser.get("/api/v1/lessons/ko").json()

    assert [page["number"] for page in lesson["pages"]] == [1, 2, 3, 4]
    second = lesson["pages"][1]
    assert (second["rows"][2], second["to_play"], second["page"]) == ("X.XO.", "W", "/learn/ko/2/")
    assert browser.get("/api/v1/lessons/chess").status_code == 404


def test_a_choice_is_answered_and_noted_for_those_who_are_signed_in(browser):
    wrong = chosen(browser, "ko/1", "A1").json()
    assert (wrong["right"], wrong["moves"]) == (False, [{"color": "B", "move": "A1"}, {"color": "W", "move": "C3"}])
    player = make_player("aino")
    browser.force_login(player)

    assert chosen(browser, "ko/1", "C3").json()["right"]
    assert progress.progress_of_player(player) == {"ko": 1}
    assert browser.get("/api/v1/lessons").json()["results"][4]["done"] == [1]


@pytest.mark.parametrize(("path", "point", "status"), [
    ("ko/1", "Q16", 400), ("ko/1", "resign", 400), ("ko/1", 3, 400), ("ko/9", "C3", 404), ("chess/1", "C3", 404),
])  # fmt: skip
def test_what_cannot_be_chosen_is_refused(browser, path, point, status):
    answer = chosen(browser, path, point)

    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
