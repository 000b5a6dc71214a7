"""Uploaded pictures of players: checked, re-encoded, hidden by moderators, exported and deleted (S25, C4)."""

from __future__ import annotations

import base64
import io
import json
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from accounts.core import pictures
from accounts.models import Player, PlayerPicture
from accounts.privacy import account_deletion, data_export
from tests.factories import NOON, make_player
from wording.faces import avatar_svg

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _allowed(settings):
    settings.IGO_PICTURES = True


def browser(player=None):
    client = Client(headers={"Accept-Language": "en"})
    if player is not None:
        client.force_login(player)
    return client


def drawn(form="PNG", size=(300, 200), color="red", **more):
    out = io.BytesIO()
    Image.new("RGB", size, color).save(out, form, **more)
    return out.getvalue()


def upload(client, content, name="me.png"):
    return client.post("/settings/picture/", {"file": SimpleUploadedFile(name, content)})


def shown(player):
    player.refresh_from_db()
    return f"/pictures/{player.picture}.webp" if player.picture else ""


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_encoded_again_small_and_without_metadata(form):
    aino = make_player("aino")
    exif = Image.Exif()
    exif[0x9286] = "taken at home"

    assert upload(browser(aino), drawn(form, exif=exif)).status_code == 302

    path = shown(aino)
    answer = browser().get(path)
    made = Image.open(io.BytesIO(answer.content))
    assert (answer["Content-Type"], made.format, made.size) == ("image/webp", "WEBP", (128, 128))
    assert b"taken at home" not in answer.content
    page = browser().get("/u/aino/").content.decode()
    assert path in page
    assert avatar_svg("aino") not in page


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"GIF89a" + b"\0" * 50,
        drawn()[:60],
        drawn("GIF"),
        drawn("BMP"),
    ],
)
def test_what_is_not_such_a_picture_is_refused_and_stores_nothing(content):
    aino = make_player("aino")

    answer = upload(browser(aino), content)

    assert answer.status_code == 302
    assert shown(aino) == ""
    assert not PlayerPicture.objects.exists()


def test_too_many_bytes_or_pixels_are_refused_before_anything_is_decoded(monkeypatch):
    monkeypatch.setattr(pictures, "_square_webp", None)
    monkeypatch.setattr(pictures, "MOST_PIXELS", 50_000)

    with pytest.raises(pictures.BadPicture):
        pictures.encode_webp(drawn(size=(300, 200)))
    with pytest.raises(pictures.BadPicture):
        pictures.encode_webp(b"\0" * (pictures.LARGEST + 1))
    assert browser(make_player()).post("/settings/picture/", {"file": "no file"}).status_code == 302


def test_a_picture_is_replaced_and_removed_by_its_owner_only():
    aino, babak = make_player("aino"), make_player("babak")
    upload(browser(aino), drawn(color="red"))
    first = shown(aino)
    upload(browser(aino), drawn(color="blue"))

    assert shown(aino) != first
    assert browser().get(first).status_code == 404
    browser(babak).post("/settings/picture/", {"do": "remove"})
    assert browser().get(shown(aino)).status_code == 200
    browser(aino).post("/settings/picture/", {"do": "remove"})
    assert shown(aino) == ""
    assert not PlayerPicture.objects.exists()


def test_where_the_server_does_not_allow_pictures_there_are_none(settings):
    aino = make_player("aino")
    upload(browser(aino), drawn())
    path = shown(aino)
    settings.IGO_PICTURES = False

    assert upload(browser(aino), drawn()).status_code == 404
    assert browser().get(path).status_code == 404
    assert avatar_svg("aino") in browser().get("/u/aino/").content.decode()
    assert "enctype" not in browser(aino).get("/settings/account/").content.decode()


def test_guests_upload_nothing():
    guest = make_player(is_guest=True)

    assert upload(browser(guest), drawn())["Location"] == "/accounts/keep/"
    assert shown(guest) == ""


def test_a_picture_is_in_the_export_and_goes_with_the_account():
    aino = make_player("aino")
    upload(browser(aino), drawn())
    path = shown(aino)
    content = browser().get(path).content

    with zipfile.ZipFile(io.BytesIO(b"".join(data_export.export_archive(Player.objects.get(pk=aino.pk))))) as files:
        row = json.loads(files.read("picture.jsonl"))
    assert base64.b64decode(row["webp"]) == content
    account_deletion.delete(player=aino, now=NOON)
    assert browser().get(path).status_code == 404
    assert not PlayerPicture.objects.exists()
    assert shown(aino) == ""
