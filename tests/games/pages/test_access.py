"""The pages and forms of games: permissions, refusals, and lists that stay fast."""

from __future__ import annotations

import os

import pytest
from django.test import Client
from django.utils import timezone

from challenges import services as challenging
from foundation import limits
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from rules import Color
from tests import factories
from tests.factories import make_player, side

pytestmark = pytest.mark.django_db

LOGIN = 302
VERBS = {
    "play": {"point": "E5"}, "pass": {}, "resign": {}, "cancel": {}, "handicap": {"points": "E5"},
    "marks": {"dead": ""}, "propose": {"dead": ""}, "withdraw": {"proposal": 1}, "accept": {"proposal": 1},
    "reject": {"proposal": 1, "then": "mark"}, "resume": {}, "undo": {}, "undo-answer": {"allow": "no"},
    "chat": {"text": "hello"}, "rematch": {}, "no-result": {}, "no-result-answer": {"allow": "no"},
    "decide": {"ruling": "both_lose", "reason": "both were absent"}, "claim-win": {}, "grant-time": {"days": 3},
    "refuse-win": {}, "pause": {"days": 7}, "pause-answer": {"allow": "no"}, "report-stalling": {},
    "withdraw-request": {"request": "pause"},
    "referee": {}, "set-marking": {"dead": "", "reason": "so it is"}, "let-resume": {"reason": "play it out"},
    "adjust-clock": {"side": "B", "amount": 1, "unit": "days", "reason": "ill"},
    "note": {"text": "to be looked at again"},
}  # fmt: skip


@pytest.fixture
def place():
    """A private game; and the three who come to look: no one signed in, a stranger, a player of it."""
    game = factories.make_game(private=True, now=timezone.now())
    black, stranger = side(game, Color.BLACK), make_player()
    visitors = []
    for person in (None, stranger, black):
        client = Client()
        if person is not None:
            client.force_login(person)
        visitors.append(client)
    return game, visitors


def test_strangers_change_nothing_in_a_game(place, subtests):
    game, (nobody, stranger, _) = place

    for verb, text in VERBS.items():
        with subtests.test(verb):
            limits.reset_counts()
            data = {"number": 0, "key": "12345678", **text}
            assert nobody.post(f"/g/{game.pk}/{verb}/", data).status_code == LOGIN
            assert stranger.post(f"/g/{game.pk}/{verb}/", data).status_code == 404
            assert factories.reload(game).number == 0


def test_forms_need_the_csrf_token(place, subtests):
    game, _ = place
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(side(game, Color.BLACK))

    for verb, text in VERBS.items():
        with subtests.test(verb):
            answer = browser.post(f"/g/{game.pk}/{verb}/", {"number": 0, "key": "12345678", **text})
            assert answer.status_code == 403
            assert factories.reload(game).number == 0


FORMLESS = [
        {}, {"number": "", "key": "12345678"}, {"number": "-1", "key": "12345678"},
        {"number": "9" * 30, "key": "12345678"}, {"number": "x", "key": "12345678"},
        {"number": "0", "key": ""}, {"number": "0", "key": "x" * 65}, {"number": "0", "key": "1234\x005678"},
]  # fmt: skip
"""What every verb's form says next to its own fields; one view reads it for all of them."""
BAD = [
        {"number": "0", "key": "12345678", "point": "Z99"}, {"number": "0", "key": "12345678", "point": "\x00"},
        {"number": "0", "key": "12345678", "point": "\u200fE5"},
        {"number": "0", "key": "12345678", "points": "E5 " * 5000, "dead": "A1 " * 5000, "proposal": "1e9"},
        {"number": "0", "key": "12345678", "points": "\ufeff", "dead": "\u0665", "then": "win", "allow": "maybe"},
        {"number": "0", "key": "12345678", "text": "x" * 6000, "reason": "x" * 600, "proposal": "1", "then": "mark"},
]  # fmt: skip


