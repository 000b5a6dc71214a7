"""Uploads of several files to a collection, and changes of its order (P10, P11)."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from challenges.sgf_import import LARGEST
from learn.errors import UploadFileCountRefused
from learn.services import collections
from learn.services.collections import ProblemFile
from tests.factories import make_player
from tests.learn.helpers import PROBLEM, make_collection, make_lesson
from tests.learn.test_collections import OPEN, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def aino():
    return make_player("aino")


BOARDS = [f"(;SZ[9]AB[a{row}]AW[b{row}];B[cc])" for row in "abcde"]
TWO = PROBLEM + "(;SZ[9];B[aa])" + OPEN
"""A file whose second position has no stones."""


def test_P10_several_files_are_uploaded_at_once_and_each_says_what_became_of_it(aino):
    collection = make_collection(aino, OPEN)
    large = PROBLEM + " " * LARGEST
    contents = (("a.sgf", TWO.encode()), ("b.sgf", b"no"), ("c.sgf", PROBLEM), ("d.sgf", large))
    files = [ProblemFile(name, data) for name, data in contents]

    added = collections.add_problem_files(aino, collection, files, timezone.now())

    assert [(one.name, len(one.rows), one.left_out) for one in added] == [
        ("a.sgf", 1, {"position": [2], "known": [3]}), ("b.sgf", 0, {}), ("c.sgf", 0, {"known": [1]}),
        ("d.sgf", 0, {}),
    ]  # fmt: skip
    assert [one.refusal and one.refusal.code for one in added] == [None, "bad_sgf", None, "bad_sgf"]
    assert added[-1].refusal.data["sgf"] == "sgf_too_large"
    assert collection.problems.count() == 2


def test_P10_new_problems_of_several_files_get_numbers_in_their_order(aino):
    collection = make_collection(aino, OPEN)
    files = [ProblemFile(f"{at}.sgf", board) for at, board in enumerate((BOARDS[0] + BOARDS[1], *BOARDS[2:]))]

    added = collections.add_problem_files(aino, collection, files, timezone.now())

    assert [[row.number for row in one.rows] for one in added] == [[2, 3], [4], [5], [6]]
    assert list(collection.problems.order_by("place").values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]


def test_P10_twenty_files_are_uploaded_at_once(aino):
    files = [ProblemFile(f"{number}.sgf", PROBLEM) for number in range(20)]
    added = collections.add_problem_files(aino, make_collection(aino, OPEN), files, timezone.now())
    assert [len(one.rows) for one in added] == [1] + [0] * 19


def test_P10_what_is_too_much_is_left_out_by_file(aino, monkeypatch):
    collection = make_collection(aino, OPEN)
    files = [ProblemFile("a.sgf", PROBLEM), ProblemFile("b.sgf", PROBLEM.replace("[di]", "[ci]"))]
    for many in ([], files * 11):
        with pytest.raises(UploadFileCountRefused):
            collections.add_problem_files(aino, collection, many, timezone.now())
    monkeypatch.setattr(collections, "MOST_PROBLEMS", 2)
    added = collections.add_problem_files(aino, collection, files, timezone.now())
    assert [(len(one.rows), one.refusal and one.refusal.code) for one in added] == [(1, None), (0, "collection_full")]
    monkeypatch.setattr(collections, "MOST_SECONDS", -1.0)
    slow = collections.add_problem_files(aino, collection, files, timezone.now())
    assert [one.refusal.code for one in slow] == ["reading_too_long"] * 2
    assert collection.problems.count() == 2


def test_P10_the_page_names_the_file_and_the_problems_that_were_skipped(aino):
    collection = make_collection(aino, OPEN)
    client, path = client_of(aino), collection.get_absolute_url() + "edit/"
    files = [SimpleUploadedFile("a<b>.sgf", TWO.encode()), SimpleUploadedFile("b.sgf", b"no")]
    shown = client.post(path, {"do": "upload", "file": files}, follow=True).content.decode()

    assert "a&lt;b&gt;.sgf: 1 problem added." in shown
    assert "Skipped 1 (with an impossible position). Problem numbers in the file: 2." in shown
    assert "Skipped 1 (already in the collection). Problem numbers in the file: 3." in shown
    assert "b.sgf: This file contains no game" in shown
    assert "Choose 1 to 20 files." in client.post(path, {"do": "upload"}, follow=True).content.decode()


def test_P10_the_api_takes_one_file_or_several(client, aino):
    collection = make_collection(aino, OPEN)
    path = f"/api/v1/collections/{collection.key}/problems/"
    send = lambda body: client_of(aino).post(path, body, "application/json")  # noqa: E731
    answer = send({"files": [{"name": "a.sgf", "sgf": TWO}, {"name": "b.sgf", "sgf": "no"}]}).json()

    assert (len(answer["results"]), answer["left_out"]) == (1, {"position": 1, "known": 1})
    assert [(one["name"], one["added"], one["error"]) for one in answer["files"]] == [
        ("a.sgf", 1, None), ("b.sgf", 0, "bad_sgf")
    ]  # fmt: skip
    assert send({"sgf": "no"}).json()["code"] == "bad_sgf"
    for body in ({}, {"sgf": OPEN, "files": [{"name": "a", "sgf": OPEN}]}, {"files": []}):
        assert send(body).status_code == 400


@pytest.mark.parametrize(
    ("places", "order"),
    [
        ({}, [1, 2, 3, 4, 5]), ({1: 3}, [2, 3, 1, 4, 5]), ({5: 2}, [1, 5, 2, 3, 4]), ({1: 2, 2: 1}, [2, 1, 3, 4, 5]),
        ({4: 1, 5: 1}, [4, 5, 1, 2, 3]), ({2: 99}, [1, 3, 4, 5, 2]), ({1: 5, 5: 1}, [5, 2, 3, 4, 1]),
        ({3: 1, 1: 4}, [3, 2, 4, 1, 5]),
    ],
)  # fmt: skip
def test_P11_a_problem_that_is_given_a_place_comes_to_stand_there(aino, places, order):
    collection = make_collection(aino, *BOARDS, is_checked=False)
    numbers = list(collection.problems.order_by("number").values_list("number", flat=True))
    fields = {f"place-{number}": str(places.get(at, at)) for at, number in enumerate(numbers, 1)}

    client_of(aino).post(collection.get_absolute_url() + "edit/", {"do": "order", **fields})

    found = list(collection.problems.order_by("place").values_list("number", flat=True))
    assert found == [numbers[at - 1] for at in order]


def test_P11_a_change_that_is_refused_changes_nothing(aino):
    collection = make_collection(aino, OPEN)
    path = f"/api/v1/collections/{collection.key}/"
    answer = client_of(aino).patch(path, {"name": "Second", "order": [9]}, "application/json")

    collection.refresh_from_db()
    assert (answer.status_code, collection.name) == (404, "Corners")
    lesson = make_lesson(aino)
    path = f"/api/v1/player-lessons/{lesson.key}/"
    assert client_of(aino).patch(path, {"name": "Second", "order": [9]}, "application/json").status_code == 404
    lesson.refresh_from_db()
    assert lesson.name == "Captures"
    assert client_of(aino).patch(path, {"order": [1], "level": "9k"}, "application/json").json()["level"] == "9k"
