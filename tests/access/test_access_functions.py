"""Private rows are read only by the functions that check permission, and look absent to everyone else (S02, S05)."""

import ast
import itertools
import re
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from foundation import limits
from tests.access import table
from tests.support.nights import is_turn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlogged")]

ROOT = Path(__file__).parents[2]
APPS = (
    "api", "games/views", "games/api", "live", "challenges/views", "challenges/api", "programs/views",
    "programs/api", "notifications", "learn", "accounts", "moderation/views", "moderation/api", "ratings",
    "social/views", "social/api", "tournaments/views", "tournaments/api",
    "ladders/views.py", "ladders/api", "leagues/views.py", "leagues/api", "team_matches/views.py", "team_matches/api",
    "clubs/views", "clubs/api", "automatch/views", "automatch/api", "mail_play", "study/views", "study/api",
)  # fmt: skip
PRIVATE = {
    "Game", "Challenge", "Message", "Action", "Case", "Report", "Decision", "Appeal", "Post", "Thread", "Tournament",
    "Search", "ClubNotice",
}  # fmt: skip
BY_NUMBER = {"pk", "id", "pk__in", "id__in"}
SHORTCUTS = {"get_object_or_404", "get_list_or_404", "aget_object_or_404", "aget_list_or_404"}
NOBODY = 999_999_999
NUMBERED = re.compile(r"<int:(\w+_id)>")


def lookups(source):
    """Yield the calls that look a private row up by its number without checking the visitor."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            text = ast.unparse(node.func)
            numbered = BY_NUMBER & {keyword.arg for keyword in node.keywords}
            if text in SHORTCUTS or (numbered and text.split(".objects")[0] in PRIVATE):
                yield ast.unparse(node)


@pytest.mark.parametrize(
    "found",
    ["Game.objects.get(pk=1)", "Case.objects.open().filter(id=case_id)", "get_object_or_404(Game, pk=1)"],
)
def test_the_rule_finds_what_it_looks_for(found):
    assert list(lookups(f"game = {found}")) == [found]


def test_apps_that_answer_people_get_nothing_private_by_its_number_S05():
    files = [file for app in APPS for file in (ROOT / app).rglob("*.py") if file.parent.name != "migrations"]

    found = {str(file.relative_to(ROOT)): list(lookups(file.read_text())) for file in files}

    assert len(files) > 60
    assert {name: calls for name, calls in found.items() if calls} == {}


def answer_of(place, visitor, method, path):
    """Return the answer's status and text, without the path, and the number of database queries."""
    limits.reset_counts()
    client = place.come(visitor)
    with transaction.atomic(), CaptureQueriesContext(connection) as done:
        if path.startswith("/api/"):
            answer = client.generic(method, path, "" if method == "GET" else "{}", "application/json")
        else:
            answer = client.generic(method, path)
        transaction.set_rollback(True)
    text = "" if answer.streaming else answer.content.decode(errors="replace")
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text.replace(path, "HERE"))
    return answer.status_code, text, len(done)


OPEN = re.compile("<int:(ladder|league|match)_id>")


def who_asks(asked):
    """Return a stranger and, by day for every third address only, a visitor without an account. Many addresses only ask
    such visitors to sign in, so a stranger gets further."""
    return ["stranger", *(["anonymous"] if is_turn(asked.label, of=3) else [])]


HIDES = [route for route in table.routes() if NUMBERED.search(route) and not OPEN.search(route)]
"""Routes about one object that may be hidden; ladders, leagues and team matches never are."""


@pytest.mark.parametrize("route", HIDES)
def test_what_is_hidden_is_as_absent_as_what_never_was_S02(place, route, monkeypatch):
    monkeypatch.setitem(place.values, "bulletin_id", place.bulletin_to_come)
    monkeypatch.setitem(place.values, "tournament_id", place.tournament_draft)
    monkeypatch.setitem(place.values, "club_id", place.club_closed.pk)
    monkeypatch.setitem(place.values, "notice_id", place.notice_hidden)
    numbers = {**place.values, "game_id": place.private.pk}
    number = numbers[NUMBERED.search(route)[1]]
    for asked in table.all_asked(place, route):
        if "[public]" in asked.label:
            continue
        absent = re.sub(rf"(?<=/){number}\b", str(NOBODY), asked.path)
        for visitor, method in itertools.product(who_asks(asked), {"GET", "POST"} & set(asked.methods)):
            hidden, never = answer_of(place, visitor, method, asked.path), answer_of(place, visitor, method, absent)
            if hidden != never:  # what a process asks once only it has asked by now
                hidden = answer_of(place, visitor, method, asked.path)
            assert hidden == never, (visitor, method, asked.path)
