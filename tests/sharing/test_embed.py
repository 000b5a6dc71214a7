"""The board of a public game embedded in another site, and how that site discovers it (C92)."""

from __future__ import annotations

import html
import re
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone

from foundation import limits
from games import verbs
from goserver.conf import configuration, setting_kinds
from rules import Color
from tests.factories import act, make_player, side
from tests.support.games import make_game

pytestmark = pytest.mark.django_db
HERE = "http://localhost:8000"


@pytest.fixture
def browser():
    return Client(headers={"Accept-Language": "en"})


def policy_of(answer):
    directives = (part.split() for part in answer["Content-Security-Policy"].split(";"))
    return {name: values for name, *values in directives}


def asked(browser, url, **query):
    return browser.get("/oembed/", {"url": url, **query})


def test_the_board_of_a_public_game_stands_in_a_frame_without_a_cookie_or_a_form(browser):
    game = make_game(black=make_player("aino"), moves="D4 F6")
    me = Client(headers={"Accept-Language": "en"})
    me.force_login(side(game, Color.BLACK))

    answers = [one.get(f"/embed/g/{game.pk}/") for one in (browser, me)]

    assert {answer.content for answer in answers} == {answers[0].content}, "the same for who is signed in"
    page, policy = answers[0].content.decode(), policy_of(answers[0])
    assert policy["frame-ancestors"] == ["*"]
    assert policy["form-action"] == ["'none'"]
    assert "X-Frame-Options" not in answers[0]
    assert not any("Set-Cookie" in answer or answer.cookies for answer in answers)
    assert re.findall(r"<(form|script|input|button)\b", page) == []
    assert "2 / 2" in page
    assert f'href="/g/{game.pk}/" target="_blank" rel="noopener"' in page
    assert answers[0]["Cache-Control"] == "public, max-age=60"


def test_one_steps_through_an_embedded_game_by_links(browser):
    game = make_game(moves="D4 F6 C3")
    act(game, verbs.Resign, now=timezone.now())

    page = browser.get(f"/embed/g/{game.pk}/?move=2").content.decode()

    assert re.findall(r'href="\?move=(\d+)"', page) == ["0", "1", "3", "3"]
    assert "2 / 3" in page
    assert "won" not in page
    for nonsense in ("99999999999", "-1", "x", "5"):
        shown = browser.get(f"/embed/g/{game.pk}/?move={nonsense}").content.decode()
        assert "3 / 3" in shown, nonsense
        assert "Black won by resignation" in shown


def test_no_other_page_is_framed_and_a_private_game_is_as_absent_as_none(browser, settings):
    game, private = make_game(moves="D4"), make_game(private=True, moves="D4")
    player = Client()
    player.force_login(side(private, Color.BLACK))

    for path in (f"/g/{game.pk}/", "/", f"/embed/g/{private.pk}/", "/oembed/"):
        answer = player.get(path)
        assert policy_of(answer)["frame-ancestors"] == ["'none'"], path
        assert answer["X-Frame-Options"] == "DENY", path
    assert player.get(f"/embed/g/{private.pk}/").status_code == 404
    settings.IGO_EMBED_ORIGINS = ["https://club.example", "https://go.example:8443"]
    assert policy_of(browser.get(f"/embed/g/{game.pk}/"))["frame-ancestors"] == settings.IGO_EMBED_ORIGINS
    settings.IGO_EMBED_ORIGINS = ["none"]
    assert policy_of(browser.get(f"/embed/g/{game.pk}/"))["frame-ancestors"] == ["'none'"]
    page = browser.get(f"/g/{game.pk}/").content.decode()
    assert "oembed" not in page
    assert "iframe" not in page
    assert asked(browser, f"{HERE}/g/{game.pk}/").status_code == 404


def test_who_may_frame_is_star_none_or_origins():
    setting = next(one for one in configuration.SETTINGS if one.name == "IGO_EMBED_ORIGINS")

    assert [setting.read(text) for text in ("", "*", "none")] == [["*"], ["*"], ["none"]]
    assert setting.read("https://a.example, http://b.example:8080") == ["https://a.example", "http://b.example:8080"]
    for wrong in ("a.example", "https://a.example/page", "'self'", "*, none", "https://a.example; script-src *"):
        with pytest.raises(setting_kinds.InvalidSetting):
            setting.read(wrong)


def test_a_pasted_address_becomes_a_frame(browser):
    game = make_game(moves="D4 F6")
    page = browser.get(f"/g/{game.pk}/?move=1").content.decode()
    found = html.unescape(re.search(r'type="application/json\+oembed" href="([^"]*)"', page)[1])
    assert found == f"{HERE}/oembed/?url={quote(f'{HERE}/g/{game.pk}/?move=1', safe='')}&format=json"

    answer = browser.get(found.removeprefix(HERE))

    body = answer.json()
    assert (body["type"], body["version"], body["provider_url"]) == ("rich", "1.0", HERE)
    assert body["thumbnail_url"] == f"{HERE}/g/{game.pk}/1.png"
    assert f'src="{HERE}/embed/g/{game.pk}/?move=1" width="480" height="584"' in body["html"]
    assert (body["width"], body["height"]) == (480, 584)
    assert answer["Cache-Control"] == "public, max-age=3600"
    small = asked(browser, f"{HERE}/g/{game.pk}/", maxwidth="300", maxheight="300").json()
    assert (small["width"], small["height"]) == (196, 300)
    assert f'src="{HERE}/embed/g/{game.pk}/" ' in small["html"]


@pytest.mark.parametrize("endpoint", ["/oembed", "/oembed/"])
@pytest.mark.parametrize(
    "address", ["{}/g/{}", "{}/g/{}/", "{}/g/{}?move=1", "{}/g/{}/?move=1#board", "HTTP://LOCALHOST:8000/g/{1}"]
)
def test_neither_the_address_of_a_game_nor_that_of_oembed_needs_its_last_slash(browser, endpoint, address):
    game = make_game(moves="D4 F6")

    answer = browser.get(endpoint, {"url": address.format(HERE, game.pk)})

    assert answer.status_code == 200
    assert f"/embed/g/{game.pk}/" in answer.json()["html"]


@pytest.mark.parametrize(
    "endpoint", ["/oauth/token", "/oauth/revoke", "/oauth/userinfo", "/oauth/authorize", "/mail/inbound"]
)
def test_what_programs_call_by_a_fixed_address_answers_with_and_without_its_last_slash(endpoint):
    answers = [[getattr(Client(), method)(f"{endpoint}{slash}") for method in ("get", "post")] for slash in ("", "/")]

    statuses, others = ([answer.status_code for answer in row] for row in answers)
    assert statuses == others
    assert 301 not in statuses


def test_oembed_says_no_clearly(browser):
    private = make_game(private=True)
    game = make_game()
    mine = f"{HERE}/g/{game.pk}/"
    for query, status in (
        ({}, 404),
        ({"url": f"{HERE}/g/{private.pk}/"}, 404),
        ({"url": f"{HERE}/g/{10**17}/"}, 404),
        ({"url": f"https://elsewhere.example/g/{game.pk}/"}, 404),
        ({"url": f"{HERE}/u/somebody/"}, 404),
        ({"url": "http://[nonsense"}, 404),
        ({"url": mine, "format": "xml"}, 501),
        ({"url": mine, "maxwidth": "wide"}, 400),
        ({"url": mine, "maxheight": "-3"}, 400),
    ):
        limits.reset_counts()
        answer = browser.get("/oembed/", query)
        assert answer.status_code == status, query
        assert answer.json()["error"], query
