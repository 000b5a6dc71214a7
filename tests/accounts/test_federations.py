"""Real names and numbers at Go federations: private, checked, exported and deleted (E130)."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from accounts.core.federations import find_players_by_pin
from accounts.models import FederationProfile
from accounts.privacy.account_deletion import delete
from tests.accounts.test_data_export import lines, opened
from tests.factories import NOON, make_player
from tests.tournaments.test_pages_and_api import program_of, signed_in

pytestmark = pytest.mark.django_db
PAGE, PATH = "/settings/federations/", "/api/v1/me/federations/"
DATA = {
    "family_name": "Virtanen", "given_name": "Aino", "country": "FI", "club": "Oulu", "egd_pin": "12345678",
    "aga_number": "489", "ffg_licence": "1234567", "is_findable": True,
}  # fmt: skip


def put(client, **changes):
    return client.put(PATH, json.dumps({**DATA, **changes}), content_type="application/json")


def test_E130_a_player_gives_the_data_on_a_page_or_by_the_api_and_deletes_them():
    aino = make_player("aino", country="FI")
    browser, program = signed_in(aino), program_of(aino, "account:read", "account:write")
    assert '<option value="FI" selected>' in browser.get(PAGE).content.decode(), "as in the profile"
    assert program.get(PATH).json()["family_name"] == ""
    assert browser.post(PAGE, {**DATA, "is_findable": "on"}).status_code == 302
    assert program.get(PATH).json() == DATA
    assert put(program, club="Turku").json() == {**DATA, "club": "Turku"}
    assert 'value="Turku"' in browser.get(PAGE).content.decode()
    browser.post(PAGE, {"do": "remove"})
    assert not FederationProfile.objects.exists()
    put(program)
    assert program.delete(PATH).status_code == 204
    assert not FederationProfile.objects.exists()


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("family_name", ""), ("family_name", "a\nb"), ("country", "XX"), ("egd_pin", "1234567"),
        ("egd_pin", "۱۲۳۴۵۶۷"), ("aga_number", "12a"), ("ffg_licence", "12345678"), ("club", "x" * 61),
    ],
)  # fmt: skip
def test_E130_what_is_not_valid_is_refused_and_stores_nothing(field, wrong):
    aino = make_player("aino")
    answer = put(program_of(aino, "account:write"), **{field: wrong})
    assert (answer.status_code, field in str(answer.json())) == (400, True)
    assert signed_in(aino).post(PAGE, {**DATA, field: wrong}).status_code == 400
    assert not FederationProfile.objects.exists()


@pytest.mark.parametrize("written", ["۱۲۳۴۵۶۷۸", "１２３４５６７８", "\u202b12345678\u202c"])
def test_E130_the_page_reads_a_number_in_the_digits_of_every_script(written):
    aino = make_player("aino")
    signed_in(aino).post(PAGE, {**DATA, "egd_pin": written})
    assert FederationProfile.objects.get().egd_pin == "12345678"


def test_E130_no_one_else_sees_them():
    aino = make_player("aino")
    put(program_of(aino, "account:write"))
    for client in (Client(), signed_in(make_player()), signed_in(aino)):
        for path in ("/u/aino/", "/api/v1/players/aino/", "/api/v1/players/"):
            text = client.get(path).content.decode()
            assert all(value not in text for value in ("Virtanen", "12345678", "1234567", "489")), path


def test_E130_only_players_who_want_it_are_found_by_their_pin():
    aino, babak, closed = make_player("aino"), make_player("babak"), make_player("closed")
    for player, findable in ((aino, True), (babak, False), (closed, True)):
        put(program_of(player, "account:write"), is_findable=findable)
    delete(player=closed, now=NOON)
    assert find_players_by_pin(["12345678", ""]) == {"12345678": [aino]}


def test_E130_they_are_exported_and_deleted_with_the_account():
    aino = make_player("aino")
    put(program_of(aino, "account:write"))
    assert lines(opened(aino), "federations") == [DATA]
    delete(player=aino, now=NOON)
    assert not FederationProfile.objects.exists()
