"""The client's generated methods: one for each operation, as in the OpenAPI document, and all of them called."""

from __future__ import annotations

import inspect
import io
import re

import pytest
import requests
from django.db import transaction
from django.test import Client as Browser
from django.utils import timezone
from requests.adapters import BaseAdapter

from accounts.security.scopes import USUAL
from accounts.security.tokens import NewToken, make_token
from foundation import limits
from igo_client import UNSET, ApiError, Client, Operations
from tests.access.visitors import Place
from tests.api.bodies import Values, operations
from tests.client import generate
from tests.factories import make_game, make_player
from tests.support.schema import schema

STREAMS = {"events", "game_events"}
CALLED = [one for one in operations() if one.id not in {*STREAMS, "games_export"}]


class InProcess(BaseAdapter):
    """Takes requests to Django's test client, and undoes what came of each."""

    def send(self, request, **_):
        """The answer of the server."""
        limits.reset_counts()
        headers = {**request.headers, "Accept-Encoding": "identity"}
        with transaction.atomic():
            answer = Browser().generic(
                request.method, request.path_url, request.body or b"",
                content_type=request.headers.get("Content-Type", ""), headers=headers,
            )  # fmt: skip
            content = answer.getvalue()
            self.asked = re.sub(r"<(\w+:)?(\w+)>", r"{\2}", f"{request.method} /{answer.resolver_match.route}")
            transaction.set_rollback(True)
        found = requests.Response()
        found.status_code, found.reason, found.raw = answer.status_code, answer.reason_phrase, io.BytesIO(content)
        found.headers.update(answer.headers)
        return found

    def close(self):
        """Do nothing: no connection is held."""


def program_of(player, url="http://testserver", **options):
    token = make_token(player=player, wanted=NewToken("t", USUAL, 1), now=timezone.now())[1]
    return Client(url, token, **options)


def named(values):
    """These values by the names of parameters in Python."""
    return {generate.python_name(name): value for name, value in values.items()}


def refusal_of(method, path, values):
    """Return the code with which the server refuses this call; None if it succeeds."""
    try:
        method(*path, **values)
    except ApiError as refusal:
        return refusal
    return None


def path_of(values, operation):
    return [values.path[part[1:-1]] for part in operation.path.split("/") if part.startswith("{")]


def test_the_generated_methods_are_those_of_the_document():
    assert generate.FILE.read_text() == generate.generated(schema()), "python -m tests.client.generate --write"


def test_every_operation_has_a_method_with_all_that_the_document_says_it_takes():
    methods = {name for name, _ in inspect.getmembers(Operations, inspect.isfunction) if not name.startswith("_")}
    assert methods == {one.id for one in operations()}

    for one in operations():
        parameters = inspect.signature(getattr(Operations, one.id)).parameters
        required = {name for name, each in parameters.items() if each.default is each.empty} - {"self"}
        body = one.body
        wanted = {each["name"] for each in one.parameters("query")} | set(body.get("properties", {}))
        needed = {each["name"] for each in one.parameters("path")} | set(body.get("required", []))
        keys = {each["name"] for each in one.parameters("header")} & {"Idempotency-Key", "If-Match"}

        assert required == {generate.python_name(name) for name in needed}, one.id
        assert set(parameters) - {"self"} - required == {
            generate.python_name(name) for name in (wanted | keys) - needed
        }, one.id


@pytest.mark.django_db
def test_the_server_understands_every_method_with_all_fields_and_with_those_it_needs(subtests):
    place = Place()
    values, client = Values(place), program_of(place.people["player"], patience=0)
    server, done = InProcess(), set()
    client.transport.session.mount("http://testserver", server)
    for one in CALLED:
        query = {each["name"]: values.of(one, each["name"], each["schema"]) for each in one.parameters("query")}
        query = {name: value for name, value in query.items() if name != "cursor"}
        for text in ({**values.whole(one), **query}, values.least(one)):
            with subtests.test(f"{one.id} {sorted(text)}"):
                refusal = refusal_of(getattr(client.api, one.id), path_of(values, one), named(text))
                assert server.asked == f"{one.method} {one.path}"
                if refusal is None:
                    done.add(one.id)
                    continue
                codes = {why["code"] for whys in refusal.data.get("errors", {}).values() for why in whys}
                assert not codes & {"unknown_field", "unknown_parameter", "required", "idempotency_key_required"}
                assert refusal.status not in (405, 406, 415)

    assert len(done) > 140, sorted({one.id for one in CALLED} - done)


@pytest.mark.django_db(transaction=True)
def test_two_programs_play_with_nothing_but_generated_methods(live_server):
    aino, babak = (program_of(make_player(name), live_server.url) for name in ("aino", "babak"))

    offer = aino.api.challenge_create(size=9, opponent="babak", color="black", days=3)
    begun = babak.api.challenge_accept(offer["id"])
    receipt = aino.api.act(begun["id"], kind="play", expected=0, point="E5")
    assert (
        babak.api.act(begun["id"], kind="play", expected=receipt["number"], point="C3", message="Hello")["number"] == 2
    )
    with pytest.raises(ApiError) as refused:
        aino.api.act(begun["id"], kind="play", expected=2, point="E5")
    assert set(refused.value.data["errors"]) == {"point"}

    assert [one["text"] for one in aino.api.messages(begun["id"])["results"]] == ["Hello"]
    assert aino.api.me_change(motion="none")["motion"] == "none"
    assert aino.api.sgf_file(begun["id"]).startswith("(;")
    assert aino.api.records()[:2] == b"PK"
    assert aino.api.games(mine=True, size=9)["results"][0]["id"] == begun["id"]
    assert [one["id"] for one in aino.api.games_export(player="aino")] == [begun["id"]]
    assert next(aino.api.game_events(begun["id"], since=0, wait=0))["type"] == "hello"
    assert aino.api.follow("babak") is None


@pytest.mark.django_db(transaction=True)
def test_a_method_sends_null_for_none_and_nothing_for_what_is_left_out(live_server):
    aino = program_of(make_player("aino"), live_server.url)
    week = aino.api.my_week(zone="Europe/Helsinki", weekend=[], night=None)

    assert week["week"]["night"] is None
    assert aino.api.challenge_create(size=9, rank_span=None, komi=UNSET)["rank_span"] is None


@pytest.mark.django_db(transaction=True)
def test_a_method_makes_a_key_of_its_own_or_takes_one_and_then_does_it_once(live_server):
    aino, babak = make_player("aino"), make_player("babak")
    game = make_game(black=aino, white=babak, now=timezone.now())
    client = program_of(aino, live_server.url)

    texts = [client.api.say(game.pk, text="Hello", idempotency_key=key)["id"] for key in ("one", "one", None, None)]

    assert len(set(texts)) == 3
    assert texts[0] == texts[1]
