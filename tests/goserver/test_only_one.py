"""Only one process at a time serves a data folder, and a killed process does not keep others from starting."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from goserver import preparing
from goserver.management.commands import serve
from goserver.startup.only_one import FILE, FolderInUse, lock_folder
from tests.support.servers import free_port

ROOT = Path(__file__).resolve().parents[2]
HOLDER = """
import sys, pathlib
from goserver.startup.only_one import lock_folder
lock = lock_folder(pathlib.Path(sys.argv[1]), "127.0.0.1, port 8123")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def other(tmp_path):
    """Another process that serves the folder."""
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def test_a_second_server_is_refused_and_pointed_to_the_first(other, settings, tmp_path, monkeypatch):
    touched = []
    monkeypatch.setattr(serve, "connection", SimpleNamespace(vendor="sqlite"))
    monkeypatch.setattr(preparing, "apply_migrations", lambda: touched.append("the database"))
    settings.DATA_DIR = tmp_path

    with pytest.raises(CommandError) as refused:
        call_command("serve", "--port", str(free_port()))

    result = str(refused.value)
    for part in (str(tmp_path), f"process {other.pid}", "port 8123", "Stop that process", "IGO_DATA_DIR"):
        assert part in result
    assert touched == []


def test_a_process_that_was_killed_leaves_no_lock(other, tmp_path):
    with pytest.raises(FolderInUse):
        lock_folder(tmp_path, "here")
    other.send_signal(signal.SIGKILL)
    other.wait()

    with lock_folder(tmp_path, "here, port 1"):
        assert (tmp_path / FILE).read_text() == f"process {os.getpid()}, which listens at here, port 1\n"


def test_a_folder_is_free_again_when_its_server_has_stopped(tmp_path):
    lock_folder(tmp_path, "a").close()

    lock_folder(tmp_path, "b").close()


def test_what_a_server_starts_does_not_hold_the_lock_after_it(tmp_path):
    child = None
    with lock_folder(tmp_path, "a"):
        child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        lock_folder(tmp_path, "b").close()
    finally:
        child.kill()
        child.communicate()
