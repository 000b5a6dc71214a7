"""No process, command or task ends a game, credits a clock or sends a reminder based on an unchecked time."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from functools import cache
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from foundation import timesource
from foundation.timesource import TimeSource
from games import sweeper
from games.models import Game, Heartbeat, Outage
from games.services import clock_check
from games.services.clock_check import UncheckedTime
from moderation import sweeper as order
from notifications.models import Notice
from tests.factories import make_game, reload
from tests.support.app_packages import SERVED
from tests.support.programs import need
from tests.support.servers import SECONDS_TO_START
from tests.support.skips import ON_SQLITE

ROOT = Path(__file__).resolve().parents[2]
RAW = {"timezone.now", "datetime.now", "datetime.utcnow", "datetime.today", "date.today", "time.time"}
"""Clocks that nothing has compared."""
ACT_BY_THEMSELVES = ("*/tasks.py", "*/sweeper.py", "*/management/commands/*.py", "games/second_opinion.py",
                     "goserver/startup/housekeeping.py", "foundation/background.py", "goserver/celery.py")  # fmt: skip
"""Where processes, commands and tasks begin what no one asked for at that moment."""
BEGIN_NOTHING = {"goserver/management/commands/demo.py", "goserver/management/commands/check_ratings.py",
                 "goserver/management/commands/keep_backups.py",
                 "goserver/management/commands/restore.py",
                 "sharing/management/commands/dump_games.py"}  # fmt: skip
"""One fills an empty server, one notes when it took back ratings of games that are over, one names files, one looks
whether a heart beats, and one publishes games that ended in a month that is over."""


def modules(naming: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield the modules that contain this word; no other module can use it."""
    for path, text in texts():
        if naming in text:
            yield path, tree_of(text)


@cache
def texts() -> tuple[tuple[str, str], ...]:
    paths = [path for package in SERVED for path in sorted((ROOT / package).rglob("*.py"))]
    return tuple(
        (path.relative_to(ROOT).as_posix(), path.read_text()) for path in paths if "migrations" not in path.parts
    )


@cache
def tree_of(text: str) -> ast.Module:
    return ast.parse(text)


def used(tree: ast.AST) -> set[str]:
    """Every a.b that is read, such as timezone.now, whether it is called or handed on."""
    return {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def function_of(tree: ast.AST, wanted: str) -> Iterator[str]:
    """The functions in which this is read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and wanted in used(node):
            yield node.name


@pytest.mark.once
def test_only_one_place_makes_a_checked_time_and_it_compares_first():
    makers = {
        (path, function.name)
        for path, tree in modules("CheckedTime")
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] == "CheckedTime"
    }

    assert makers == {("games/services/clock_check.py", "checked_now")}


@pytest.mark.once
def test_what_acts_by_itself_has_no_other_time_than_a_checked_one():
    for path, tree in modules("time"):  # timezone, datetime, time, timesource; also `date.today`
        entry = any(Path(path).match(pattern) for pattern in ACT_BY_THEMSELVES) and path not in BEGIN_NOTHING
        names = used(tree)
        if entry or path.startswith(("games/services/", "challenges/services/", "moderation/services/", "ratings/")):
            assert not names & RAW, path
        if entry:
            allowed = {"_store_heartbeat"} if path == "games/sweeper.py" else set()
            assert set(function_of(tree, "timesource.now")) <= allowed, path
        assert "timesource.source.now" not in names, path


@pytest.mark.once
def test_the_services_that_end_credit_and_remind_take_nothing_but_a_checked_time():
    wanted = {
        "games/services/timeouts.py": {"end_overdue_games"},
        "games/services/outages.py": {"credit_outages"},
        "games/services/vacations.py": {"start_automatic_vacations"},
        "games/services/reminders.py": {"create_reminders"},
        "moderation/services/suspensions.py": {"sweep_suspensions"},
    }
    found = {
        path: {
            function.name
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef)
            for argument in function.args.kwonlyargs
            if argument.arg == "now" and ast.unparse(argument.annotation or ast.Constant(0)) == "CheckedTime"
        }
        for path, tree in modules("CheckedTime")
        if path in wanted
    }

    assert found == wanted


def ahead(monkeypatch: pytest.MonkeyPatch, by: timedelta) -> None:
    """From now on this process has a clock that has been wrong since it began, and the database's is right."""
    right = timesource.source._wall
    monkeypatch.setattr(timesource, "source", TimeSource(wall=lambda: right() + by.total_seconds()))


def overdue_by_a_wrong_clock() -> list[Game]:
    """Games that have two or three days left, of which a clock four days ahead says otherwise."""
    now = timezone.now()
    return [make_game(days=count, now=now) for count in (2, 3)]


def command() -> None:
    with suppress(CommandError):
        call_command("flag_overdue_games")


ENTRIES = {
    "the command": command,
    "the sweeper": sweeper.sweep_once,
    "those who keep order": lambda: _quietly(order.do_due_work),
}


def _quietly(step):
    with suppress(UncheckedTime):
        step()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("entry", ENTRIES)
def test_with_a_clock_four_days_ahead_nothing_ends_is_credited_or_reminded(entry, monkeypatch):
    games = overdue_by_a_wrong_clock()
    Heartbeat.objects.create(pk=1, at=timezone.now(), started_at=timezone.now() - timedelta(days=1))
    ahead(monkeypatch, timedelta(days=4))

    ENTRIES[entry]()

    assert [reload(game).deadline for game in games] == [game.deadline for game in games]
    assert not any(reload(game).is_finished or reload(game).reminded for game in games)
    assert not Outage.objects.exists()
    assert not Notice.objects.filter(kind__in=["clock_day", "clock_hours", "game_finished"]).exists()


@pytest.mark.django_db(transaction=True)
def test_with_the_right_clock_the_command_ends_games():
    now = timezone.now()
    Heartbeat.objects.create(pk=1, at=now, started_at=now - timedelta(days=9))
    games = [make_game(days=1, now=now - timedelta(days=2)) for _ in range(2)]

    call_command("flag_overdue_games")

    assert all(reload(game).is_finished for game in games)


@pytest.mark.django_db
@pytest.mark.skipif("connection.vendor == 'postgresql'", reason=ON_SQLITE)
def test_where_no_other_clock_is_the_heartbeats_of_the_server_confirm_the_time():
    with pytest.raises(UncheckedTime, match="no server has run"):
        clock_check.checked_now()
    for wrong in (timedelta(days=-4), timedelta(seconds=10), timedelta(seconds=-10)):
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now() + wrong})
        with pytest.raises(UncheckedTime, match="heartbeat"):
            clock_check.checked_now()
    Heartbeat.objects.update(at=timezone.now())
    assert abs(clock_check.checked_now() - timezone.now()) < timedelta(seconds=1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_the_command_as_a_process_with_a_clock_four_days_ahead_ends_no_game():
    games = overdue_by_a_wrong_clock()
    database = connection.settings_dict
    url = f"postgres://{database['USER']}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
    environment = {**os.environ, "DATABASE_URL": url, "IGO_BOOTSTRAPPED": "1"}

    done = subprocess.run(
        [need("faketime"), "-f", "+4d", sys.executable, str(ROOT / "manage.py"), "flag_overdue_games"],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS_TO_START, check=True,
    )  # fmt: skip

    assert done.stdout.strip() == "0 games ended"
    assert "differ by" in done.stderr
    assert not any(reload(game).is_finished for game in games)
