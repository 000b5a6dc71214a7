"""Two processes that match the same searches at the same time, and one that fails midway (E81)."""

from __future__ import annotations

import threading

import pytest
from django.db import connections

from automatch.models import Match, Search
from automatch.services import due, matching
from games.models import Game
from notifications.models import Notice
from tests.automatch.helpers import look, look_for
from tests.factories import NOON
from tests.tournaments.test_killed import SECONDS, wait_for_a_lock


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_E81_two_processes_that_look_at_once_match_two_searches_once(monkeypatch):
    searches = [look_for() for _ in range(2)]
    has_locked, may_go_on, start = threading.Event(), threading.Event(), matching._start_game
    started, begun = [], []

    def starting(*given):
        started.append(given)
        has_locked.set()
        may_go_on.wait(SECONDS)
        return start(*given)

    def looking():
        matching.compare_next_searches(NOON)
        connections.close_all()

    def beginning():
        begun.append(matching.start_game_or_unmatchable_ids(started[0][0], NOON))
        connections.close_all()

    monkeypatch.setattr(matching, "_start_game", starting)
    first, second = threading.Thread(target=looking), threading.Thread(target=beginning)
    try:
        first.start()
        assert has_locked.wait(SECONDS)
        second.start()  # as another process does that has found the same pair at the same moment
        wait_for_a_lock()
    finally:
        may_go_on.set()
        for one in (first, second):
            one.join(SECONDS)
    assert begun == [frozenset(search.pk for search in searches)], "both have their game"
    assert len(started) == 1
    assert (Match.objects.count(), Game.objects.count(), Notice.objects.count()) == (1, 1, 2)
    assert not Search.objects.waiting().filter(pk__in=[one.pk for one in searches]).exists()


@pytest.mark.django_db
def test_E81_what_fails_in_the_middle_has_left_nothing_and_is_done_with_the_next_look(monkeypatch):
    for _ in range(2):
        look_for()

    def failing(*given):
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr("automatch.announcing.events.send_game_started", failing)
        due.run_periodic_tasks(NOON)
    assert (Match.objects.count(), Game.objects.count(), Notice.objects.count()) == (0, 0, 0)
    assert Search.objects.waiting().count() == 2
    look(NOON + matching.LOOKED_AT_EVERY)
    assert Match.objects.count() == 1
