"""Searches on the page and in the API: created, explained, widened, cancelled; other players' searches are hidden."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from automatch.models import Match, Search, SearchState
from games.models import Game
from tests.automatch.helpers import look, look_for
from tests.factories import make_player
from tests.tournaments.test_pages_and_api import program_of, send, signed_in

pytestmark = pytest.mark.django_db
ASKED = {"sizes": ["9", "13"], "clocks": ["days_3"], "up": "3", "down": "", "handicap": "no", "games": "1",
         "rule_set": "brainking"}  # fmt: skip


def test_other_time_settings_are_shown_if_one_of_them_was_chosen():
    browser = signed_in(make_player())
    page = browser.get("/opponents/").content.decode()
    assert '<details class="more" >' in page, "three questions, and the rest is folded"
    page = browser.post("/opponents/", ASKED | {"clocks": ["days_1", "byo_yomi"], "sizes": []}).content.decode()
    assert '<details class="more" open>' in page


@pytest.mark.parametrize(
    ("up", "down", "shown"),
    [
        ("", "", "any rank"),
        ("", "1", "any stronger rank, up to 1 rank weaker"),
        ("3", "", "up to 3 ranks stronger, any weaker rank"),
        ("1", "2", "up to 1 rank stronger, 2 weaker"),
    ],
)
def test_a_search_says_how_much_stronger_or_weaker_its_opponents_may_be(up, down, shown):
    browser = signed_in(make_player())
    assert shown in browser.post("/opponents/", ASKED | {"up": up, "down": down}, follow=True).content.decode()


def test_E80_a_search_is_made_explained_widened_and_cancelled_by_page():
    player, other = make_player(), make_player()
    browser = signed_in(player)
    assert browser.get("/opponents/?for=newcomer").context["form"].initial == {
        "up": "", "down": "", "sizes": ["9"], "clocks": ["days_3", "days_7"]
    }  # fmt: skip
    for wrong in ({"sizes": []}, {"clocks": ["none"]}, {"up": "12"}, {"games": "0"}):
        assert browser.post("/opponents/", ASKED | wrong).status_code == 400
    assert not Search.objects.exists()
    page = browser.post("/opponents/", ASKED, follow=True).content.decode()
    search = Search.objects.get()
    assert "No one else is looking for a game right now." in page
    look_for(other, timezone.now(), sizes=(19,))
    assert (
        "1 player would be a match, but wants a board other than"
        in browser.get(f"/opponents/{search.pk}/").content.decode()
    )
    assert signed_in(other).get(f"/opponents/{search.pk}/").status_code == 404
    assert browser.post(f"/opponents/{search.pk}/", {"do": "widen"}, follow=True).status_code == 200
    browser.post(f"/opponents/{search.pk}/", {"do": "widen", "what": "sizes"})
    look(timezone.now())
    page = browser.get(f"/opponents/{search.pk}/").content.decode()
    game = Match.objects.get().game_id
    assert f"/g/{game}/" in page
    assert "you had waited longer" in page
    assert "your opponent had waited longer" in signed_in(other).get(f"/opponents/{search.pk + 1}/").content.decode()
    on_turn = Game.objects.get(pk=game).seat_on_turn().player
    reader, opponent = (player, other) if on_turn == other else (other, player)
    page = signed_in(reader).get("/notifications/").content.decode()  # who is on turn has the game's row for the turn
    assert opponent.username in page
    assert f"/opponents/games/{game}/" in page, "the notice leads to why it was this opponent"
    why = browser.get(f"/opponents/games/{game}/").content.decode()
    assert "you had waited longer" in why
    assert other.shown_name in why
    assert f"/opponents/{search.pk}/" in why
    assert "your opponent had waited longer" in signed_in(other).get(f"/opponents/games/{game}/").content.decode()
    assert signed_in(make_player()).get(f"/opponents/games/{game}/").status_code == 404
    assert browser.get(f"/opponents/games/{game + 1}/").status_code == 404
    for reader, leads in ((player, True), (other, True), (make_player(), False)):
        assert (f"/opponents/games/{game}/" in signed_in(reader).get(f"/g/{game}/").content.decode()) == leads
    browser.post("/opponents/", ASKED)
    newest = Search.objects.latest("pk")
    browser.post(f"/opponents/{newest.pk}/", {"do": "cancel"})
    assert Search.objects.get(pk=newest.pk).state == SearchState.CANCELLED
    assert "This search has ended. Start a new one." in browser.post(
        f"/opponents/{newest.pk}/", {"do": "cancel"}, follow=True
    ).content.decode()  # fmt: skip


def test_E99_the_same_by_a_program():
    player = make_player()
    program = program_of(player, "challenge:read", "challenge:write")
    made = send(program, "/api/v1/searches", sizes=[9], clocks=["days_3"], up=2, standing=True, games=3)
    assert (made.status_code, made.json()["can_widen"]) == (201, ["ranks", "clocks", "sizes", "handicap"])
    path = f"searches/{made.json()['id']}"
    for wrong in ({"sizes": [10]}, {"sizes": []}, {"sizes": [9, 9]}, {"up": 10}, {"games": True}):
        assert send(program, "/api/v1/searches", **{"sizes": [9], "clocks": ["days_3"], **wrong}).status_code == 400
    assert send(program, f"/api/v1/{path}/widen", what="clocks").status_code == 200
    opponent = look_for(now=timezone.now()).player
    look(timezone.now())
    now = program.get(f"/api/v1/{path}").json()
    assert (now["found"], now["places"], now["asleep"], now["waiting"]) == (1, 2, None, 0)
    (match,) = program.get(f"/api/v1/{path}/matches").json()["results"]
    assert (match["player"], match["size"], match["waited_longer"]) == (opponent.username, 9, True)
    assert program.delete(f"/api/v1/{path}").status_code == 204
    assert program.delete(f"/api/v1/{path}").json()["code"] == "search_over"
    assert program_of(opponent, "challenge:read").get(f"/api/v1/{path}").json()["code"] == "no_such_search"


def test_the_page_takes_the_same_number_of_statements_for_any_number_that_wait():
    player, now = make_player(), timezone.now()
    look_for(player, now)
    browser = signed_in(player)

    def statements(more):
        for _ in range(more):
            look_for(now=now, sizes=(19,))
        with CaptureQueriesContext(connection) as asked:
            assert browser.get("/opponents/").status_code == 200
        return len(asked)

    statements(0)
    assert statements(1) == statements(7)


def test_the_headline_counts_the_searches_and_a_mistake_unfolds_what_is_folded():
    browser = signed_in(make_player())
    assert re.search(r"<h1>\s*Find an opponent\s*</h1>", browser.get("/opponents/").content.decode())
    assert '<details class="sum" >' in browser.get("/opponents/").content.decode()
    assert '<details class="sum" open>' in browser.post("/opponents/", ASKED | {"games": "0"}).content.decode()
    browser.post("/opponents/", ASKED)
    assert re.search(r"<h1>\s*1 search in progress\s*</h1>", browser.get("/opponents/").content.decode())
