"""Players get the time of an outage back while games continue, from one process at a time, whichever process dies
(R54)."""

from __future__ import annotations

import threading
from contextlib import contextmanager, suppress
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import DatabaseError, connection, connections, transaction

from games import services
from games.models import Game, Outage
from games.services import deadlines, outages
from games.services.timeouts import MARGIN, QUIET
from tests.factories import NOON, make_game, play, reload
from tests.support.servers import SECONDS_TO_START

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

HOUR = timedelta(hours=1)
BACK = NOON + HOUR
GIVEN = HOUR + outages.LEEWAY


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch):
    monkeypatch.setattr(outages, "A_BATCH", 3)


@pytest.fixture
def games():
    """Ten games whose clocks ran in an outage of an hour."""
    made = [make_game(days=1) for _ in range(10)]
    outages.store_heartbeat(now=NOON)
    outages.store_heartbeat(now=BACK)
    return made


class CreditingThread(threading.Thread):
    """A process that credits an outage, and pauses at the calculation of this game's deadline until it may continue."""

    def __init__(self, monkeypatch, game):
        super().__init__(daemon=True)
        self.is_there, self.may_go_on, self.calculated = threading.Event(), threading.Event(), []
        self.moved = self.backend = None
        recalculate = deadlines.recalculate_deadline

        def watched(one, schedules=None):
            if threading.current_thread() is self and one.pk == game.pk:
                self.backend = connection.connection.info.backend_pid
                self.is_there.set()
                self.may_go_on.wait(SECONDS_TO_START)
            self.calculated.append((threading.get_ident(), one.pk))
            return recalculate(one, schedules)

        monkeypatch.setattr(deadlines, "recalculate_deadline", watched)

    def run(self):
        with suppress(DatabaseError):
            self.moved = outages.credit_outages(now=BACK)
        with suppress(DatabaseError):
            connections.close_all()

    def by_others(self):
        return [pk for thread, pk in self.calculated if thread != self.ident]


@contextmanager
def crediting(monkeypatch, game):
    """Someone credits, and has this game in hand."""
    one = CreditingThread(monkeypatch, game)
    one.start()
    assert one.is_there.wait(SECONDS_TO_START)
    try:
        yield one
    finally:
        one.may_go_on.set()
        one.join(SECONDS_TO_START)


def all_are_credited(games):
    return all(reload(game).deadline == NOON + timedelta(days=1) + GIVEN for game in games)


def test_whoever_finds_an_outage_in_hand_leaves_it_at_once(monkeypatch, games):
    with crediting(monkeypatch, games[4]) as one:
        assert outages.credit_outages(now=BACK) == 0
        assert one.by_others() == []

    assert one.moved == 10
    assert all_are_credited(games)
    assert Outage.objects.get().credited_at == BACK


def test_moves_go_on_while_an_outage_is_given_back_and_no_clock_is_wronged(monkeypatch, games):
    with crediting(monkeypatch, games[4]):
        for game in (games[0], games[8], games[9]):
            play(game, "E5", now=BACK + 10 * MARGIN)
        assert services.end_overdue_games(now=NOON + timedelta(days=1) + MARGIN * 2 + QUIET) == 0

    assert Outage.objects.get().credited_at == BACK
    for game in (games[0], games[8], games[9]):
        after = reload(game)
        assert (after.move_number, after.deadline) == (1, BACK + 10 * MARGIN + timedelta(days=1))
    assert all_are_credited(set(games) - {games[0], games[8], games[9]})


def test_a_game_that_somebody_has_in_hand_is_credited_when_they_are_done(monkeypatch, games):
    holds, let_go = threading.Event(), threading.Event()

    def hold():
        with transaction.atomic():
            Game.objects.select_for_update(no_key=True).get(pk=games[4].pk)
            holds.set()
            let_go.wait(SECONDS_TO_START)
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    holds.wait(SECONDS_TO_START)
    tries = []
    asleep = SimpleNamespace(sleep=lambda seconds: (tries.append(seconds), let_go.set(), holder.join(SECONDS_TO_START)))
    monkeypatch.setattr(outages, "time", asleep)  # only in this module, because other threads also sleep

    assert outages.credit_outages(now=BACK) == 10

    assert len(tries) >= 1
    assert all_are_credited(games)


def test_a_game_that_is_never_let_go_is_left_for_the_next_sweep(monkeypatch, games):
    monkeypatch.setattr(outages, "LET_OTHERS_WRITE", 0)
    holds, let_go = threading.Event(), threading.Event()

    def hold():
        with transaction.atomic():
            Game.objects.select_for_update(no_key=True).get(pk=games[4].pk)
            holds.set()
            let_go.wait(SECONDS_TO_START)
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    holds.wait(SECONDS_TO_START)

    assert outages.credit_outages(now=BACK) >= 4
    assert Outage.objects.get().credited_at is None
    let_go.set()
    holder.join(SECONDS_TO_START)
    outages.credit_outages(now=BACK)

    assert all_are_credited(games)


def test_who_comes_after_one_that_was_killed_goes_on_where_it_stopped(monkeypatch, games):
    with crediting(monkeypatch, games[4]) as killed, connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [killed.backend])

    assert killed.moved is None
    assert not all_are_credited(games)
    assert outages.credit_outages(now=BACK) == 7

    assert set(killed.by_others()) == {game.pk for game in games[3:]}
    assert all_are_credited(games)
    assert Outage.objects.get().credited_at == BACK
