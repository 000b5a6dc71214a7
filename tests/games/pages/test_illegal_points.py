"""Illegal points are marked on the page, so no one has to try a stone first."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.support.games import make_game

pytestmark = pytest.mark.django_db

CAPTURE_AND_KO = "D5 E5 C4 F4 D3 E3 E4 D4"


def refused(game, who) -> dict[str, str]:
    """Return the page's reasons for unplayable points, by point."""
    browser = Client()
    if who is not None:
        browser.force_login(who)
    page = browser.get(f"/g/{game.pk}/").content.decode()
    assert page.count('<path class="mk" d="M') == ("ko, illegal now" in page)
    return dict(re.findall(r'value="(\w+)"[^>]* data-refused="\w+: ([^"]*)"', page))


def test_a_ko_is_marked_and_says_why_it_cannot_be_retaken_to_whom_it_forbids_it():
    game = make_game(moves=CAPTURE_AND_KO)
    black, white = (seat.player for seat in game.seat_list())

    assert refused(game, black) == {"E4": "Illegal move (ko). You can retake the ko after playing elsewhere."}
    assert refused(game, white) == refused(game, None) == {}


def test_self_capture_is_refused_before_it_is_sent():
    game = make_game(moves="A8 J1 B9 J2")  # the corner is an eye of Black
    black = game.seat_list()[0].player
    assert refused(game, black) == {}

    game = make_game(moves="J1 A8 J2 B9")
    black = game.seat_list()[0].player
    assert refused(game, black) == {"A9": "Illegal move. Your stones would have no liberties (self-capture)."}
