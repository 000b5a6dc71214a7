"""The site as an app: its manifest, its service worker, the offline page, its sounds (C71, C72)."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from deploy.make_sounds import MOST, make_sounds
from rules import Color
from tests.factories import make_game, make_player, play, side
from tests.support.browsers import browser

STATIC = Path(__file__).resolve().parents[3] / "static"


@pytest.mark.django_db
def test_the_manifest_names_icons_that_are_there_in_the_sizes_that_it_says():
    body = Client().get("/manifest.webmanifest").json()

    assert (body["display"], body["start_url"], body["scope"]) == ("standalone", "/games/", "/")
    assert {icon["sizes"] for icon in body["icons"]} == {"192x192", "512x512"}
    assert [icon["sizes"] for icon in body["icons"] if icon.get("purpose") == "maskable"] == ["512x512"]
    drawn = {"icon-192": 192, "icon-512": 512, "icon-maskable": 512, "icon-touch": 180, "badge": 96}
    for name, width in drawn.items():
        data = Path(finders.find(f"img/{name}.png")).read_bytes()
        assert struct.unpack(">II", data[16:24]) == (width, width), name
    page = Client().get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert 'rel="apple-touch-icon"' in page


@pytest.mark.django_db
def test_the_service_worker_speaks_the_language_of_the_page_and_is_asked_for_again():
    worker = {code: Client().get(f"/service-worker.js?language={code}") for code in ("en", "fi", "fa", "<x>")}
    page = {
        code: json.loads(answer.content.decode().split("\n", 1)[0].removeprefix("const SETTINGS = ").rstrip(";"))
        for code, answer in worker.items()
    }

    assert worker["fi"]["Content-Type"].startswith("text/javascript")
    assert worker["fi"]["Cache-Control"] == "no-cache"
    assert page["fi"]["words"]["turn"] == "On sinun vuorosi."
    assert (page["fa"]["dir"], page["fi"]["dir"]) == ("rtl", "ltr")
    assert page["<x>"] == page["en"]


@pytest.mark.django_db
def test_the_page_without_a_connection_has_my_games_and_says_whose_it_is():
    game = make_game(moves="E5")
    me = side(game, Color.WHITE)

    page = browser(me).get("/offline/")
    mine = page.content.decode()

    assert (page["Igo-Account"], page["Igo-Turns"], page["Cache-Control"]) == (str(me.pk), "1", "private, no-store")
    assert f'data-path="/g/{game.pk}/"' in mine
    assert side(game, Color.BLACK).username in mine
    assert "<form" not in mine
    assert "most urgent" not in mine
    for visitor in (browser(make_player()), Client()):
        other = visitor.get("/offline/")
        assert f"/g/{game.pk}/" not in other.content.decode()
        assert other.headers.get("Igo-Account") != str(me.pk)
    play(game, "D4")
    assert browser(me).get("/offline/")["Igo-Turns"] == "0"


@pytest.mark.django_db
def test_the_page_without_a_connection_says_that_there_may_be_more_games_than_it_has(monkeypatch):
    monkeypatch.setattr("games.views.app.MOST_KEPT", 2)
    me = make_player()
    for _ in range(2):
        make_game(black=me)
    assert "most urgent games" not in browser(me).get("/offline/").content.decode()
    make_game(black=me)

    page = browser(me).get("/offline/").content.decode()

    assert "Your 2 most urgent games as of" in page
    assert page.count("data-game=") == 2


@pytest.mark.django_db
def test_sounds_are_off_until_i_switch_them_on():
    me = browser(make_player())
    assert "data-stone" not in me.get("/games/").content.decode()

    me.post("/settings/play/", {"after_sending": "stay", "sounds": "on"})

    assert 'data-stone="/static/sounds/stone' in me.get("/games/").content.decode()


def test_the_sounds_are_what_the_script_makes_and_nobody_waits_for_them():
    for name, data in make_sounds().items():
        assert (STATIC / "sounds" / name).read_bytes() == data
        assert len(data) <= MOST == 8000
