"""Crests that managers upload for their clubs (E153)."""

from __future__ import annotations

import base64
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings

from clubs.models import Club, ClubAct, ClubActKind, ClubPicture
from clubs.services import moderating
from tests.accounts.test_pictures import drawn
from tests.clubs.helpers import make_club
from tests.factories import NOON, make_player
from tests.tournaments.test_pages_and_api import program_of, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def allowed(settings):
    settings.IGO_PICTURES = True


def upload(browser, club, content=None):
    file = SimpleUploadedFile("crest.png", drawn() if content is None else content)
    return browser.post(f"/clubs/{club.pk}/crest/", {"file": file}, follow=True)


def path_of_crest(club):
    return Club.objects.get(pk=club.pk).crest_path


@pytest.mark.usefixtures("allowed")
def test_E153_a_manager_uploads_a_crest_that_replaces_the_emblem_until_it_is_removed(client):
    owner = make_player()
    club, browser = make_club(owner), signed_in(owner)
    assert "of-stone" in client.get("/clubs/").content.decode()

    assert "Club picture" in upload(browser, club).content.decode()
    path = path_of_crest(club)
    sent = client.get(path)
    assert (sent["Content-Type"], sent.content[8:12]) == ("image/webp", b"WEBP")
    for page in ("/clubs/", club.get_absolute_url()):
        assert f'src="{path}"' in client.get(page).content.decode()

    browser.post(f"/clubs/{club.pk}/crest/", {"do": "remove"})
    assert client.get(path).status_code == 404
    assert not ClubPicture.objects.exists()
    assert "of-stone" in client.get("/clubs/").content.decode()
    assert [(line.act, line.by) for line in ClubAct.objects.filter(club=club)] == [(ClubActKind.CHANGED, owner)] * 2


def content(file=None):
    return {"content": base64.b64encode(drawn() if file is None else file).decode()}


@pytest.mark.usefixtures("allowed")
def test_E153_a_program_of_a_manager_uploads_and_removes_the_crest(client):
    owner, member = make_player(), make_player()
    club = make_club(owner, member)
    path = f"/api/v1/clubs/{club.pk}/crest/"
    programs = program_of(owner, "clubs:manage"), program_of(member, "clubs:manage")
    for _ in range(2):
        stored = programs[0].put(path, content(), "application/json")
        assert (stored.status_code, stored.json()["crest"]) == (200, path_of_crest(club))
    assert client.get(path_of_crest(club)).status_code == 200

    refusals = [
        (programs[1].put(path, content(), "application/json"), 403, "not_manager"),
        (programs[1].delete(path), 403, "not_manager"),
        (programs[0].put(path, content(b"no picture"), "application/json"), 400, "bad_picture"),
        (programs[0].put(path, {"content": "no base64"}, "application/json"), 400, "invalid"),
        (program_of(owner, "game:read").put(path, content(), "application/json"), 403, "scope_missing"),
    ]
    for answer, status, code in refusals:
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert path_of_crest(club)

    assert programs[0].delete(path).status_code == 204
    assert programs[0].get(f"/api/v1/clubs/{club.pk}/").json()["crest"] is None
    assert not ClubPicture.objects.exists()
    with override_settings(IGO_PICTURES=False):
        off = programs[0].put(path, content(), "application/json")
    assert (off.status_code, off.json()["code"]) == (404, "pictures_off")


@pytest.mark.usefixtures("allowed")
def test_E153_a_program_sends_a_crest_of_870_kB_and_nothing_larger():
    owner = make_player()
    path, program = f"/api/v1/clubs/{make_club(owner).pk}/crest/", program_of(owner, "clubs:manage")
    largest = drawn().ljust(870_000, b"\0")

    assert program.put(path, content(largest), "application/json").status_code == 200
    assert program.put(path, content(largest + b"\0"), "application/json").json()["code"] == "invalid"


@pytest.mark.usefixtures("allowed")
def test_E153_other_players_and_other_files_change_nothing():
    owner, member = make_player(), make_player()
    club = make_club(owner, member)

    for picture in (None, b"no picture"):
        assert "Only club managers" in upload(signed_in(member), club, picture).content.decode()
    assert "JPEG, PNG or WebP" in upload(signed_in(owner), club, b"no picture").content.decode()
    assert not ClubPicture.objects.exists()


@pytest.mark.usefixtures("allowed")
def test_E153_moderators_hide_the_crest_with_the_texts_and_show_it_again(client):
    owner = make_player()
    club = make_club(owner)
    upload(signed_in(owner), club)
    path = path_of_crest(club)

    kept = moderating.clear_club_texts(club.pk, NOON)
    assert path_of_crest(club) == ""
    assert client.get(path).status_code == 404
    moderating.restore_club_texts(club.pk, kept, NOON)
    assert path_of_crest(club) == path


def test_E153_a_server_without_pictures_shows_and_takes_none(client, settings):
    settings.IGO_PICTURES = True
    owner = make_player()
    club = make_club(owner)
    upload(signed_in(owner), club)
    path, edit = path_of_crest(club), f"/clubs/{club.pk}/edit/"
    assert "Club picture" in signed_in(owner).get(edit).content.decode()

    settings.IGO_PICTURES = False
    assert not re.search("(?i)picture|upload", signed_in(owner).get(edit).content.decode().partition("<main")[2])
    assert client.get(path).status_code == 404
    assert upload(signed_in(owner), club).status_code == 404
    assert "of-stone" in client.get("/clubs/").content.decode()
