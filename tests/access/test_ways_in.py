"""Trailing slashes do not matter, and sessions require the CSRF token (S08)."""

import json

import pytest
from django.db import transaction
from django.test import Client

from foundation import limits
from tests.access import by_day, table
from tests.support.nights import NIGHTLY, by_night_but

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlogged")]

NO_SESSION = {
    "api/v1/token", "oauth/token", "oauth/revoke", "oauth/userinfo", "notifications/stop/<str:token>/", "mail/inbound",
}  # fmt: skip
"""Routes where the body, or a token in the body or the address, identifies the client, and a session plays no part."""
ONE_WAY = {"api/v1/me/games.zip", "api/v1/schema/"}
"""Routes that exist in one form only."""
NOTHING_DONE = {301, 401, 403, 405}


@pytest.mark.parametrize("visitor", by_night_but({"player"}, ["anonymous", "stranger", "player"]))
def test_addresses_of_the_api_are_known_with_and_without_the_last_slash(place, visitor):
    client, differs = place.come(visitor), []
    for route, asked in table.everything(place):
        if not route.startswith(table.API) or route in ONE_WAY or "GET" not in asked.methods:
            continue
        limits.reset_counts()
        query = {"wait": "0"} if "/events" in asked.path else {}
        statuses = [client.get(path, query).status_code for path in (asked.path, f"{asked.path}/")]
        differs += [(asked.label, statuses)] if statuses[0] != statuses[1] else []

    assert differs == []


def refused(visitor):
    """Return the labels and methods at which the table says that this visitor is refused with any token."""
    where, found = table.VISITORS.index(visitor), {}
    for label, methods, *cells in table.stored():
        for method in methods.split():
            found.setdefault((label, method), set()).add(cells[where])
    return {asked for asked, cells in found.items() if len(cells) == 1 and cells <= {str(one) for one in NOTHING_DONE}}


def changing(asked):
    """Return all methods except GET; by day only one of those that a page treats alike."""
    methods = [method for method in asked.methods if method != "GET"]
    return methods if NIGHTLY else by_day.some_of(asked, methods)


@pytest.mark.parametrize("visitor", by_night_but({"player"}, ["player", "administrator"]))
def test_a_session_does_nothing_without_the_csrf_token(place, visitor):
    strict = Client(enforce_csrf_checks=True).handler
    done, tried, no_matter_what = [], 0, refused(visitor)
    for route, asked in table.everything(place):
        for method in changing(asked):
            if (asked.label, method) in no_matter_what:
                continue  # test_authorization.py: it does not even with a token
            tried += 1
            limits.reset_counts()
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
    assert tried > 100
