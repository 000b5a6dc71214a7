"""GET requests change nothing (S08), and show no one's private data to others (S03, S04): all routes, by all
visitors."""

import re
from dataclasses import dataclass

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import decrypt
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from accounts.core import audit
from accounts.models import Player, SecurityKind
from foundation import limits
from games.models import TimeSettings
from games.services import write_note
from goserver.middleware.headers import FOR_ALL_SITES, NO_DEVICES, OURS_ONLY
from goserver.middleware.token_requests import POLICY
from moderation import services
from moderation.models import Case
from programs.models import Webhook
from tests.access import table
from tests.access.visitors import MINE, SEALED, VISITORS
from tests.moderation import helpers
from tests.support.nights import is_turn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlogged")]

NOTED = {"django_session", "usersessions_usersession", "accounts_securityevent", "accounts_apitoken"}
"""Tables that every request may write: the last visit, and refusals."""
LATER = {
    "accounts/email/": {"account_emailaddress"},
    "api/v1/events": {"games_event", "games_feed"},
    "api/v1/games/export": {"games_game"},
    "discussion/<int:topic_id>/": {"games_notice", "social_topicside"},
    "messages/<int:thread_id>/": {"games_notice", "social_threadside"},
    "notifications/": {"games_notice"},
}
"""Tables that some GET requests write: allauth's record of an address without a form; numbers of events when they are
read; conversations, topics and notifications marked as read; a game's last move marked as seen (games.seen)."""
WRITES = re.compile(
    r"(?:WITH \w+ AS \()?(?:INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM|TRUNCATE|REPLACE INTO) *\"?(\w*)"
)

STAFF = {"helper", "moderator", "administrator"}
# Who may read what; whatever is not here is for no one.
READERS = {
    "canary said in a private game": {"player", "opponent"} | STAFF,
    "canary noted by the player": {"player"},
    SEALED: {"player"},
    "canary.player@example.org": {"player", "program", "administrator"},
    "canary reported": {"opponent"} | STAFF,
    "canary noted by staff": STAFF,
}
WITNESSES = {
    "canary said in a private game": "player",
    "canary noted by the player": "player",
    SEALED: "player",
    "canary.player@example.org": "player",
    "canary reported": "moderator",
    "canary noted by staff": "moderator",
}
"""A visitor who may see the object."""
OWN = {"browser": {"player", "administrator"}, "webhook secret": {"player"}, "calendar secret": {"player"}}


@pytest.fixture(scope="module")
def secrets(place):
    """Return the secret texts, and the visitors who may still see them."""
    with transaction.atomic():
        yield _answer_of(place)
        transaction.set_rollback(True)


def _answer_of(place):
    now = place.public.started_at
    player, reporter = place.people["player"], place.people["opponent"]
    helpers.insult(place.private, place.people["opponent"], "canary said in a private game", now=now)
    write_note(game_id=place.private.pk, player=player, text="canary noted by the player", now=now)
    Player.objects.filter(pk=player.pk).update(email="canary.player@example.org")
    request = RequestFactory().get("/", headers={"User-Agent": "canary browser of the player"})
    audit.log_security_event(SecurityKind.SIGNED_IN, player, request)
    case = helpers.report(place.people["stranger"], by=reporter, text="canary reported", now=now)
    staff = place.chief
    services.add_case_note(case_id=case.pk, staff=staff, text="canary noted by staff", now=now)
    assert Case.objects.get(pk=place.values["case_id"]).pk == case.pk
    found = dict(READERS)
    found |= {decrypt(row.data["secret"]): set() for row in Authenticator.objects.filter(type=Authenticator.Type.TOTP)}
    found |= {person.password: set() for person in place.people.values()}
    found |= {token.digest: set() for token in player.api_tokens.all()}
    found |= {row.session_key: set() for row in Session.objects.all()}
    found["canary browser of the player"] = OWN["browser"]
    found[Webhook.objects.get(player=player).secret] = OWN["webhook secret"]
    found[MINE["endpoint"]] = set()
    for row in TimeSettings.objects.filter(player=player).exclude(calendar=""):
        found[row.calendar] = OWN["calendar secret"]
    return found


@dataclass(frozen=True)
class Look:
    """The findings from one GET: the table's word for the answer, the tables that were written to, missing protections,
    and the secrets in the answer."""

    route: str
    label: str
    cell: str
    tables: set[str]
    missing: list[str]
    secrets: set[str]


FRAMED = {
    (f"embed/{rest}/", "frame-ancestors 'none'") for rest in ("g/<int:game_id>", "tournaments/<int:tournament_id>")
}
"""The pages for other sites' frames."""


@pytest.fixture(scope="module")
def looks(place, secrets):
    """Return the findings for every visitor at every route, each requested once."""
    seen = {}

    def of(visitor):
        if visitor not in seen:
            seen[visitor] = list(walk(place, visitor, secrets))
        return seen[visitor]

    return of


