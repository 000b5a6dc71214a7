"""A tournament as printable and embedded pages."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from foundation.qr_code import qr_code
from games.models import Game
from tests.factories import make_player
from tests.tournaments.helpers import asked, make_draft, make_open, make_running, pairings
from tests.tournaments.test_pages_and_api import signed_in
from tournaments.services import entering, proposing
from tournaments.systems.types import SystemKind
from wording.faces import avatar_svg

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser():
    return Client(headers={"Accept-Language": "en"})


def test_E120_a_round_is_printed_with_a_qr_code_to_each_game(browser):
    made, _players = make_running()
    games = [one.game for one in pairings(made, 1)]

    page = browser.get(f"/tournaments/{made.pk}/print/1/").content.decode()

    for game in games:
        assert qr_code(f"{settings.IGO_URL}/g/{game.pk}/") in page
    for player in (one.player for one in made.entries.select_related("player")):
        assert player.shown_name in page
    assert re.findall(r"<script[^>]*>([^<]*)", page) == [""], "one file, nothing inline"
    assert browser.get(f"/tournaments/{made.pk}/print/9/").status_code == 404


def test_E120_directors_alone_print_a_proposed_round(browser):
    made, _players = make_running(played={"following": "hand"})
    proposing.propose_next_round(asked(made.owner), made.pk)
    path = f"/tournaments/{made.pk}/print/1/"

    assert browser.get(path).status_code == 404
    assert signed_in(made.owner).get(path).status_code == 200


def test_E120_the_cross_table_is_printed_once_the_tournament_has_begun(browser):
    made, _players = make_running()

    page = browser.get(f"/tournaments/{made.pk}/print/").content.decode()

    assert len(re.findall(r'<tr role="row" >', page)) == 4
    assert '<i class="stone b"></i>' in page, "results have the signs of the page, not the codes of files"
    assert "/b0" not in page
    assert browser.get(f"/tournaments/{make_open().pk}/print/").status_code == 404
    assert f"/tournaments/{made.pk}/print/" in browser.get(f"/tournaments/{made.pk}/standings/").content.decode()
    assert f"/tournaments/{made.pk}/print/1/" in browser.get(f"/tournaments/{made.pk}/rounds/1/").content.decode()


def test_E120_the_bracket_of_a_knockout_is_printed(browser):
    made, players = make_running(played={"kind": SystemKind.KNOCKOUT})
    path = f"/tournaments/{made.pk}/print/bracket/"

    assert path in browser.get(f"/tournaments/{made.pk}/bracket/").content.decode()
    page = browser.get(path).content.decode()
    assert 'class="match"' in page
    assert all(player.shown_name in page for player in players)
    assert browser.get(f"/tournaments/{make_running()[0].pk}/print/bracket/").status_code == 404


def test_E120_printing_takes_no_more_queries_for_more_games(browser):
    counts = []
    for size in (4, 8):
        made, _players = make_running(size)
        for path in ("print/", "print/1/"):
            browser.get(f"/tournaments/{made.pk}/{path}")
            with CaptureQueriesContext(connection) as done:
                browser.get(f"/tournaments/{made.pk}/{path}")
            counts.append(len(done))

    assert counts[:2] == counts[2:]


def test_E121_other_sites_may_frame_the_tables_as_a_visitor_sees_them(browser, settings):
    made, players = make_running()
    me = Client(headers={"Accept-Language": "en"})
    me.force_login(players[0])

    for query in ("", "?round=1"):
        answers = [one.get(f"/embed/tournaments/{made.pk}/{query}") for one in (browser, me)]

        assert answers[0].content == answers[1].content, "the same for players who are signed in"
        page, policy = answers[0].content.decode(), answers[0]["Content-Security-Policy"]
        assert "frame-ancestors *" in policy
        assert "form-action 'none'" in policy
        assert "X-Frame-Options" not in answers[0]
        assert answers[0]["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert not answers[0].cookies
        assert re.findall(r"<(form|script|input|button)\b", page) == []
        assert all(player.shown_name in page for player in players)
    standings = f"/tournaments/{made.pk}/standings/"
    code = f"{settings.IGO_URL}/embed/tournaments/{made.pk}/"
    assert code in browser.get(standings).content.decode()
    assert re.findall(r"\?round=(\d)", page) == ["1"], "no links to rounds that are not published"
    settings.IGO_EMBED_ORIGINS = ["none"]
    assert code not in browser.get(standings).content.decode()
    assert "frame-ancestors 'none'" in browser.get(f"/embed/tournaments/{made.pk}/")["Content-Security-Policy"]


def test_frames_and_printed_sheets_have_readable_results_and_sheets_the_name_of_the_server(browser, settings):
    settings.IGO_SITE_NAME = "Testserver"
    made, _ = make_running()
    frame, sheet = (
        browser.get(path).content.decode()
        for path in (f"/embed/tournaments/{made.pk}/", f"/tournaments/{made.pk}/print/")
    )
    assert all("won as Black against" in page for page in (frame, sheet))
    assert ["Testserver" in page.partition("paper-printed")[2] for page in (frame, sheet)] == [False, True]


def test_E121_frames_show_faces_and_public_boards_in_as_many_queries_for_more_games(browser):
    counts = []
    for size in (4, 8):
        made, players = make_running(size)
        games = [one.game for one in pairings(made, 1)]
        Game.objects.filter(pk=games[0].pk).update(private=True)
        path = f"/embed/tournaments/{made.pk}/"
        for query in ("", "?round=1"):
            browser.get(path + query)
            with CaptureQueriesContext(connection) as done:
                page = browser.get(path + query).content.decode()
            counts.append(len(done))
            drawn = re.findall(r'class="small" href="/g/(\d+)/"', page)
            assert sorted(drawn) == sorted(str(game.pk) for game in games[1:])
        assert all(str(avatar_svg(player.username)) in browser.get(path).content.decode() for player in players)
    assert counts[:2] == counts[2:]


def test_E121_a_frame_of_an_open_tournament_leads_to_its_entry(browser):
    made = make_open(most=10)
    entering.enter_tournament(asked(make_player("aino")), made.pk)

    page = browser.get(f"/embed/tournaments/{made.pk}/").content.decode()

    assert "1 of 10 places taken" in page
    assert str(avatar_svg("aino")) in page
    assert f'class="button primary big" href="{made.get_absolute_url()}"' in page


def test_E121_a_draft_and_a_proposed_round_are_not_embedded(browser):
    draft, made = make_draft(), make_open()
    owner = Client()
    owner.force_login(draft.owner)

    assert owner.get(f"/embed/tournaments/{draft.pk}/").status_code == 404
    assert browser.get(f"/embed/tournaments/{made.pk}/?round=1").status_code == 404
    assert "when the tournament starts" in browser.get(f"/embed/tournaments/{made.pk}/").content.decode()