WITH_FIELDS = sorted(set(VERBS) - {"pass", "resign", "cancel", "marks", "chat", "note"})


def bad_for(verb):
    """By day every verb with one of the bad inputs that are read alike for all of them."""
    turn = WITH_FIELDS.index(verb) % len(FORMLESS)
    return [*(FORMLESS if os.environ.get("IGO_NIGHTLY") else FORMLESS[turn : turn + 1]), *BAD]


@pytest.mark.parametrize("verb", WITH_FIELDS)
def test_bad_input_in_forms_is_a_page_that_says_so_and_stores_nothing(place, subtests, verb):
    game, (_, _, player) = place

    for data in bad_for(verb):
        with subtests.test(str(data)[:100]):
            limits.reset_counts()
            answer = player.post(f"/g/{game.pk}/{verb}/", data)
            assert 400 <= answer.status_code < 500
            assert b'role="alert"' in answer.content
            assert factories.reload(game).number == 0


def test_bad_queries_of_the_game_page_harm_nobody(place):
    game, (_, _, player) = place

    for query in (
        "point=Z99", "point=%00", "point=%ED%A0%80", "move=99999999999", "move=-1", "move=x", "placed=Q&placed=%00",
        "point=" + "x" * 5000, "reject=1&chat=%00",
    ):  # fmt: skip
        assert player.get(f"/g/{game.pk}/?{query}").status_code == 200, query


@pytest.mark.parametrize(
    "query", ["page=0", "page=x", "page=" + "9" * 30, "size=7", "player=%00", "player=" + "x" * 500, "rule_set=chess"]
)
def test_bad_searches_of_the_archive_are_answered(query):
    assert Client().get(f"/games/archive/?{query}").status_code in (200, 400)


def test_a_bad_offer_is_shown_again_with_the_reason(place, subtests):
    _, (_, _, player) = place
    data = {"opponent_kind": "player", "opponent": "babak", "size": "9", "rule_set": "brainking", "color": "random",
            "handicap": "0", "time": "days_3"}  # fmt: skip

    for field, value in [
        ("size", "7"), ("time", ""), ("time", "blitz"), ("time", "custom"), ("komi", "NaN"), ("komi", "6.25"),
        ("handicap", "1"), ("rule_set", "chess"), ("opponent", "\x00"), ("color", "green"),
        ("opponent", "nobody-at-all"), ("width", "99"),
    ]:  # fmt: skip
        with subtests.test(f"{field}={value!r}"):
            limits.reset_counts()
            answer = player.post("/new/", {**data, field: value})
            assert answer.status_code == 400
            assert b'role="alert"' in answer.content


@pytest.mark.parametrize("path", ["/games/", "/games/?view=list", "/games/archive/", "/waiting/", "/notifications/"])
def test_lists_take_the_same_number_of_statements_for_any_number_of_rows(path, django_assert_max_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    black, white = make_player(), make_player()
    client = Client()
    client.force_login(black)
    counts = []
    for _ in range(2):
        for _ in range(4):
            factories.make_game(black=black, white=white, now=timezone.now())
            challenging.create_challenge(PlayerRequest(white, timezone.now()), Terms())
        client.get(path)
        with CaptureQueriesContext(connection) as asked:
            client.get(path)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_moderator_finds_players_and_games_and_cannot_edit_the_record(admin_client):
    game = factories.make_game(moves="E5 D4")
    name = side(game, Color.BLACK).username

    found = admin_client.get("/admin/games/game/", {"q": name})
    page = admin_client.get(f"/admin/games/game/{game.pk}/change/")

    assert str(game.pk) in found.content.decode()
    assert "<svg" in page.content.decode()
    assert admin_client.post(f"/admin/games/game/{game.pk}/change/", {"result": "B+R"}).status_code == 403
    assert admin_client.post(f"/admin/games/game/{game.pk}/delete/", {"post": "yes"}).status_code == 403
    assert name in admin_client.get("/admin/accounts/player/", {"q": name}).content.decode()
