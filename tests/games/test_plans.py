"""A list reads only the rows it shows, however many games are stored: its plan neither reads nor sorts a whole table.

The generator of benchmarks/growth fills the database with enough games that reading all of them, or all games of one
player, shows in the row counts of a plan's steps. The tests name every step that reads more than MOST_ROWS.
"""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from benchmarks.growth.fill import HEAVY, Size, fill
from benchmarks.growth.patterns import play_patterns
from benchmarks.growth.worker import client_for, measured_pages
from classes.models import Classroom
from foundation import limits
from foundation.keyset import MOST_COUNTED
from tests.factories import make_moderator
from tests.support.planner import analyze

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]

GAMES = 2600
SHARE = 2
MOST_ROWS = MOST_COUNTED + 500
COUNTED_IN_THE_INDEX = {"seat_results", "rating_event_course"}
"""One player's results and ratings are counted in full, in an index of 6 to 40 bytes for each game of theirs."""
LOOKED_UP = {"one_seat_a_player"}
"""Whether a player sits in these games is looked up one by one; with so few rows the planner reads all at once."""


@pytest.fixture
def filled(db):
    """Many games, half of them one player's. So few rows would be read and sorted whole, and soonest: indexes are what
    the planner has to take where there is one."""
    now = datetime.fromtimestamp(time.time(), UTC)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0")
        patterns = [(game.pk, game.is_finished) for game in play_patterns(8, now)]
        make_moderator("boss", grade="administrators", is_superuser=True)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        fill(connection.connection, patterns, Size(GAMES, 100, now, SHARE))
        analyze()
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL jit = off")


def test_no_list_reads_or_sorts_a_whole_table_and_another_page_costs_what_the_first_one_does(filled):
    assert any(
        rows > GAMES for _, rows in _plan("SELECT id FROM games_game WHERE komi > 3 ORDER BY move_number LIMIT 9")
    )
    touched = {}
    of_heavy = Classroom.objects.get(teacher__username=HEAVY).pk
    for name, (who, path) in measured_pages(lambda name, *args: reverse(name, args=args), of_heavy).items():
        if name != "game page":
            touched |= {(name, step): rows for step, rows in _steps(who, path) if rows > MOST_ROWS}

    assert touched == {}

    archive = reverse("games:archive")
    page = _client("", archive).get(archive)
    first, deep = max(r for _, r in _steps("", archive)), archive
    for _ in range(60):
        deep = f"{archive}?{page.context['found'].next}"
        page = _client("", deep).get(deep)

    assert page.context["found"].number == 61
    assert max(rows for _, rows in _steps("", deep)) <= first


def _client(who, path):
    limits.reset_counts()
    return client_for(Player.objects.get(username=who) if who else None, path)


def _steps(who, path):
    """The steps of all plans of this page's questions, each with the rows that it touched."""
    client = _client(who, path)
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    for sql in {one["sql"] for one in asked.captured_queries if one["sql"].startswith("SELECT")}:
        yield from _plan(sql)


def _plan(sql):
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + sql.replace("%", "%%"))
        (found,) = cursor.fetchone()
    plan = found if isinstance(found, list) else json.loads(found)
    yield from _touched(plan[0]["Plan"])


def _touched(step):
    if step.get("Index Name") not in COUNTED_IN_THE_INDEX | LOOKED_UP:
        dropped = step.get("Rows Removed by Filter", 0) + step.get("Rows Removed by Index Recheck", 0)
        is_leaf = "Relation Name" in step or step["Node Type"] == "Sort"
        if is_leaf:
            where = step.get("Index Name") or step.get("Relation Name") or step.get("Sort Key")
            yield f"{step['Node Type']} {where}", (step["Actual Rows"] + dropped) * step["Actual Loops"]
    for inner in step.get("Plans", ()):
        yield from _touched(inner)
