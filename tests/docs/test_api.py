"""docs/api.md names everything that it should, and its examples are correct."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from standardwebhooks import Webhook as Signature

from accounts.security.scopes import SCOPES
from api.exceptions import CODES
from games.verbs import IN_API
from games.verbs.fields import fields_of
from programs.meanings import MEANINGS
from programs.models.event import EventKind
from tests.support.schema import schema
from wording.refusals import sentences_by_code

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
API = (DOCS / "api.md").read_text()
SECRET = "whsec_" + "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def named() -> set[str]:
    """Everything that api.md writes as code."""
    return set(re.findall(r"`([^`\n]+)`", API))


def test_every_scope_is_named():
    assert set(SCOPES) <= named()


def test_every_type_of_event_is_named():
    assert set(EventKind.values) <= named()


@pytest.mark.django_db
def test_every_kind_of_action_and_its_fields_are_in_the_reference():
    page = re.sub(r"<[^>]+>", "", Client().get("/api/docs/").content.decode())

    for name, verb in IN_API.items():
        assert name in page
        assert all(field.name in page for field in fields_of(verb))


@pytest.mark.django_db
def test_every_code_is_named_or_on_the_page_of_the_reference():
    page = Client().get("/api/docs/").content.decode()
    on_the_page = set(re.findall(r'<th scope="row" id="(\w+)">', page))

    assert {*sentences_by_code(), *MEANINGS, *CODES.values()} <= named() | on_the_page


def test_the_codes_that_api_md_names_exist():
    table = API.partition("## Errors")[2].partition("## Actions")[0]
    rows = [line.split("|")[2] for line in table.split("\n") if line.startswith("| 4")]
    fields = {
        "errors",
        "message",
        "code",
        "field",
        "sgf",
        "line",
        "reason",
        "number",
        "move_number",
        "handicap",
        "color",
        "path",
        "point",
        "version",
        "branches",
    }

    assert rows
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) <= {*sentences_by_code(), *MEANINGS, *fields}


def test_the_rates_are_those_of_the_settings():
    rows = re.findall(r"^\|.*\| (\d+ an? \w+) \| `(\w+)` \|$", API, re.MULTILINE)

    assert len(rows) == 8
    for rate, name in rows:
        assert getattr(settings, name) == re.sub(r" an? ", "/", rate)


def test_what_is_deprecated_is_announced():
    deprecated = [
        operation["operationId"]
        for methods in schema()["paths"].values()
        for operation in methods.values()
        if operation.get("deprecated")
    ]

    assert (deprecated == []) == ("Nothing is deprecated yet." in API)
    assert all(name in (ROOT / "CHANGELOG.md").read_text() for name in deprecated)


def test_the_example_checks_the_signature_of_a_webhook():
    code = re.findall(r"^```python\n(.*?)^```$", API, re.MULTILINE | re.DOTALL)
    names: dict = {}
    exec(code[0], names)
    body, at = b'{"number":1}', int(time.time())

    def headers(name="evt_1_1", moment=at):
        from datetime import UTC, datetime

        sign = Signature(SECRET).sign(name, datetime.fromtimestamp(moment, UTC), body.decode())
        return {"webhook-id": name, "webhook-timestamp": str(moment), "webhook-signature": f"v1,b2xk {sign}"}

    is_genuine = names["is_genuine"]
    assert is_genuine(SECRET, headers(), body)
    assert not is_genuine(SECRET, headers(), body + b" ")
    assert not is_genuine(SECRET, {**headers(), "webhook-id": "evt_1_2"}, body)
    assert not is_genuine(SECRET, headers(moment=at - 600), body)


def test_links_between_the_documents_lead_somewhere():
    for text, folder in ((ROOT / "README.md", ROOT), *((one, DOCS) for one in DOCS.glob("*.md"))):
        for link in re.findall(r"\]\(([^)#:]+)\)", text.read_text()):
            assert (folder / link).exists(), f"{text.name}: {link}"


def test_lines_are_short_enough_to_read():
    for name in ("api.md", "tutorial.md"):
        lines = [line for line in (DOCS / name).read_text().split("\n") if not line.startswith("|")]
        assert [line for line in lines if len(line) > 145] == []
    assert len(API.split("\n")) <= 360


@pytest.mark.django_db
def test_the_reference_says_that_it_is_in_english_in_other_languages():
    finnish = Client(headers={"Accept-Language": "fi"}).get("/api/docs/").content.decode()

    assert "API-kuvaus on englanniksi." in finnish
    assert "in English" not in Client().get("/api/docs/").content.decode()
