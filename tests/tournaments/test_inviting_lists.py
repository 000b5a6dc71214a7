"""Directors invite the players of a list (E134, E135)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.core.federations import store_federation_data
from goserver.middleware.bodies import LARGEST_FILE, LARGEST_LIST, MARK, AsgiBodyLimit, largest_body_for
from notifications.models import Notice
from programs.models import Event
from ratings.ranks import Rank
from tests.factories import make_player
from tests.tournaments.helpers import asked, make_draft, make_open, refused
from tests.tournaments.systems.test_player_lists import EGD
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tests.tournaments.test_ranks_in_events import rank
from tournaments.errors import BadPlayerList, NotDirector
from tournaments.models import EntryPolicy, EntryState
from tournaments.services import entering, leaving, starting
from tournaments.services.entering import EntryStatement
from tournaments.services.inviting import MOST_INVITED, MOST_WITHOUT, find_listed_players, invite_listed_players
from tournaments.systems.files.player_lists import MOST_BYTES, read_player_list

pytestmark = pytest.mark.django_db
WRITTEN = ("competitions_entry", "competitions_logline", "games_notice")
TABLES = ("competitions_tournament", "ratings_rating")
FIVE_KYU, ONE_DAN = Rank.parse("5k"), Rank.parse("1d")


def findable(name, pin, *, is_findable=True):
    player = make_player(name)
    store_federation_data(player, {"family_name": name, "egd_pin": pin, "is_findable": is_findable})
    return player


def path_of(tournament):
    return f"/tournaments/{tournament.pk}/invite/"


def test_E134_a_director_invites_the_players_of_a_spreadsheet_by_name_or_pin():
    made = make_open(entering=EntryPolicy.INVITATION)
    aino, babak = findable("aino", "12345678"), make_player("babak")
    client = signed_in(made.owner)
    assert "Invite players from a list" in client.get(f"/tournaments/{made.pk}/direct/").content.decode()

    page = client.post(path_of(made), {"text": "Väinö,5k,Oulu,FI,12345678\nB,1d,,,,BABAK\n"}).content.decode()
    for text in ('value="aino 5k"', 'value="babak 1d"', "Väinö", "Oulu"):
        assert text in page
    assert page.count("checked") == 2
    assert not made.entries.exists(), "no one is invited yet"

    client.post(path_of(made), {"do": "invite", "chosen": ["aino 5k", "babak 1d"]})
    for player, stated in ((aino, FIVE_KYU), (babak, ONE_DAN)):
        entry = made.entries.get(player=player)
        assert (entry.state, entry.stated) == (EntryState.INVITED, stated.steps)
        assert player.notices.filter(kind="event_invited").count() == 1


def test_E134_ranks_of_a_list_are_stated_ranks():
    made = make_open(asks_proof=True)
    aino, babak, strong = make_player("aino"), make_player("babak"), make_player("strong")
    rank(strong, "3k")
    invite_listed_players(asked(made.owner), made.pk, [("aino", FIVE_KYU), ("babak", FIVE_KYU), ("strong", FIVE_KYU)])
    entering.enter_tournament(asked(aino), made.pk)
    entering.enter_tournament(asked(babak), made.pk, stated=EntryStatement(ONE_DAN, "https://example.org/"))
    entering.enter_tournament(asked(strong), made.pk)
    starting.start_tournament(asked(made.owner), made.pk)
    ranks = [made.entries.get(player=player).rank for player in (aino, babak, strong)]
    assert ranks == [FIVE_KYU.steps, ONE_DAN.steps, Rank.parse("3k").steps], "one's own word, and an established rank"


def test_E135_a_list_of_the_egd_finds_players_by_their_pin():
    made = make_open()
    findable("aino", "12345678")
    findable("hidden", "19574643", is_findable=False)
    findable("one", "20000001")
    findable("another", "20000001")
    file = SimpleUploadedFile("allworld_lp.html", EGD.encode("cp1252"), "text/html")
    page = signed_in(made.owner).post(path_of(made), {"file": file}).content.decode()
    assert 'value="aino 1d"' in page
    assert 'value="hidden' not in page
    for text in ("no account found", "several accounts have this PIN", "not a valid line of an EGD list"):
        assert text in page
    assert 'value="one' not in page


def test_E134_each_line_that_does_not_fit_is_named_with_its_reason():
    made = make_open()
    inside = make_player("inside")
    entering.enter_tournament(asked(inside), made.pk)
    make_player("robot", is_bot=True)
    make_player("aino")
    text = "A,99k\nB,,,Finland\nC,,,,123\n,5k\nD,,,,,nobody-here\nE,,,,,inside\nF,,,,,robot\nG,,,,,aino\nH,,,,,aino\n"
    page = signed_in(made.owner).post(path_of(made), {"text": text}).content.decode()
    for line, reason in enumerate(
        ("is not a rank", "is not a country code", "is not a PIN", "no name, PIN", "no account found",
         "already entered", "bots can", "", "listed twice"), start=1,
    ):  # fmt: skip
        assert (f"Line\n              {line}" in page or f"Line {line}" in page) == bool(reason), line
        assert reason in page
    program = program_of(made.owner, "events:direct")
    answer = send(program, f"/api/v1/tournaments/{made.pk}/players/", players=text).json()["results"]
    assert [one["why"] for one in answer] == [
        "rank", "country", "pin", "empty", "unknown", "entered", "bot", None, "twice",
    ]  # fmt: skip
    assert answer[7]["player"] == "aino"


def test_E134_programs_find_players_and_invite_them_with_a_rank():
    made = make_open()
    aino = make_player("aino")
    program = program_of(made.owner, "events:direct")
    found = send(program, f"/api/v1/tournaments/{made.pk}/players/", players="user;rank\naino;5 kyu\n").json()
    assert found["results"] == [{"line": 2, "name": "", "player": "aino", "rank": "5k", "why": None}]
    send(program, f"/api/v1/tournaments/{made.pk}/acts/", act="invite", player="aino", rank="5k")
    assert made.entries.get(player=aino).stated == FIVE_KYU.steps
    refusal = send(program, f"/api/v1/tournaments/{made.pk}/players/", players="a\u0000b")
    assert refusal.status_code == 400
    other = send(program_of(aino, "events:direct"), f"/api/v1/tournaments/{made.pk}/players/", players="user\naino\n")
    assert (other.status_code, other.json()["code"]) == (403, "not_director"), "PINs are matched for directors only"


def test_E134_files_that_are_no_text_or_too_many_players_are_refused():
    made = make_open()
    file = SimpleUploadedFile("sheet.xlsx", b"PK\x03\x04\x00\x00\x00\x00", "application/zip")
    answer = signed_in(made.owner).post(path_of(made), {"file": file})
    assert (answer.status_code, "Choose a text file" in answer.content.decode()) == (400, True)
    refused(BadPlayerList, invite_listed_players, asked(made.owner), made.pk, [("a", None)] * (MOST_INVITED + 1))
    assert signed_in(made.owner).post(path_of(made), {"do": "invite"}).status_code == 400
    assert largest_body_for(f"/tournaments/{made.pk}/pairings/") == LARGEST_FILE
    assert (
        largest_body_for(path_of(made)) == largest_body_for(f"/api/v1/tournaments/{made.pk}/players/") == LARGEST_LIST
    )


def test_E134_only_directors_may_and_only_while_entry_is_open():
    made, player = make_open(), make_player("aino")
    assert Client().get(path_of(made)).status_code == 302
    assert signed_in(player).post(path_of(made), {"text": "A,5k"}).status_code == 404
    refused(NotDirector, invite_listed_players, asked(player), made.pk, [("aino", None)])
    draft = make_draft()
    assert signed_in(draft.owner).get(path_of(draft)).status_code == 404


def test_E134_a_long_list_takes_no_more_queries_than_a_short_one():
    made = make_open()
    client = signed_in(made.owner)
    counts = []
    for many in (1, 2, 30):
        names = [make_player().username for _ in range(many)]
        with CaptureQueriesContext(connection) as queries:
            client.post(path_of(made), {"text": "user\n" + "\n".join(names)})
        counts.append(len(queries))
    assert counts[1] == counts[2], "after the first, which fills caches"


def test_E134_the_tournament_and_the_ranks_of_a_list_are_read_once():
    made = make_open()
    names = [make_player().username for _ in range(5)]
    with CaptureQueriesContext(connection) as queries:
        invite_listed_players(asked(made.owner), made.pk, [(name, FIVE_KYU) for name in names])
    reads = [sum(f'FROM "{table}"' in one["sql"] for one in queries) for table in TABLES]
    assert reads == [1, 1]
    writes = [sum(f'INSERT INTO "{table}"' in one["sql"] for one in queries) for table in WRITTEN]
    assert writes == [1, 1, 1]
    assert made.entries.filter(state=EntryState.INVITED, stated=FIVE_KYU.steps).count() == 5
    assert made.log.filter(act="invited", by=made.owner, about__username__in=names).count() == 5
    notified = Event.objects.filter(kind="entry_changed", player=made.owner).values_list("by__username", flat=True)
    assert sorted(notified) == sorted(names)


def test_E134_a_list_with_bots_and_players_who_are_in_or_were_out_invites_the_others():
    made = make_open()
    inside, robot, invited, left, new = (make_player(name) for name in ("inside", "robot", "invited", "left", "new"))
    type(robot).objects.filter(pk=robot.pk).update(is_bot=True)
    for player in (inside, left):
        entering.enter_tournament(asked(player), made.pk)
    leaving.withdraw_from_tournament(asked(left), made.pk)
    everyone = [(player.username, FIVE_KYU) for player in (inside, robot, invited, left, new)]

    assert invite_listed_players(asked(made.owner), made.pk, [("invited", None)]) == 1
    assert invite_listed_players(asked(made.owner), made.pk, everyone) == 3

    states = dict(made.entries.values_list("player__username", "state"))
    assert states == {"inside": "entered", "invited": "invited", "left": "invited", "new": "invited"}
    assert made.entries.get(player=invited).stated is None, "asked again, nothing changes"
    assert made.log.filter(act="invited").count() == 3
    assert Notice.objects.filter(kind="event_invited").count() == 3


def list_of_all_players(count=110_000):
    """A file like the EGD's list of all players, with three players of this server: at the start, middle and end."""
    row = "{pin} {name:<18} FI Oulu  5k 1600"
    lines = ["EUROPEAN GO RATINGS", "   Pin     Name    Co. Club  Grade  --  GoR  Tour  Last"]
    for number in range(count):
        pin = {0: 12345678, count // 2: 12345679, count - 1: 12345680}.get(number, 20_000_000 + number)
        lines.append(row.format(pin=pin, name=f"Player{number} Name"))
    return "\r\n".join(lines).encode()


def test_E135_the_list_of_all_players_is_read_with_little_memory_and_time():
    made, data = make_open(), list_of_all_players()
    assert 4_500_000 < len(data) < MOST_BYTES
    for pin in (12345678, 12345679, 12345680):
        findable(f"p{pin}", str(pin))
    before = time.process_time()
    with CaptureQueriesContext(connection) as queries:
        matched = find_listed_players(made.owner, made, data)
    assert time.process_time() - before < 15, "seconds; about two"
    assert len(queries) < 60
    assert [one.player.username for one in matched.rows if not one.why] == ["p12345678", "p12345679", "p12345680"]
    assert (len(matched.rows), matched.left_out) == (MOST_WITHOUT + 3, 110_000 - 3 - MOST_WITHOUT), "no more is kept"
    rows = read_player_list(data)
    assert isinstance(rows, Iterator)
    assert next(rows).pin == "12345678", "one line is read at a time"
    file = SimpleUploadedFile("all.txt", data, "text/plain")
    page = signed_in(made.owner).post(path_of(made), {"file": file}).content.decode()
    assert page.count(' 5k"') == 3


def test_E135_lines_of_spaces_take_no_longer_than_others():
    spaces = b"12345678 a" + b" " * 900 + b"\n"
    before = time.process_time()
    assert [one.fault for one in read_player_list(EGD.encode() + spaces * 5_000)][4:] == ["egd"] * 5_000
    assert time.process_time() - before < 5, "a pattern that tries each space with each other takes half a minute"


def test_E134_a_closed_account_is_not_found_by_its_name():
    made = make_open(entering=EntryPolicy.INVITATION)
    make_player("aino", is_active=False)
    assert [one.why for one in find_listed_players(made.owner, made, b"A,5k,,,,aino\n").rows] == ["unknown"]


@pytest.mark.parametrize(("size", "arrives"), [(5_000_000, True), (LARGEST_LIST + 1, False)])
def test_E135_a_large_list_arrives_complete_or_not_at_all(size, arrives):
    """Also what is above the size at which reading of other bodies ends."""
    left, got = [size], []

    async def receive():
        piece = min(left[0], 500_000)
        left[0] -= piece
        return {"type": "http.request", "body": b"x" * piece, "more_body": left[0] > 0}

    async def app(scope, receive, send):
        got.append((MARK in scope, len((await receive())["body"])))

    scope = {"type": "http", "path": "/tournaments/1/invite/", "headers": []}
    asyncio.run(AsgiBodyLimit(app)(scope, receive, None))
    assert got == [(not arrives, size if arrives else 0)]
