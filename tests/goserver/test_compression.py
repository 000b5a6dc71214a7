"""Content that is compressed in transit, and content that must not be."""

from __future__ import annotations

import gzip

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client

from goserver.middleware.compression import CompressionMiddleware
from tests.factories import make_game

LONG = "a long answer " * 100


def sent(rf, path, method="get", answer=None, **headers):
    request = getattr(rf, method)(path, headers={"Accept-Encoding": "gzip, br", **headers})
    return CompressionMiddleware(lambda request: answer or HttpResponse(LONG))(request)


def test_pages_and_answers_are_compressed_for_those_who_ask(rf):
    assert gzip.decompress(sent(rf, "/games/").content).decode() == LONG
    assert sent(rf, "/games/")["Vary"] == "Accept-Encoding"
    assert sent(rf, "/games/", **{"Accept-Encoding": "identity"}).content.decode() == LONG


def test_equal_pages_differ_in_length_so_that_nobody_learns_from_it(rf):
    assert len({len(sent(rf, "/games/").content) for _ in range(30)}) > 3


def test_nothing_that_may_hold_a_secret_is_compressed(rf):
    for path in ("/accounts/2fa/totp/activate/", "/settings/programs/", "/oauth/authorize", "/admin/", "/api/v1/me/"):
        assert "Content-Encoding" not in sent(rf, path), path
    assert "Content-Encoding" not in sent(rf, "/games/", "post")


def test_streams_are_not_held_back(rf):
    for kind in ("text/event-stream", "application/x-ndjson"):
        stream = StreamingHttpResponse(iter([LONG, LONG]), content_type=kind)
        assert "Content-Encoding" not in sent(rf, "/api/v1/events", answer=stream)


@pytest.mark.django_db
def test_a_client_that_has_the_state_gets_304_also_when_it_came_compressed():
    game = make_game(moves="E5 D4")
    client = Client(headers={"Accept-Encoding": "gzip"})

    first = client.get(f"/api/v1/games/{game.pk}/")
    again = client.get(f"/api/v1/games/{game.pk}/", headers={"If-None-Match": first["ETag"]})

    assert first["Content-Encoding"] == "gzip"
    assert first["ETag"].startswith('W/"')
    assert again.status_code == 304
