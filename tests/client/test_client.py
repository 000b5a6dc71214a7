"""The client against the real server, through a bad network."""

from __future__ import annotations

import json
from itertools import islice

import pytest
from django.utils import timezone

from accounts.security.scopes import USUAL
from accounts.security.tokens import NewToken, make_token
from challenges.models import Challenge
from igo_client import ApiError, Client, NoAnswer, transport
from tests.client.flaky import Proxy, say, serving
from tests.factories import make_game, reload

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def network(live_server):
    """A proxy in front of the server."""
    proxy = Proxy(live_server.url)
    with serving(proxy.handle) as url:
        proxy.url = url
        yield proxy


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch):
    monkeypatch.setattr(transport, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(transport, "LONGEST_PAUSE", 0.05)
    monkeypatch.setattr(transport, "SECONDS_BETWEEN_POLLS", 0.1)


def client_of(player, network, **options):
    token = make_token(player=player, wanted=NewToken("t", USUAL, None), now=timezone.now())[1]
    return Client(network.url, token, **{"patience": 10.0, **options})


@pytest.fixture
def game(aino, babak):
    return make_game(black=aino, white=babak, now=timezone.now())


@pytest.mark.parametrize("plan", [["lost"], ["done"], ["done", "lost", "done"], [500, "done"], ["done", 503], [429]])
def test_a_move_is_played_once_whatever_is_lost(aino, game, network, plan):
    client = client_of(aino, network)
    network.plan = list(plan)

    receipt = client.play(game.pk, "E5", expected=0)

    assert receipt["number"] == reload(game).number == 1
    assert [action["point"] for action in client.actions(game.pk)] == ["E5"]
    assert len({key for method, _, key, _ in network.passed if method == "POST"}) == 1


@pytest.mark.parametrize("plan", [["lost"], ["done"], ["done", "done"]])
def test_an_offer_is_made_once_and_answered_once(aino, babak, network, plan):
    offering, answering = client_of(aino, network), client_of(babak, network)

    network.plan = list(plan)
    first = offering.offer(size=9, opponent="babak", color="black")
    network.plan = list(plan)
    game = answering.accept_challenge(first["id"])
    network.plan = list(plan)
    second = offering.offer(size=13, opponent="babak")
    network.plan = list(plan)
    declined = answering.decline(second["id"])
    third = offering.offer(size=13, opponent="babak")
    network.plan = list(plan)
    offering.withdraw_challenge(third["id"])

    assert Challenge.objects.count() == 3
    assert game["players"][0]["username"] == "aino"
    assert declined["status"] == "declined"
    assert Challenge.objects.get(pk=third["id"]).status == "withdrawn"


def test_a_refusal_is_an_error_with_its_code(aino, game, network):
    client = client_of(aino, network)

    with pytest.raises(ApiError) as refusal:
        client.pass_(game.pk, expected=3)

    assert (refusal.value.status, refusal.value.code) == (409, "stale_number")
    assert refusal.value.data["number"] == 0


def test_declining_what_was_withdrawn_is_still_refused(aino, babak, network):
    offer = client_of(aino, network).offer(size=9, opponent="babak")
    client_of(aino, network).withdraw_challenge(offer["id"])

    with pytest.raises(ApiError, match="challenge_gone"):
        client_of(babak, network).decline(offer["id"])


def test_patience_has_an_end(aino, network):
    client = client_of(aino, network, patience=0.2)
    network.plan = ["lost"] * 100

    with pytest.raises(NoAnswer):
        client.me()


def test_what_is_no_problem_of_ours_is_an_error_too(aino, network):
    client = client_of(aino, network, patience=0.0)
    network.plan = [502]

    with pytest.raises(ApiError) as refusal:
        client.me()

    assert (refusal.value.status, refusal.value.code) == (502, "unknown")


def test_a_state_that_has_not_changed_is_not_sent_again(aino, game, network):
    client = client_of(aino, network)

    first, second = client.game(game.pk, line=True), client.game(game.pk, line=True)
    client.play(game.pk, "C3", expected=0)
    third = client.game(game.pk, line=True)

    assert first == second
    assert third["line"]["moves"] == [{"color": "B", "point": "C3"}]
    assert [status for method, _, _, status in network.passed if method == "GET"] == [200, 304, 200]


def test_lists_are_read_to_their_last_page(aino, babak, network):
    games = {make_game(black=aino, white=babak, now=timezone.now()).pk for _ in range(5)}

    found = list(client_of(aino, network).games(mine=True, limit=2))

    assert {row["id"] for row in found} == games
    assert len(found) == 5


def test_every_other_operation_answers(aino, babak, game, network):
    client = client_of(aino, network)

    assert client.me()["username"] == "aino"
    assert client.player("babak")["bot"] is False
    assert client.say(game.pk, "Hello")["text"] == "Hello"
    assert [text["text"] for text in client.messages(game.pk)] == ["Hello"]
    assert client.write_note(game.pk, "watch the corner")["text"] == client.note(game.pk)["text"]
    assert client.sgf(game.pk).startswith("(;")
    assert client.game(game.pk, legal=True)["legal"]["points"]


def test_the_end_of_a_game(aino, babak, network):
    game = make_game(black=aino, white=babak, now=timezone.now(), moves="C3 G7 pass pass")
    black, white = client_of(aino, network), client_of(babak, network)

    assert black.marks(game.pk, ["G7"], expected=4) == {"dead": ["G7"]}
    assert black.count(game.pk, ["G7"])["dead"] == ["G7"]
    black.propose(game.pk, ["G7"], expected=4)
    white.reject(game.pk, 1, "mark", expected=5, reason="It lives.")
    white.propose(game.pk, [], expected=6)
    black.accept(game.pk, 2, expected=7, confirmed=True)

    assert black.game(game.pk)["phase"] == "finished"


def test_where_streams_are_not_served_the_events_are_asked_for(aino, babak, game, network):
    player, stream = client_of(aino, network), client_of(babak, network).events()
    assert next(stream)["type"] == "hello"

    found = []
    for number, point in enumerate(("E5", "C3")):
        (player if point == "E5" else client_of(babak, network)).play(game.pk, point, expected=number)
        found.append(next(stream))

    assert [event["action"]["point"] for event in found] == ["E5", "C3"]
    assert found[1]["number"] == found[0]["number"] + 1


# Streams, against a server that tells stories


def event(number):
    return json.dumps({"number": number, "type": "action", "game": 1, "action": None})


def hello(number):
    return json.dumps({"type": "hello", "number": number, "missed": False})


def test_a_stream_goes_on_where_it_broke_off():
    asked = []

    def respond(request):
        asked.append(request.path.partition("?")[2])
        first = 1 + 2 * (len(asked) - 1)
        say(request, hello(first - 1), "", event(first), "", event(first + 1))

    with serving(respond) as url:
        found = list(islice(Client(url, "x").events(), 9))

    assert [frame["number"] for frame in found if frame["type"] != "hello"] == [1, 2, 3, 4, 5, 6]
    assert asked[:3] == ["", "since=2", "since=4"]


def test_a_stream_without_heartbeats_is_dead(monkeypatch):
    monkeypatch.setattr(transport, "SECONDS_WITHOUT_A_LINE", 0.3)
    asked = []

    def respond(request):
        asked.append(request.path)
        silent = len(asked) == 1
        say(request, hello(0), *([] if silent else [event(1)]), then_silent=5 if silent else 0)

    with serving(respond) as url:
        found = list(islice(Client(url, "x").events(), 3))

    assert [frame["type"] for frame in found] == ["hello", "hello", "action"]


def test_a_line_that_is_cut_off_is_asked_for_again():
    asked = []

    def respond(request):
        asked.append(request.path)
        say(request, hello(0), event(1)[:10] if len(asked) == 1 else event(1))

    with serving(respond) as url:
        found = list(islice(Client(url, "x").events(), 3))

    assert [frame["type"] for frame in found] == ["hello", "hello", "action"]


def test_a_stream_that_is_refused_says_so():
    def refuse(request):
        body = json.dumps({"code": "not_authenticated", "detail": "Who are you?"}).encode()
        request.send_response(401)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    with serving(refuse) as url, pytest.raises(ApiError, match="Who are you"):
        next(Client(url, "x").events())
