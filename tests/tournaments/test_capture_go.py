"""Tournaments of capture Go (E155, V2, V10, V11, V14)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games import verbs
from games.models import Game
from rules import ORDINARY
from rules.variants.presets import capture_go
from tests.factories import NOON, play_many, reload, to_act
from tests.tournaments.helpers import make_open, make_running, pairings, plan, points
from tests.tournaments.test_pages_and_api import FORM, signed_in
from tournaments.errors import BadTournament
from tournaments.models import Tournament
from tournaments.systems.types import SystemKind

pytestmark = pytest.mark.django_db

CAPTURE = {"stones_to_capture": 1}


def test_E155_every_game_is_capture_go_and_unrated():
    tournament, _ = make_running(4, played=CAPTURE)

    games = [pairing.game for pairing in pairings(tournament, 1)]
    assert len(games) == 2
    for game in games:
        assert (game.agreed_variant, game.variant_name) == (capture_go((1, 1)), "capture")
        assert (game.rated, game.unrated_reason) == (False, "variant")
    assert tournament.unrated_reason == "variant"


def test_E155_the_first_capture_wins_the_game_and_the_point():
    tournament, _ = make_running(2, played={**CAPTURE, "kind": SystemKind.ROUND_ROBIN})
    (pairing,) = pairings(tournament, 1)
    game = Game.objects.get(pk=pairing.game_id)
    play_many(game, ["E5", "E6", "A1", "D5", "A2", "F5", "A3", "E4"], NOON)

    ended = reload(game)
    assert (ended.result, ended.end_reason) == ("W+", "capture")
    assert pairing.white is not None
    assert points(tournament, pairing.white.player) > points(tournament, pairing.black.player)


def test_E133_E155_a_federation_gets_no_file_of_capture_go():
    for played, there in (({}, True), (CAPTURE, False)):
        made, _ = make_running(2, played=played)
        start = f"/tournaments/{made.pk}/"
        for browser, path in ((signed_in(made.owner), "federation-files/aga/"), (Client(), "files/h9/")):
            page = browser.get(f"{start}standings/").content.decode()
            send = browser.get if path == "files/h9/" else browser.post
            assert (send(start + path).status_code == 200, start + path in page) == (there, there), path
            assert f"{start}files/csv/" in page


def test_E155_a_card_of_the_form_is_capture_go_and_its_boards_have_no_komi():
    made, _ = make_running(2, played=CAPTURE)
    form = signed_in(made.owner).get("/tournaments/new/?like=capture").content.decode()
    assert "Capture Go</b>" in form
    assert re.search('name="stones_to_capture" value="1"', form)
    ordinary, _ = make_running(2)
    for tournament, has_komi in ((made, False), (ordinary, True)):
        game = pairings(tournament, 1)[0].game
        page = Client().get(game.get_absolute_url()).content.decode()
        assert ("komi 3.5</span>" in page or "komi 6.5</span>" in page) is has_komi


def test_E155_equal_captures_after_two_passes_are_a_draw():
    tournament, _ = make_running(2, played=CAPTURE)
    (pairing,) = pairings(tournament, 1)
    game = Game.objects.get(pk=pairing.game_id)
    for _ in range(2):
        game = reload(game)
        verbs.perform(verbs.ActionRequest(game.pk, to_act(game), game.number, None, NOON), verbs.Pass())

    assert reload(game).result == "0"


def test_E155_ordinary_go_is_the_default_and_other_numbers_are_refused():
    assert make_open().agreed_variant == ORDINARY
    for number in (-1, 21):
        with pytest.raises(BadTournament) as refusal:
            plan(played={"stones_to_capture": number}).check(NOON)
        assert refusal.value.data == {"field": "stones_to_capture"}


def test_E155_the_page_offers_it_and_names_the_variant():
    owner = make_open().owner
    browser = signed_in(owner)
    assert "Capture Go: stones to capture" in browser.get("/tournaments/new/").content.decode()
    made = browser.post("/tournaments/new/", {**FORM, "stones_to_capture": "3"})
    assert made.status_code == 302, made.content.decode()
    tournament = Tournament.objects.latest("pk")
    assert tournament.agreed_variant == capture_go((3, 3))
    page = browser.get(tournament.get_absolute_url()).content.decode()
    assert "Capture Go" in page
    tournament.refresh_from_db()
    assert browser.get(f"/api/v1/tournaments/{tournament.pk}/").json()["stones_to_capture"] == 3
