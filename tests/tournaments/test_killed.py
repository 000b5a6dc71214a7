"""Tournaments in several processes on one database, some of which are killed: every round is paired once, and every
pairing gets one game (issue 18; E90, E91)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest
from django.conf import settings
from django.db import connection

from games.models import Game
from leagues.models import LeagueLine, Season
from leagues.services import leagues, seasons
from notifications.models import Notice
from tests.factories import NOON, make_player
from tests.leagues.helpers import end_all, make_league, stay
from tests.support.deployment import ROOT
from tests.support.nights import by_night_but
from tests.tournaments import one_process
from tests.tournaments.helpers import asked, look, make_running, pairings, white_loses
from tournaments.models import Entry, LogLine, Pairing, Round, RoundState
from tournaments.services import directing, proposing

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
SECONDS = 120
PLAYERS = 12


@contextmanager
def process(folder, act: str, *stops: str) -> Iterator[subprocess.Popen[str]]:
    """One that has come as far as to begin."""
    address = os.environ["DATABASE_URL"].rpartition("/")[0]
    environment = {
        **os.environ, "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(folder), "IGO_SWEEPER": "0",
        "DATABASE_URL": f"{address}/{connection.settings_dict['NAME']}", "SECRET_KEY": settings.SECRET_KEY,
    }  # fmt: skip
    one = subprocess.Popen(
        [sys.executable, "-m", "tests.tournaments.one_process", act, *stops], cwd=ROOT, env=environment, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert output_of(one) == "ready"
        yield one
    finally:
        kill(one)


def output_of(one: subprocess.Popen[str]) -> str:
    assert one.stdout is not None
    return one.stdout.readline().strip()


def go_on(one: subprocess.Popen[str]) -> None:
    assert one.stdin is not None
    one.stdin.write("\n")
    one.stdin.flush()


def kill(one: subprocess.Popen[str]) -> None:
    if one.poll() is None:
        one.send_signal(signal.SIGKILL)
    one.wait()


def in_this_process(act: str) -> str:
    """Return the other process's last line, computed on a separate connection."""
    try:
        return one_process.done(act)
    finally:
        connection.close()


def wait_for_a_lock() -> None:
    """Until someone on this database waits for a row that someone else has locked."""
    ends = time.monotonic() + SECONDS
    waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    while True:
        with connection.cursor() as cursor:
            cursor.execute(waits)
            if cursor.fetchone()[0]:
                return
        assert time.monotonic() < ends
        time.sleep(0.05)


def proposed():
    """A tournament with a second director, whose first round is proposed."""
    made, _ = make_running(players=PLAYERS, played={"following": "hand"})
    other = make_player()
    directing.set_director(asked(made.owner), made.pk, other, is_director=True)
    proposing.propose_next_round(asked(made.owner), made.pk)
    return made, other


def check_paired_once(made, number: int = 1) -> None:
    """The round has every player once, each pairing a game of its own, and everyone was told once."""
    rows = pairings(made, number)
    people = Counter(entry.player_id for row in rows for entry in (row.black, row.white))
    assert len(people) == PLAYERS
    assert set(people.values()) == {1}
    assert len({row.game_id for row in rows} - {None}) == len(rows)
    assert Game.objects.count() == Pairing.objects.filter(game__isnull=False).count() == number * len(rows)
    assert Round.objects.get(tournament=made, number=number).state == RoundState.PLAYING
    for act in ("proposed", "published"):
        assert LogLine.objects.filter(tournament=made, round=number, act=act).count() == 1
    assert Notice.objects.filter(kind="event_paired").count() == number * PLAYERS


def test_E90_two_directors_in_two_processes_publish_a_round_once(tmp_path):
    made, other = proposed()
    seen = made.rounds.get(number=1).proposal
    acts = [f"publish:{made.pk}:{who}:{seen}" for who in (made.owner_id, other.pk)]
    with ExitStack() as stack:
        stop = "proposing.publish_round:1"
        threads = stack.enter_context(ThreadPoolExecutor(1))  # which ends after the process that it may wait for
        first = stack.enter_context(process(tmp_path, acts[0], stop))
        go_on(first)
        assert output_of(first) == stop.partition(":")[0]
        second = threads.submit(in_this_process, acts[1])
        wait_for_a_lock()
        go_on(first)
        assert [output_of(first), second.result()] == ["done", "conflict"]
    look()
    check_paired_once(made)


