"""Who comes while too many wait is told so in a language that they read, in the form that they take."""

import json
from http.client import HTTPResponse
from io import BytesIO

import pytest

from goserver.refusing import refusal


class Line:
    """A socket from which an answer is read."""

    def __init__(self, answer):
        self.answer = answer

    def makefile(self, mode):
        return BytesIO(self.answer)


def read(asked):
    answer = HTTPResponse(Line(refusal(asked)))
    answer.begin()
    assert (answer.status, answer.headers["Retry-After"], answer.headers["Cache-Control"]) == (503, "5", "no-store")
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in answer.headers["Permissions-Policy"]
    return answer, answer.read().decode()


@pytest.mark.parametrize(
    ("languages", "found"),
    [
        ("fi,en;q=0.5", "fi"),
        ("fa-IR", "fa"),
        ("de, fi;q=0.3", "fi"),
        ("xx", "en"),
        ("*", "en"),
        ("", "en"),
        (",;q", "en"),
    ],
)
def test_a_person_is_shown_a_page_in_their_language(languages, found):
    answer, page = read(f"GET /g/1/ HTTP/1.1\r\nHost: here\r\nAccept-Language: {languages}\r\n\r\n".encode())
    assert answer.headers["Content-Type"].startswith("text/html")
    assert f'lang="{found}"' in page


def test_a_program_is_told_a_problem():
    answer, body = read(b"POST /api/v1/games/1/actions HTTP/1.1\r\nHost: here\r\n\r\n")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert json.loads(body)["code"] == "unavailable"


@pytest.mark.parametrize("asked", [b"", b"\xff\x00\r\n\r\n", b"GET", b"GET /\r\naccept-language"])
def test_whatever_has_come_of_a_request_is_answered(asked):
    _, page = read(asked)
    assert "<html" in page