def walk(place, visitor, secrets):
    for route, asked in table.everything(place):
        if "GET" in asked.methods and looks_there(visitor, route):
            answer, text, tables = look(place, visitor, asked)
            found = {secret for secret in secrets if secret in text}
            lacks = [name for name in missing(route, answer) if (route, name) not in FRAMED]
            yield Look(route, asked.label, cell(asked, answer), tables, lacks, found)


STAFFS = ("admin/", "mod/", "api/v1/moderation/")


def looks_there(visitor, route):
    """Return whether this visitor requests the route by day: a moderator requests the routes for staff and about games,
    and a third of the others, which moderators see as any player does."""
    is_for_all = not route.startswith(STAFFS) and "game_id" not in route
    return visitor != "moderator" or not is_for_all or is_turn(route, of=3)


def cell(asked, answer):
    """Return the cell as in docs/authorization.csv; test_authorization.py requests the streams."""
    return "" if table.STREAM.search(asked.path) else table.word_of(asked, "GET", answer)


def look(place, visitor, asked):
    """Return the answer to a GET from another site's page, with its headers but without cookies, and the tables that it
    wrote; the changes are rolled back."""
    limits.reset_counts()
    query = {"wait": "0"} if "/events" in asked.path else {}
    with transaction.atomic(), CaptureQueriesContext(connection) as done:
        answer = place.come(visitor).get(asked.path, query, headers={"Origin": "https://evil.example"})
        page = b"".join(answer.streaming_content) if answer.streaming else answer.content
        transaction.set_rollback(True)
    tables = {found[1] for query in done for found in [WRITES.match(query["sql"])] if found}
    return answer, f"{dict(answer.headers)} {page.decode('utf-8', 'replace')}", tables


SHOWN_ELSEWHERE = (
    *("embed/", "oembed/", "preview.png"),
    *("g/<int:game_id>/<int:move>.", "g/<int:game_id>/<int:move>/card.svg"),
    *("g/<int:game_id>.gif", "g/<int:game_id>/end.gif"),
)
"""Addresses that other sites may show in their pages."""


def missing(route, answer):
    """Return the protections for readers' browsers that an answer lacks (S09, S17)."""
    csp = answer.headers.get("Content-Security-Policy", "")
    parts = ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'")
    wanted = {part: part in csp for part in parts} if csp != POLICY else {}
    wanted["no unsafe scripts or styles"] = "unsafe" not in csp
    wanted["nosniff"] = answer.headers.get("X-Content-Type-Options") == "nosniff"
    wanted["Referrer-Policy"] = "Referrer-Policy" in answer.headers
    wanted["no devices"] = answer.headers.get("Permissions-Policy") == NO_DEVICES
    policy = FOR_ALL_SITES if route.startswith(SHOWN_ELSEWHERE) and answer.status_code < 300 else OURS_ONLY
    wanted["who may show it"] = answer.headers.get("Cross-Origin-Resource-Policy") == policy
    wanted["closed to other sites"] = "Access-Control-Allow-Origin" not in answer.headers
    return [name for name, is_so in wanted.items() if not is_so]


BY_DAY = ("anonymous", "player", "moderator")
"""A visitor without an account, one with many objects, and one who may see much; test_authorization.py has the answers
to the others."""
TOGETHER = [
    pytest.param(
        visitor,
        marks=[pytest.mark.xdist_group(f"looks of {visitor}"), *([] if visitor in BY_DAY else [pytest.mark.nightly])],
    )
    for visitor in VISITORS
]
"""The requests of one process serve all three tests."""


@pytest.mark.parametrize("visitor", TOGETHER)
def test_looking_changes_nothing_and_every_answer_protects_its_reader(looks, visitor):
    changed = [(one.label, name) for one in looks(visitor) for name in one.tables - NOTED - LATER.get(one.route, set())]
    unprotected = [(one.label, name) for one in looks(visitor) for name in one.missing]

    assert changed == []
    assert unprotected == []
    assert len(looks(visitor)) > 150


@pytest.mark.parametrize("visitor", TOGETHER)
def test_who_gets_which_page_is_as_the_table_says(looks, visitor):
    stored, where = table.stored_cells(), VISITORS.index(visitor)
    differs = [
        (one.label, one.cell, stored[one.label, "GET"][where])
        for one in looks(visitor)
        if one.cell and one.cell != stored[one.label, "GET"][where]
    ]

    assert differs == []


@pytest.mark.parametrize("visitor", TOGETHER)
def test_what_is_not_for_everybody_stands_in_no_answer_to_others(looks, secrets, visitor):
    seen = set().union(*(one.secrets for one in looks(visitor)))
    leaks = [(secret, one.label) for one in looks(visitor) for secret in one.secrets if visitor not in secrets[secret]]

    assert leaks == []
    assert {secret for secret, witness in WITNESSES.items() if witness == visitor} <= seen, "the walk does not see it"


def test_what_is_written_and_what_is_missing_is_seen(place):
    answer, _, tables = look(place, "player", table.Asked("", "/accounts/email/", ("GET",)))
    del answer.headers["Content-Security-Policy"]

    assert tables
    assert len(missing("accounts/email/", answer)) == 4
