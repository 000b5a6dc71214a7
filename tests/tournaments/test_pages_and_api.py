"""The pages and the API of tournaments."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.security import tokens
from foundation.iso_times import iso_time
from tests.factories import NOON, make_player
from tests.tournaments.helpers import (
    asked,
    look,
    lose,
    make_draft,
    make_open,
    make_running,
    pairings,
    reload,
    white_loses,
)  # fmt: skip
from tournaments.errors import WrongState
from tournaments.models import Entry, EntryState, RoundState, Tournament, TournamentState
from tournaments.services import drafting, entering, proposing

pytestmark = pytest.mark.django_db


def signed_in(player):
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(player)
    return client


def program_of(player, *scopes):
    _, text = tokens.make_token(player=player, wanted=tokens.NewToken("p", list(scopes), 1), now=timezone.now())
    return Client(headers={"Authorization": f"Bearer {text}"})


def send(client, path, **body):
    return client.post(path, body, content_type="application/json")


FORM = {
    "name": "Winter Cup", "kind": "swiss", "rounds": 3, "games_each": 1, "at_once": 0, "following": "over",
    "after_timeout": "ask", "seeding": "rank", "group_size": 8, "drawing": "snake", "best": 0, "then": "sections",
    "final_games": 1,
    "bar": "33", "floor": "10", "entering": "open", "fewest": 2, "most": 8, "least_games": 0, "starting": "hand",
    "stones_to_capture": 0,
    "size": "9", "rule_set": "japanese", "time": "days_3", "rated": "on",
}  # fmt: skip


def test_E96_a_tournament_is_made_opened_entered_and_directed_by_hand():
    owner, guest = make_player(), make_player()
    client = signed_in(owner)
    assert client.get("/tournaments/new/").status_code == 200

    made = client.post("/tournaments/new/", FORM)

    path = made.headers["Location"]
    assert signed_in(guest).get(path).status_code == 404, "a draft is its organiser's"
    assert client.post(f"{path}edit/", {**FORM, "name": "Winter Open"}).status_code == 302
    assert client.post(f"{path}direct/", {"do": "open"}).status_code == 302
    page = signed_in(guest).get(path).content.decode()
    for text in (
        "Winter Open",
        "Enter the tournament",
        "9×9",
        "Japanese",
        "rated",
        "3 days per move",
        "counts like any",
    ):
        assert text in page, "E11"
    for player in (guest, make_player()):
        signed_in(player).post(f"{path}entry/", {"do": "enter"})
    assert client.post(f"{path}direct/", {"do": "start"}).status_code == 302
    look()
    for address in ("", "rounds/1/", "standings/", "players/", "log/"):
        assert Client().get(path + address).status_code == 200
    assert "My games" in signed_in(guest).get(path).content.decode()


def test_a_form_that_does_not_fit_says_so_and_stores_nothing():
    owner = make_player()
    twice = {"kind": "knockout", "games_each": 2}
    for wrong in ({"name": ""}, {"most": 1}, {"fewest": 9}, {"starting": "date"}, twice, {"time": "none"}):
        answer = signed_in(owner).post("/tournaments/new/", {**FORM, **wrong})
        assert answer.status_code == 400, wrong
        assert b'role="alert"' in answer.content
    assert not Tournament.objects.exists()


def test_directors_alone_see_their_page_and_a_proposal():
    tournament, people = make_running(4, played={"following": "hand"})
    proposing.propose_next_round(asked(tournament.owner), tournament.pk)
    round_ = tournament.rounds.get(number=1)
    assert round_.state == RoundState.PROPOSED
    path = f"/tournaments/{tournament.pk}/"

    for client in (Client(), signed_in(people[0])):
        assert client.get(f"{path}rounds/1/").status_code == 404
        assert client.get(f"/api/v1{path}rounds/1/pairings/").status_code == 404
        assert client.get(f"{path}direct/").status_code in (302, 404)
        assert people[0].username not in client.get(f"{path}standings/").content.decode() or round_.proposal not in "x"
    page = signed_in(tournament.owner).get(f"{path}direct/").content.decode()
    assert round_.proposal in page

    answer = signed_in(tournament.owner).post(f"{path}direct/", {"do": "publish", "proposal": "0" * 16})
    assert answer.status_code == 409
    assert "have changed" in answer.content.decode()
    published = signed_in(tournament.owner).post(f"{path}direct/", {"do": "publish", "proposal": round_.proposal})
    assert published.status_code == 302


def test_E99_all_of_it_by_the_api():
    owner, players = make_player(), [make_player() for _ in range(3)]
    directs = program_of(owner, "events:direct")
    plan = {"name": "By API", "kind": "round_robin", "established": False, "fewest": 2}
    made = send(directs, "/api/v1/tournaments/", **plan, terms={"size": 9, "days": 2}).json()
    path = f"/api/v1/tournaments/{made['id']}/"
    assert made["state"] == "draft"
    assert Client().get(path).status_code == 404
    assert send(directs, f"{path}acts/", act="open").json()["state"] == "open"

    entered = [send(program_of(player, "events:play"), f"{path}entries/") for player in players]
    assert [answer.status_code for answer in entered] == [201] * 3
    again = send(program_of(players[0], "events:play"), f"{path}entries/")
    assert (again.status_code, again.json()["code"]) == (409, "already_entered")
    assert send(program_of(players[0], "game:read"), f"{path}entries/").json()["code"] == "scope_missing"
    assert send(program_of(players[0], "events:direct"), f"{path}acts/", act="start").json()["code"] == "not_director"
    assert send(directs, f"{path}acts/", act="start").json()["entered"] == 3
    look()

    shown = Client().get(f"{path}rounds/1/pairings/").json()
    assert (shown["state"], len(shown["results"]), shown["proposal"]) == ("playing", 1, None)
    (row,) = shown["results"]
    begun = pairings(Tournament.objects.get(pk=made["id"]), 1)[0]
    assert (row["on_turn"], row["deadline"]) == (row["black"], iso_time(begun.game.deadline))
    lose(begun, begun.white.player)
    (row,) = Client().get(f"{path}rounds/1/pairings/").json()["results"]
    assert (row["on_turn"], row["deadline"]) == (None, None)
    table = Client().get(f"{path}standings/").json()
    assert table["criteria"][0] == "points"
    assert len(table["results"]) == 3
    acts = [line["act"] for line in Client().get(f"{path}log/").json()["results"]]
    assert acts[-2:] == ["opened", "created"]
    assert Client().get("/api/v1/tournaments/").json()["results"][0]["id"] == made["id"]
    assert Client().get(f"{path}entries/").json()["results"][0]["state"] == "entered"
    missing = send(directs, f"{path}acts/", act="result", reason="x")
    assert (missing.status_code, missing.json()["code"], missing.json()["field"]) == (400, "bad_act", "round")
    left = send(program_of(players[0], "events:play"), f"{path}withdraw/")
    assert left.json()["state"] == "withdrawn"


def test_E13_a_start_date_is_taken_by_the_api_with_its_zone_and_refused_without_one():
    directs = program_of(make_player(), "events:direct")
    day = (timezone.now() + timedelta(days=9)).strftime("%Y-%m-%d")
    plan = {"name": "Winter Cup", "kind": "swiss", "starting": "date", "terms": {"size": 9, "days": 2}}

    made = send(directs, "/api/v1/tournaments/", **plan, starts_at=f"{day}T12:00:00+02:00")
    wrong = [send(directs, "/api/v1/tournaments/", **plan, starts_at=one) for one in (f"{day}T12:00:00", "soon", 5)]

    assert (made.status_code, made.json()["starts_at"]) == (201, f"{day}T10:00:00Z")
    assert [(one.status_code, list(one.json()["errors"])) for one in wrong] == [(400, ["starts_at"])] * 3


def test_no_page_asks_more_for_more_players():
    small, large = make_running(4)[0], make_running(12)[0]
    for tournament in (small, large):
        white_loses(tournament, 1)
        look()
    for address in ("", "rounds/1/", "standings/", "players/", "log/"):
        counts = []
        for tournament in (small, large):
            for warm in (True, False):
                with CaptureQueriesContext(
                    connection,
                ) as asked_for:
                    assert Client().get(f"/tournaments/{tournament.pk}/{address}").status_code == 200, warm
            counts.append(len(asked_for))
        assert counts[0] == counts[1] < 20, address
    one = Client().get("/tournaments/?which=running")
    with CaptureQueriesContext(connection) as asked_for:
        assert Client().get("/tournaments/?which=running").status_code == one.status_code == 200
    assert len(asked_for) < 15


def test_E93_a_deleted_account_leaves_a_nameless_row():
    from accounts.privacy.account_deletion import delete

    tournament, people = make_running(4)
    delete(player=people[0], now=NOON)
    look()

    assert Entry.objects.get(player=people[0]).state == EntryState.WITHDRAWN
    page = Client(headers={"Accept-Language": "en"}).get(f"/tournaments/{tournament.pk}/standings/").content.decode()
    assert people[0].username not in page
    assert "deleted player" in page
    assert reload(tournament).state == TournamentState.RUNNING
    assert len(pairings(tournament, 1)) == 2


def test_the_standings_mark_their_round_and_show_its_games():
    tournament, _people = make_running(4)

    page = Client(headers={"Accept-Language": "en"}).get(f"/tournaments/{tournament.pk}/standings/").content.decode()

    assert re.search(r'href="\?round=1"\s+aria-current="page"', page)
    games = page.partition("Games of round 1")[2]
    assert all(f"/g/{pairing.game_id}/" in games for pairing in pairings(tournament, 1))


def test_drafts_stand_in_no_list():
    draft, shown = make_draft(name="Secret plan"), make_open(name="Public plan")

    for client in (Client(), signed_in(make_player())):
        page = client.get("/tournaments/").content.decode()
        assert shown.name in page
        assert draft.name not in page
        assert draft.pk not in [one["id"] for one in client.get("/api/v1/tournaments/").json()["results"]]


@pytest.mark.parametrize("what", [("entries", {}), ("withdraw", {}), ("acts", {"act": "propose"})], ids=lambda w: w[0])
def test_S02_writing_to_the_draft_of_another_is_refused_as_if_there_were_none(what):
    draft, client = make_draft(), program_of(make_player(), "events:play", "events:direct")
    (address, body), texts = what, []

    for number in (draft.pk, draft.pk, 999_999_999):
        with CaptureQueriesContext(connection) as done:
            answer = send(client, f"/api/v1/tournaments/{number}/{address}/", **body)
        texts.append((answer.status_code, answer.json()["code"], len(done)))

    assert texts[1] == texts[2]
    assert texts[1][:2] == (404, "no_such_tournament")


def test_E1_nobody_is_invited_to_a_draft_and_one_that_is_called_off_is_shown_to_nobody():
    draft, guest = make_draft(), make_player()
    with pytest.raises(WrongState):
        entering.invite_player(asked(draft.owner), draft.pk, guest)

    drafting.cancel_tournament(asked(draft.owner), draft.pk, "no longer")

    for path in ("/tournaments/?which=past", "/api/v1/tournaments/?state=cancelled"):
        assert f"{draft.name}" not in signed_in(guest).get(path).content.decode()
    assert signed_in(guest).get(f"/tournaments/{draft.pk}/").status_code == 404


def test_no_form_of_an_event_asks_who_names_the_komi_or_for_a_level_of_the_computer():
    browser = signed_in(make_player())

    for path in ("/tournaments/new/", "/ladders/new/", "/leagues/new/"):
        page = browser.get(path).content.decode()
        assert 'name="komi_by"' not in page
        assert 'name="level"' not in page
