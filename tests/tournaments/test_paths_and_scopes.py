"""The paths of tournaments, ladders, leagues, clubs and searches in the API, and the scope that each needs (E99)."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.security.scopes import FOR_BOTS, FOR_MODERATORS, SCOPES
from programs.api.event_json import SCOPE_OF
from tests.clubs.helpers import make_club
from tests.factories import make_player
from tests.leagues.helpers import make_league
from tests.tournaments.helpers import make_ladder, make_running, white_loses
from tests.tournaments.test_pages_and_api import program_of, send

pytestmark = pytest.mark.django_db

NEEDED = """
    POST   tournaments                        events:direct
    PUT    tournaments/1                      events:direct
    POST   tournaments/1/entries              events:play
    POST   tournaments/1/withdraw             events:play
    POST   tournaments/1/stay                 events:play
    PUT    tournaments/1/consent              events:play
    POST   tournaments/1/rounds/1/pairings    events:direct
    POST   tournaments/1/acts                 events:direct
    GET    tournaments/1/costs                events:direct
    POST   tournaments/1/players              events:direct
    POST   tournaments/1/federation-files/egd events:direct
    POST   ladders                            events:direct
    POST   ladders/1/close                    events:direct
    POST   ladders/1/rung                     events:play
    POST   ladders/1/place                    events:play
    POST   ladders/1/challenges               events:play
    POST   leagues                            events:direct
    POST   leagues/1/membership               events:play
    POST   leagues/1/place                    events:play
    POST   leagues/1/challenges               events:play
    POST   leagues/1/acts                     events:direct
    POST   team-matches                       events:direct
    POST   team-matches/1/place               events:play
    POST   team-matches/1/acts                events:direct
    POST   clubs                              clubs:manage
    PATCH  clubs/1                            clubs:manage
    PUT    clubs/1/crest                      clubs:manage
    DELETE clubs/1/crest                      clubs:manage
    POST   clubs/1/membership                 clubs:manage
    GET    clubs/1/requests                   clubs:manage
    POST   clubs/1/invitations                clubs:manage
    GET    clubs/1/acts                       clubs:manage
    POST   clubs/1/acts                       clubs:manage
    GET    searches                           challenge:read
    POST   searches                           challenge:write
    GET    searches/1                         challenge:read
    DELETE searches/1                         challenge:write
    POST   searches/1/widen                   challenge:write
    GET    searches/1/matches                 challenge:read
"""


def test_E99_each_change_needs_its_scope_with_and_without_a_slash_at_the_end():
    player, programs = make_player(), {}
    for row in NEEDED.split("\n")[1:-1]:
        method, path, needed = row.split()
        if needed not in programs:
            others = set(SCOPES) - {needed, FOR_BOTS, FOR_MODERATORS}
            programs[needed] = program_of(player, *others), program_of(player, needed)
        for program, lacks in zip(programs[needed], (True, False), strict=True):
            for end in ("", "/"):
                answer = program.generic(method, f"/api/v1/{path}{end}", "{}", content_type="application/json")
                assert (answer.json().get("code") == "scope_missing") is lacks, (row, end, answer.content)


def test_E99_what_happens_is_read_without_a_token():
    tournament, _ = make_running(4)
    white_loses(tournament, 1)
    ladder, league = make_ladder(make_player()), make_league(*(make_player() for _ in range(4)))
    of_one = (
        *("", "entries", "rounds/1/pairings", "standings", "log"),
        *("standings?round=0", "standings?round=1"),
    )
    read = {one: Client().get(f"/api/v1/tournaments/{tournament.pk}/{one}") for one in of_one}

    assert {one: answer.status_code for one, answer in read.items()} == dict.fromkeys(of_one, 200)
    points = {one: [row["values"][0] for row in read[one].json()["results"]] for one in of_one if "standings" in one}
    assert points == {"standings": [*"1100"], "standings?round=1": [*"1100"], "standings?round=0": [*"0000"]}
    for number in (3, 99, 10**12):
        answer = Client().get(f"/api/v1/tournaments/{tournament.pk}/standings?round={number}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_round"), number
    club = make_club(make_player())
    for path in ("tournaments", "ladders", "leagues", "clubs", f"clubs/{club.pk}/members"):
        assert Client().get(f"/api/v1/{path}").status_code == 200, path
    assert Client().get(f"/api/v1/ladders/{ladder.pk}/challenges").json()["results"] == []
    for path in (f"leagues/{league.pk}/log", f"ladders/{ladder.pk}/places"):
        assert Client().get(f"/api/v1/{path}").json()["results"], path
    names = (f"/api/v1/ladders/{ladder.pk}/moves", f"/api/v1/ladders/{ladder.pk}/log")
    moves, log = (Client().get(path).json()["results"] for path in names)
    assert moves == log != []


def test_E99_the_other_path_of_a_place_does_the_same():
    ladder, league = make_ladder(make_player()), make_league(*(make_player() for _ in range(4)))
    player = make_player()
    program = program_of(player, "events:play")

    joined = send(program, f"/api/v1/ladders/{ladder.pk}/place/", do="join")
    entered = send(program, f"/api/v1/leagues/{league.pk}/place/", do="join")

    assert joined.json()["my_place"] == 2
    assert entered.status_code == 200
    assert league.members.filter(player=player).exists()


def test_E99_the_scope_that_each_event_needs():
    needed = {kind: SCOPE_OF[kind] for kind in (
        "event_changed", "round_started", "round_done", "entry_changed", "ladder_challenged", "ladder_moved",
        "club_request", "match_found",
    )}  # fmt: skip
    assert needed == {
        **dict.fromkeys(needed, "game:read"), "club_request": "clubs:manage", "match_found": "challenge:read",
    }  # fmt: skip
