"""The data export can be opened and read, is complete, and has no secrets."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.core.renaming import rename_player
from accounts.models import Player, SecurityEvent
from accounts.privacy import data_export
from accounts.privacy.blocking import block_player
from accounts.privacy.data_export import declared_fields, export_archive
from accounts.security.tokens import NewToken, make_token
from challenges import services as challenging
from challenges.services import OfferRecipients
from games import services
from games.models import TimeSettings
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from programs.models import Webhook
from programs.models.webhook import sealed_secret
from rules import sgf
from tests.access.visitors import Place
from tests.factories import code_of, give_second_factor, make_game, make_player

pytestmark = pytest.mark.django_db

NOW = timezone.now()
PASSWORD = "correct horse"
COVERED_ELSEWHERE = (
    "actions", "analysis", "class_messages", "comments", "discussion_posts", "drafts", "homework", "lesson_pages",
    "library_shares", "notes", "plans", "refused_addresses", "remarks",
)  # fmt: skip
"""Sections that no field would miss: what they hold is another section's, or reached through another row."""


@pytest.fixture(autouse=True)
def _described_again():
    data_export._export_sections.cache_clear()


@pytest.fixture
def aino():
    return make_player("aino", bio="my stóry", language="fi")


def opened(player) -> dict[str, str]:
    data_export._export_sections.cache_clear()  # a changed section of any app has to be noticed
    archive = zipfile.ZipFile(io.BytesIO(b"".join(export_archive(player))))
    assert archive.testzip() is None
    return {name: archive.read(name).decode() for name in archive.namelist()}


def lines(files, name):
    return [json.loads(line) for line in files[f"{name}.jsonl"].splitlines()]


def test_every_field_that_names_a_player_is_in_it_or_left_out_for_a_reason():
    named = {
        f"{model._meta.app_label}.{model.__name__}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.concrete and field.related_model is Player and not field.auto_created
    }

    assert named - declared_fields() == set(), "say in data_export.py of the room what becomes of these"
    assert {field for field in declared_fields() if field.split(".")[0] != "tests"} - named == set()


def test_a_player_opens_it_and_finds_everything(aino):
    babak = make_player("babak")
    game = make_game(black=aino, white=babak, moves="E5 D4", now=NOW)
    services.send_message(PlayerRequest(aino, NOW), game.pk, "hello سلام")
    services.send_message(PlayerRequest(babak, NOW), game.pk, "theirs")
    services.write_note(game_id=game.pk, player=aino, text="weak corner", now=NOW)
    challenging.create_challenge(PlayerRequest(aino, NOW), Terms(), OfferRecipients(opponent=babak))
    block_player(player=aino, other=make_player("kaisa"), now=NOW)
    make_token(player=aino, wanted=NewToken("notebook", ["game:read"], None), now=NOW)
    rename_player(player=aino, name="liisa", now=NOW)

    files = opened(Player.objects.get(pk=aino.pk))

    assert json.loads(files["account.json"])["username"] == "liisa"
    assert json.loads(files["account.json"])["bio"] == "my stóry"
    assert "my stóry" in files["account.json"], "as people read it"
    assert [row["text"] for row in lines(files, "messages")] == ["hello سلام"]
    assert "hello سلام" in files["messages.jsonl"], "as people read it"
    assert [row["text"] for row in lines(files, "notes")] == ["weak corner"]
    assert [row["kind"] for row in lines(files, "actions")] == ["play"]
    assert [row["blocked__username"] for row in lines(files, "blocks")] == ["kaisa"]
    assert [row["name"] for row in lines(files, "tokens")] == ["notebook"]
    assert [row["name"] for row in lines(files, "names")] == ["aino"]
    assert [row["opponent__username"] for row in lines(files, "challenges")][-1] == "babak"
    assert "name_changed" in [row["kind"] for row in lines(files, "security_events")]
    record = next(text for name, text in files.items() if name.startswith("games/"))
    assert len(sgf.parse(record)) == 1
    assert "theirs" not in str(files)


def test_every_section_reads_the_rows_of_this_player_alone(monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)  # which are not captured
    player = make_player("a918273645", pk=918_273_645)
    assert "918273645" in player.email, "refused addresses are looked up by it"

    with CaptureQueriesContext(connection) as asked:
        files = opened(player)

    reads = [query["sql"] for query in asked.captured_queries if query["sql"].startswith("SELECT")]
    assert len(reads) > len(files) - 4, "one statement for each file, with few exceptions"
    assert [sql for sql in reads if str(player.pk) not in sql] == []