@pytest.mark.nightly
def test_E90_a_director_who_is_killed_while_publishing_leaves_it_to_the_next(tmp_path):
    made, other = proposed()
    act = f"publish:{made.pk}:{made.owner_id}:{made.rounds.get(number=1).proposal}"
    with process(tmp_path, act, "proposing.publish_round:1") as one:
        go_on(one)
        output_of(one)
        kill(one)
    assert made.rounds.get(number=1).state == RoundState.PROPOSED
    proposing.publish_proposal(asked(other), made.pk, made.rounds.get(number=1).proposal)
    look()
    check_paired_once(made)


WHERE = [
    "proposing.store_proposal:1",
    "advancing.pair_and_publish:1",
    "playing._start_game:1",
    "playing._start_game:3",
    "playing._start_batch:2",
]


@pytest.mark.parametrize("where", by_night_but(WHERE[:1], WHERE))
def test_E91_killed_anywhere_in_the_pairing_of_a_round_it_is_paired_once(tmp_path, where):
    made, _ = make_running(players=PLAYERS)
    white_loses(made, 1)
    with process(tmp_path, "look", where) as one:
        go_on(one)
        assert output_of(one) == where.partition(":")[0]
        kill(one)
    look()
    check_paired_once(made, 2)


@pytest.mark.nightly
def test_E91_two_processes_pair_and_start_a_round_once(tmp_path):
    made, _ = make_running(players=PLAYERS)
    white_loses(made, 1)
    with ExitStack() as stack:
        both = [stack.enter_context(process(tmp_path, "look")) for _ in range(2)]
        for one in both:
            go_on(one)
        assert [output_of(one) for one in both] == ["done", "done"]
    check_paired_once(made, 2)


@pytest.mark.nightly
def test_E91_one_that_is_killed_between_two_batches_takes_nothing_from_another_that_waits(tmp_path):
    made, _ = proposed()
    proposing.publish_proposal(asked(made.owner), made.pk, made.rounds.get(number=1).proposal)
    with ExitStack() as stack:
        first = stack.enter_context(process(tmp_path, "look", "playing._start_game:1", "playing._start_game:3"))
        second = stack.enter_context(process(tmp_path, "look"))
        go_on(first)
        output_of(first)
        go_on(second)
        wait_for_a_lock()
        go_on(first)  # the second had also chosen these, and finds that they have their games
        assert output_of(first) in ("playing._start_game", "done"), "the next batch is the one's or the other's"
        kill(first)
        assert output_of(second) == "done"
    look()
    check_paired_once(made)


def ready_for_the_next_season():
    """A league of two groups whose next season is to begin, and a newcomer."""
    league = make_league(*[make_player() for _ in range(8)], months=1)
    end_all(league, NOON)
    seasons.confirm_season(asked(league.owner), league.pk)
    stay(league)
    leagues.join_league(asked(make_player()), league.pk)
    Season.objects.update(ends_at=NOON, asked_at=NOON, answer_by=NOON)
    return league


def check_one_season_followed(league) -> None:
    """Check that there is exactly one second season, with every member in one group and a game for each pair in a
    group."""
    assert list(league.seasons.order_by("number").values_list("number", flat=True)) == [1, 2]
    entries = Entry.objects.filter(tournament__league_group__season__league=league, state="entered")
    second = entries.filter(tournament__league_group__season__number=2)
    assert second.count() == second.values("player").distinct().count() == 9
    assert LeagueLine.objects.filter(league=league, act="season", round=2).count() == 1
    assert Notice.objects.filter(kind="league_season").count() == 8 + 9
    pairings_ = Pairing.objects.filter(round__tournament__league_group__season__number=2)
    assert pairings_.count() == pairings_.filter(game__isnull=False).count() == 10 + 6


@pytest.mark.nightly
def test_E70_E91_killed_between_two_seasons_the_next_one_begins_once(tmp_path):
    league = ready_for_the_next_season()
    where = "leagues.season_groups._create_entries:2"
    with process(tmp_path, "look", where) as one:
        go_on(one)
        assert output_of(one) == where.partition(":")[0]
        kill(one)
    look()
    check_one_season_followed(league)


@pytest.mark.nightly
def test_E70_E91_two_processes_begin_the_next_season_once(tmp_path):
    league = ready_for_the_next_season()
    with ExitStack() as stack:
        first = stack.enter_context(process(tmp_path, "look", "leagues.season_groups._create_entries:2"))
        second = stack.enter_context(process(tmp_path, "look"))
        go_on(first)
        output_of(first)
        go_on(second)
        wait_for_a_lock()
        go_on(first)
        assert [output_of(first), output_of(second)] == ["done", "done"]
    look()
    check_one_season_followed(league)
