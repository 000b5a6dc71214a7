"""Links to the openings from an analysis, also in a game in progress, and from a review: by the moves to the node
(C94)."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games import verbs
from rules import Color
from sharing.openings.filling import MOVES
from study.core.nodes import ROOT, node_name
from tests.factories import act, side
from tests.study.test_tree_api import client_of
from tests.support.games import SPLIT, make_game

pytestmark = pytest.mark.django_db


def way(moves: str) -> str:
    """The name of the node behind these moves."""
    name = ROOT
    for number, move in enumerate(moves.split()):
        name = node_name(name, "BW"[number % 2], move)
    return name


def analysed(game, node: str = "") -> str:
    page = client_of(side(game, Color.BLACK)).get(f"/g/{game.pk}/analysis/{node and f'?at={node}'}")
    return unescape(page.content.decode())


def link(page: str) -> str | None:
    found = re.search(r'<a [^>]*href="(/[^"]*openings/\?[^"]*)"[^>]*>\s*Openings', page)
    return found and found[1]


def test_an_analysis_leads_to_the_openings_of_its_node_C94():
    game = make_game(moves="E5 D4")
    page = analysed(game)

    address = link(page)
    assert address is not None
    assert address.endswith("size=9x9&stones=&moves=E5,D4")
    assert f'data-begin="{address.partition("&moves")[0]}"' in page
    assert link(analysed(game, way("E5"))).endswith("&moves=E5")
    assert link(analysed(game, ROOT)).endswith("&moves=")
    assert Client().get(address).status_code == 200


def test_variations_lead_there_too_passes_as_well_C94():
    game = make_game(moves="E5 pass G5")
    address = link(analysed(game))

    assert address.endswith("&moves=E5,pass,G5")
    assert Client().get(address).status_code == 200


def test_no_more_moves_are_asked_than_an_opening_has_C94():
    game = make_game(moves=f"{SPLIT} A1 J1 A2 J2 A3 J3 A4 J4")
    address = link(analysed(game))

    assert address.rpartition("=")[2].split(",") == f"{SPLIT} A1 J1 A2 J2 A3 J3".split()
    assert address.count(",") == MOVES - 1
    assert Client().get(address).status_code == 200


def test_handicap_stones_are_where_the_openings_begin_C94():
    game = make_game(handicap=2, moves="E5")
    address = link(analysed(game))

    assert re.search(r"size=9x9&stones=\w\d,\w\d&moves=E5$", address)
    assert Client().get(address).status_code == 200


def test_a_review_leads_there_from_every_node_C94():
    game = make_game(moves="E5 D4")
    act(game, verbs.Resign)

    for node, moves in ((way("E5 D4"), "E5,D4"), (way("E5"), "E5"), (ROOT, "")):
        page = unescape(Client().get(f"/g/{game.pk}/review/?at={node}").content.decode())
        address = link(page)
        assert address is not None
        assert address.endswith(f"size=9x9&stones=&moves={moves}")
        assert Client().get(address).status_code == 200
