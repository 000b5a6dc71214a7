"""Sentry hears what broke and where in the code, and nothing of whom, which game, or any secret.

Run by test_fault_reports.py in a process of its own: the SDK changes Django where it stands.
"""

from __future__ import annotations

import json
import logging

import pytest
import sentry_sdk
from django.db import IntegrityError
from django.test import Client
from sentry_sdk.transport import Transport

from goserver.operations import fault_reports
from tests.factories import make_player

pytestmark = pytest.mark.django_db

CANARIES = {
    "name": "canary-name", "address": "canary@example.org", "password": "canary-password", "token": "canary-token",
    "cookie": "canary-cookie", "query": "canary-query", "local": "canary-local", "said": "canary-row",
    "ip": "192.0.2.77", "link": "canary-link",
}  # fmt: skip
SENT: list[dict] = []


class RecordingTransport(Transport):
    """A transport that records reports instead of sending them."""

    def capture_envelope(self, envelope):
        SENT.extend(json.loads(item.get_bytes()) for item in envelope.items)


@pytest.fixture
def reports(settings):
    """Return the list of sent reports, with error reporting turned on as by IGO_SENTRY_DSN."""
    settings.IGO_URL = "https://go.example.org"
    SENT.clear()
    fault_reports.start_error_reporting("https://key@sentry.example/1", transport=RecordingTransport)
    yield SENT
    sentry_sdk.get_client().close(timeout=0)
    sentry_sdk.get_global_scope().set_client(None)


def broken(*args, **kwargs):
    secret = CANARIES["local"]
    raise IntegrityError(f"DETAIL: Failing row contains ({CANARIES['said']}, {len(secret)})")


def test_a_report_says_where_it_broke_and_holds_nothing_of_anybody(reports, monkeypatch, settings):
    player = make_player(CANARIES["name"])
    monkeypatch.setattr("accounts.security.first_admin.is_link_valid", broken)
    client = Client(raise_request_exception=False)
    client.force_login(player)
    client.cookies["more"] = CANARIES["cookie"]
    answer = client.post(
        f"/first-admin/{CANARIES['link']}/?q={CANARIES['query']}",
        {"password1": CANARIES["password"], "email": CANARIES["address"]},
        headers={"Authorization": f"Bearer {CANARIES['token']}", "X-Forwarded-For": CANARIES["ip"]},
        REMOTE_ADDR=CANARIES["ip"],
    )
    assert answer.status_code >= 500

    text = json.dumps(reports)
    (report,) = [one for one in reports if one["exception"]["values"]]
    last = report["exception"]["values"][-1]
    assert (last["type"], last["stacktrace"]["frames"][-1]["function"]) == ("IntegrityError", "broken")
    assert (report["transaction"], list(report["request"])) == ("/first-admin/{secret}/", ["method"])
    for what, canary in CANARIES.items():
        assert canary not in text, what
    for name in ("user", "breadcrumbs", "extra", "tags", "vars", "cookies", "headers", "data", "contexts", "modules"):
        assert f'"{name}"' not in text, name


def test_a_log_line_is_recognised_by_its_pattern(reports):
    logging.getLogger("accounts").error("letter to %s failed", CANARIES["address"])
    logging.getLogger("accounts").error(f"letter to {CANARIES['address']} failed")
    logging.getLogger("accounts").warning("nothing")

    assert [one.get("logentry") for one in reports] == [{"message": "letter to %s failed"}, None]
    assert CANARIES["address"] not in json.dumps(reports)
