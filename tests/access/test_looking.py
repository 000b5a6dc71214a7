"""Looking changes nothing, and a session does nothing without the CSRF token: every route, by every visitor (S08)."""

import json
import re

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from foundation import limits
from tests.access import table
from tests.access.visitors import VISITORS

pytestmark = pytest.mark.django_db

NOTED = {"django_session", "usersessions_usersession", "accounts_securityevent", "accounts_apitoken"}
"""When somebody was last here, and that they were refused, is written down whatever they ask."""
LATER = {
    "accounts/email/": {"account_emailaddress"},
    "api/v1/events": {"games_event", "games_feed"},
}
"""What the library notes of an address that was given without a form; events get their numbers when they are read."""
WRITES = re.compile(r"(?:INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM|TRUNCATE|REPLACE INTO) *\"?(\w*)")
NO_SESSION = {"api/v1/token", "oauth/token", "oauth/revoke"}
"""Who asks there says in the body who they are; a session plays no part."""
ONE_WAY = {"api/v1/me/games.zip", "api/v1/schema/"}
"""Written in one way only."""
NOTHING_DONE = {301, 401, 403, 405}


def all_asked(place):
    return [(route, asked) for route in table.routes() for asked in table.all_asked(place, route)]


def look(place, visitor, asked):
    """The answer to a GET that a page of another site asks for, and the tables that it wrote to; that is undone."""
    limits.forget()
    query = {"wait": "0"} if "/events" in asked.path else {}
    with transaction.atomic(), CaptureQueriesContext(connection) as done:
        answer = place.come(visitor).get(asked.path, query, headers={"Origin": "https://evil.example"})
        if answer.streaming:
            list(answer.streaming_content)
        transaction.set_rollback(True)
    return answer, {found[1] for query in done for found in [WRITES.match(query["sql"])] if found}


def missing(answer):
    """What an answer lacks that protects whoever reads it in a browser (S09, S17)."""
    csp = answer.headers.get("Content-Security-Policy", "")
    parts = ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'")
    wanted = {part: part in csp for part in parts}
    wanted["no unsafe scripts or styles"] = "unsafe" not in csp
    wanted["nosniff"] = answer.headers.get("X-Content-Type-Options") == "nosniff"
    wanted["Referrer-Policy"] = "Referrer-Policy" in answer.headers
    wanted["closed to other sites"] = "Access-Control-Allow-Origin" not in answer.headers
    return [name for name, is_so in wanted.items() if not is_so]


@pytest.mark.parametrize("visitor", VISITORS)
def test_looking_changes_nothing_and_every_answer_protects_its_reader(place, visitor):
    changed, unprotected, looks = [], [], 0
    for route, asked in all_asked(place):
        if "GET" not in asked.methods:
            continue
        answer, tables = look(place, visitor, asked)
        looks += 1
        changed += [(asked.label, name) for name in tables - NOTED - LATER.get(route, set())]
        unprotected += [(asked.label, name) for name in missing(answer)]

    assert changed == []
    assert unprotected == []
    assert looks > 150


def test_what_is_written_and_what_is_missing_is_seen(place):
    answer, tables = look(place, "player", table.Asked("", "/accounts/email/", ("GET",)))
    del answer.headers["Content-Security-Policy"]

    assert tables
    assert len(missing(answer)) == 4


@pytest.mark.parametrize("visitor", ["anonymous", "stranger", "player"])
def test_addresses_of_the_api_are_known_with_and_without_the_last_slash(place, visitor):
    client, differs = place.come(visitor), []
    for route, asked in all_asked(place):
        if not route.startswith(table.API) or route in ONE_WAY or "GET" not in asked.methods:
            continue
        limits.forget()
        query = {"wait": "0"} if "/events" in asked.path else {}
        statuses = [client.get(path, query).status_code for path in (asked.path, f"{asked.path}/")]
        differs += [(asked.label, statuses)] if statuses[0] != statuses[1] else []

    assert differs == []


@pytest.mark.parametrize("visitor", ["player", "administrator"])
def test_a_session_does_nothing_without_the_csrf_token(place, visitor):
    strict = Client(enforce_csrf_checks=True).handler
    done = []
    for route, asked in all_asked(place):
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            limits.forget()
            client = place.come(visitor)
            client.handler = strict
            kind = "application/json" if route.startswith(table.API) else "application/x-www-form-urlencoded"
            body = json.dumps(asked.body) if route.startswith(table.API) else ""
            with transaction.atomic():
                answer = client.generic(method, asked.path, body, kind, headers={"Idempotency-Key": "12345678"})
                transaction.set_rollback(True)
            if answer.status_code not in NOTHING_DONE and route not in NO_SESSION:
                done.append((asked.label, method, answer.status_code))

    assert done == []
