"""Backups on schedule, their retention, the restore drill, and refused restores."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from goserver.operations.backup_files import checksum, checksum_path, complete_backups_in
from tests.ops.test_project import ROOT, manage
from tests.support.databases import put_demo
from tests.support.programs import need
from tests.support.servers import SECONDS_TO_START, free_port, wait_until_open


def on_its_own_sqlite(test):
    """A database of its own, on SQLite in whichever part of a run; all of them share one that is inhabited."""
    return pytest.mark.once(pytest.mark.xdist_group("backups")(test))


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(scope="module")
def inhabited(tmp_path_factory):
    """A data folder with the games of the demo, and a backup of it."""
    data = tmp_path_factory.mktemp("inhabited")
    previous = os.umask(0)
    try:
        put_demo(data)
        done = manage("backup", str(data / "copy"), env={}, folder=data)
        assert done.returncode == 0, done.stderr
    finally:
        os.umask(previous)
    return data


@pytest.fixture
def data(inhabited, tmp_path):
    return Path(shutil.copytree(inhabited, tmp_path / "data"))


@on_its_own_sqlite
@pytest.mark.nightly
def test_backups_are_for_the_owner_only_whatever_the_umask_is(inhabited):
    copy = inhabited / "copy"

    assert [oct(rights(path)) for path in (copy, checksum_path(copy))] == ["0o600", "0o600"]


@on_its_own_sqlite
@pytest.mark.nightly
def test_the_drill_replays_every_game_of_a_copy_and_leaves_the_database_alone(data):
    before = (data / "igo.sqlite3").read_bytes()

    done = manage("drill", str(data / "copy"), env={}, folder=data)

    assert done.returncode == 0, done.stderr
    assert "games checked, 0 faults" in done.stdout
    assert (data / "igo.sqlite3").read_bytes() == before


def falsify(copy: Path) -> None:
    """Another move in the record of a game, and a checksum that fits: only a replay notices."""
    with sqlite3.connect(copy) as database:
        database.execute("UPDATE games_game SET number = number + 1 WHERE id = 1")
    checksum_path(copy).write_text(f"{checksum(copy)}  {copy.name}\n")


@on_its_own_sqlite
@pytest.mark.nightly
def test_restore_replaces_nothing_when_the_copy_does_not_replay(data):
    falsify(data / "copy")
    before = (data / "igo.sqlite3").read_bytes()

    done = manage("restore", str(data / "copy"), "--yes", env={}, folder=data)

    assert done.returncode != 0
    assert "check_games" in done.stderr
    assert (data / "igo.sqlite3").read_bytes() == before


@on_its_own_sqlite
@pytest.mark.nightly
def test_restore_keeps_the_database_that_was_there_and_both_are_for_the_owner_only(data):
    (data / "igo.sqlite3").chmod(0o644)
    before = (data / "igo.sqlite3").read_bytes()

    done = manage("restore", str(data / "copy"), "--yes", env={}, folder=data)

    assert done.returncode == 0, done.stderr
    (kept,) = data.glob("igo.sqlite3.before-*")
    assert kept.read_bytes() == before
    assert [oct(rights(path)) for path in (kept, data / "igo.sqlite3")] == ["0o600", "0o600"]


@on_its_own_sqlite
@pytest.mark.nightly
def test_restore_refuses_while_a_server_runs(data):
    port = free_port()
    environment = {**os.environ, "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(data)}
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        assert wait_until_open(port)
        done = manage("restore", str(data / "copy"), "--yes", env={}, folder=data)
    finally:
        process.terminate()
        process.wait(SECONDS_TO_START)

    assert done.returncode != 0
    assert "stop it first" in done.stderr
    assert not list(data.glob("igo.sqlite3.before-*"))


@pytest.mark.django_db(transaction=True)
def test_the_oldest_backups_go_and_other_files_stay(tmp_path, monkeypatch):
    if connection.vendor == "postgresql":
        need("pg_dump")
    for day in range(10, 15):
        for name in (f"igo-2026-11-{day}T030000", f"igo-2026-11-{day}T030000.sha256"):
            (tmp_path / name).write_text("")
    others = [tmp_path / name for name in ("igo-2020-01-01", "notes.txt", "igo-2020-01-01T000000")]
    for other in others:
        other.write_text("")

    call_command("keep_backups", tmp_path, "--keep", "3")

    kept = complete_backups_in(tmp_path)
    assert [path.name for path in kept[:2]] == ["igo-2026-11-13T030000", "igo-2026-11-14T030000"]
    assert len(kept) == 3
    assert kept[2].stat().st_size > 1000
    assert all(other.exists() for other in others)


@pytest.mark.django_db(transaction=True)
def test_what_is_no_backup_is_refused_in_one_sentence(tmp_path):
    (tmp_path / "empty").mkdir()

    with pytest.raises(CommandError, match="missing"):
        call_command("restore", tmp_path / "nothing", "--yes")
    with pytest.raises(CommandError, match="no backup"):
        call_command("drill", tmp_path / "empty")
    with pytest.raises(CommandError, match="not a folder"):
        call_command("keep_backups", tmp_path / "nowhere")
