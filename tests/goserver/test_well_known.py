"""Small addresses that every site has, and the instructions for search engines."""

from __future__ import annotations

import csv
import io
import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from goserver.conf.setting_kinds import parse_contact
from tests.factories import make_game, make_player

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
DESCRIPTION = re.compile(r'<meta name="description" content="([^"]+)">')


def test_robots_leave_the_pages_of_staff_and_programs_alone():
    answer = Client().get("/robots.txt")

    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    rules = dict.fromkeys(line for line in answer.content.decode().splitlines() if line)
    assert next(iter(rules)) == "User-agent: *"
    assert {"Disallow: /admin/", "Disallow: /accounts/", "Disallow: /api/"} <= set(rules)


def test_security_txt_names_the_contact_of_the_settings_and_expires_within_a_year_RFC_9116(settings):
    settings.IGO_SECURITY_CONTACT = "mailto:security@example.org"
    settings.IGO_URL = "https://go.example.org"

    answer = Client().get("/.well-known/security.txt")

    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == "mailto:security@example.org"
    assert fields["Canonical"] == "https://go.example.org/.well-known/security.txt"
    assert fields["Preferred-Languages"] == "en, fi, fa"
    assert timedelta() < datetime.fromisoformat(fields["Expires"]) - timezone.now() < timedelta(days=365)


def test_without_a_contact_there_is_no_security_txt(settings):
    settings.IGO_SECURITY_CONTACT = ""

    assert Client().get("/.well-known/security.txt").status_code == 404


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("security@example.org", "mailto:security@example.org"),
        ("mailto:security@example.org", "mailto:security@example.org"),
        ("https://example.org/security", "https://example.org/security"),
        ("tel:+358-9-1234", "tel:+358-9-1234"),
    ],
)
def test_a_contact_is_a_uri(text, uri):
    assert parse_contact(text) == uri


@pytest.mark.parametrize(
    "text", ["someone", "http://example.org/", "a@b\nEvil: yes", "javascript:alert(1)", "https://"]
)
def test_what_is_no_contact_is_refused(text):
    with pytest.raises(ValueError):
        parse_contact(text)


def test_password_managers_are_led_to_the_page_that_changes_it():
    client = Client()
    client.force_login(make_player())

    answer = client.get("/.well-known/change-password")

    assert (answer.status_code, answer["Location"]) == (302, "/accounts/password/change/")
    assert client.get(answer["Location"]).status_code in (200, 302)


def test_the_icon_is_one():
    answer = Client().get("/favicon.ico")

    assert answer["Content-Type"] == "image/x-icon"
    assert Image.open(io.BytesIO(answer.content)).format == "ICO"


def public_pages():
    """The addresses without a number or name that anybody may see, without what is shown when nothing else is there."""
    with (ROOT / "docs" / "authorization.csv").open() as file:
        routes = [
            row["route"] for row in csv.DictReader(file) if row["methods"][:3] == "GET" and row["anonymous"] == "200"
        ]
    return [
        f"/{route}"
        for route in routes
        if "<" not in route and "[" not in route and not route.startswith(("api/", "offline/"))
    ]


def test_every_public_page_has_one_description_in_the_readers_language():
    game, found = make_game(moves="E5 C3"), {}
    for language in ("en", "fi", "fa"):
        client = Client(headers={"Accept-Language": language})
        for path in [*public_pages(), f"/g/{game.pk}/", "/rules/japanese/"]:
            answer = client.get(path)
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                descriptions = DESCRIPTION.findall(answer.content.decode())
                assert len(descriptions) == 1, (path, descriptions)
                found.setdefault(path, []).append(descriptions[0])

    assert len(found) > 25
    assert all(len(set(texts)) == 3 for path, texts in found.items() if path != "/api/"), found
    own = {
        path: texts[0]
        for path, texts in found.items()
        if path in ("/waiting/", "/games/archive/", "/learn/", "/problems/")
    }
    assert len(set(own.values())) == 4
    assert max(len(text) for texts in found.values() for text in texts) <= 160