def test_a_newcomer_finds_nothing_of_other_players():
    Place()

    files = opened(make_player())

    assert {name for name, text in files.items() if text.strip()} == {"README.txt", "account.json"}
    assert set(files) >= {"messages.jsonl", "clubs.jsonl", "challenges.jsonl"}
    assert set(files) >= {f"{name}.jsonl" for name in COVERED_ELSEWHERE}


def test_the_readme_names_every_file_in_the_language_of_the_account(aino):
    files = opened(aino)

    assert "Kaikki, mitä tämä palvelin" in files["README.txt"]
    for name in files:
        assert name == "README.txt" or f"{name}: " in files["README.txt"]


def test_no_secret_is_in_it(aino):
    secret = give_second_factor(aino)
    text = make_token(player=aino, wanted=NewToken("x", ["game:read"], None), now=NOW)[1]
    client = Client()
    client.post("/accounts/login/", {"login": "aino", "password": PASSWORD})
    client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    sealed = sealed_secret("whsec_canary")
    Webhook.objects.create(player=aino, url="https://x.example", sealed=sealed, created_at=NOW, next_try_at=NOW)
    TimeSettings.objects.create(player=aino, calendar="calendar-canary")
    offer = challenging.create_challenge(PlayerRequest(aino, NOW), Terms(), OfferRecipients(by_link=True))

    everything = str(opened(aino))

    token = aino.api_tokens.get()
    secrets = [
        aino.password,
        token.digest,
        token.hint,
        text,
        client.session.session_key,
        secret,
        "canary",
        sealed,
        offer.token,
    ]
    assert [one for one in secrets if one in everything] == []
    assert client.session.session_key
    assert str(Authenticator.objects.get().data["secret"]) not in everything


def test_nothing_of_anybody_else_is_in_it(aino):
    babak, game = make_player("babak", bio="canary"), make_game(now=NOW)
    services.send_message(PlayerRequest(game.seat_list()[0].player, NOW), game.pk, "canary")
    block_player(player=babak, other=aino, now=NOW)

    everything = str(opened(aino))

    assert "canary" not in everything
    assert "babak" not in everything


def test_many_games_take_no_more_statements_than_few(aino, django_assert_max_num_queries):
    counts = []
    for _ in range(2):
        for _ in range(5):
            make_game(black=aino, moves="E5 D4", now=NOW)
        with CaptureQueriesContext(connection) as asked:
            files = opened(aino)
        counts.append(len(asked))

    assert counts[0] == counts[1]
    assert len([name for name in files if name.startswith("games/")]) == 10


def test_the_page_needs_the_password_again(aino):
    client = Client()
    client.force_login(aino)

    asked = client.post("/settings/data/export/")
    answer = client.post(asked["Location"], {"password": PASSWORD})

    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert answer["Content-Type"] == "application/zip"
    assert b"".join(answer.streaming_content).startswith(b"PK")
    assert SecurityEvent.objects.filter(player=aino, kind="exported").count() == 1


def test_a_program_needs_name_and_password_again(aino):
    text = make_token(player=aino, wanted=NewToken("x", ["account:read"], None), now=NOW)[1]

    def ask(**body):
        headers = {"Authorization": f"Bearer {text}"}
        return Client().post("/api/v1/me/export/", body, content_type="application/json", headers=headers)

    assert ask().status_code == 400
    assert ask(username="aino", password="guess").status_code == 401
    answer = ask(username="aino", password=PASSWORD)
    assert b"".join(answer.streaming_content).startswith(b"PK")


def test_it_is_had_ten_times_an_hour_by_page_and_program_together_S23(aino):
    text = make_token(player=aino, wanted=NewToken("x", ["account:read"], None), now=NOW)[1]
    browser = Client()
    browser.force_login(aino)
    body, headers = {"username": "aino", "password": PASSWORD}, {"Authorization": f"Bearer {text}"}

    def ask():
        path = "/api/v1/me/export/"
        return Client().post(path, body, content_type="application/json", headers=headers).status_code

    assert {browser.post("/settings/data/export/").status_code for _ in range(4)} == {302}
    assert [ask() for _ in range(7)] == [200] * 6 + [429]
    assert browser.post("/settings/data/export/").status_code == 429
