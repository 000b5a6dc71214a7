"""Pages of other sites (CORS): origins that may use the API, the streams and the token endpoint."""

from __future__ import annotations

import pytest
from django.test import Client

from goserver.conf.configuration import read_settings
from goserver.conf.setting_kinds import InvalidSetting

HERE, ELSEWHERE = "https://goban.example.org", "https://elsewhere.example.net"


pytestmark = pytest.mark.django_db


# Pages of other sites


@pytest.fixture
def from_elsewhere(settings):
    """The pages of one other site may ask."""
    settings.CORS_ALLOWED_ORIGINS = [HERE]


def preflight(path, origin, method="POST"):
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,content-type,idempotency-key,if-match,if-none-match",
    }
    return Client().options(path, headers=asked)


PATHS = ("/api/v1/games/", "/api/v1/events?wait=0", "/oauth/token", "/oauth/revoke")


def test_pages_of_the_named_site_may_ask_the_api_the_streams_and_for_tokens(from_elsewhere):
    for path in PATHS:
        before = preflight(path, HERE)
        answer = Client().get(path, headers={"Origin": HERE})

        assert before.status_code == 200
        assert before["Access-Control-Allow-Origin"] == answer["Access-Control-Allow-Origin"] == HERE
        assert {"authorization", "idempotency-key", "if-match", "if-none-match"} <= set(
            before["Access-Control-Allow-Headers"].split(", ")
        )
        assert {"ETag", "RateLimit", "Retry-After"} <= set(answer["Access-Control-Expose-Headers"].split(", "))
        assert "Access-Control-Allow-Credentials" not in {**before.headers, **answer.headers}
        assert "origin" in answer["Vary"].lower()


def test_pages_of_any_other_site_may_not_and_nobody_may_ask_our_pages(from_elsewhere):
    for path in PATHS:
        assert "Access-Control-Allow-Origin" not in preflight(path, ELSEWHERE)
        assert "Access-Control-Allow-Origin" not in Client().get(path, headers={"Origin": ELSEWHERE})
    for path in ("/", "/accounts/login/", "/admin/login/", "/oauth/authorize", "/api/docs/"):
        assert "Access-Control-Allow-Origin" not in Client().get(path, headers={"Origin": HERE}), path
        assert "Access-Control-Allow-Origin" not in preflight(path, HERE), path


def test_without_the_setting_no_other_site_may():
    assert "Access-Control-Allow-Origin" not in Client().get("/api/v1/games/", headers={"Origin": HERE})


def test_all_sites_may_by_a_star_but_never_with_a_cookie(settings):
    settings.CORS_ALLOW_ALL_ORIGINS, settings.CORS_ALLOWED_ORIGINS = True, []

    answer = Client().get("/api/v1/games/", headers={"Origin": ELSEWHERE})

    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert settings.CORS_ALLOW_CREDENTIALS is False


def test_a_setting_that_names_no_origin_is_refused_with_a_sentence():
    good = [["https://goban.example.org"], ["http://localhost:5173", "https://a.example"], ["*"], []]
    bad = ["goban.example.org", "https://a.example/", "https://a.example/x", "ftp://a.example", "https://", "https://*",
           "null", "https://me@a.example", "https://a.example:x", "https://a.example?x"]  # fmt: skip

    for origins in good:
        assert read_settings({"IGO_CORS_ORIGINS": ",".join(origins)})["IGO_CORS_ORIGINS"] == origins
    for origin in (*bad, "*,https://a.example"):
        with pytest.raises(InvalidSetting, match="IGO_CORS_ORIGINS"):
            read_settings({"IGO_CORS_ORIGINS": origin})
