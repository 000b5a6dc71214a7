"""Pages that may be outdated come from the replica; players always see their own last action (docs/scaling.md)."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from datetime import UTC, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.names import lookalike_form
from tests.support.databases import ROOT, put_demo

PATHS = ["/u/only-there/", "/api/v1/players/only-there/", "/u/babak/", "/rules/"]
ASK = f"""
import json
from django.test import Client
from accounts.models import Player

stranger, aino = Client(headers={{"host": "localhost"}}), Client(headers={{"host": "localhost"}})
aino.force_login(Player.objects.get(username="aino"))
found = {{path: stranger.get(path).status_code for path in {PATHS}}}
export = b"".join(stranger.get("/api/v1/games/export?player=only-there").streaming_content)
found["export"] = export.count(b'"only-there"')
found["before"] = aino.get("/u/only-there/").status_code
aino.post("/settings/time/zone/")
found["after"] = aino.get("/u/only-there/").status_code
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A server's data, and a copy in which babak has another name: what is found under it came from the copy."""
    folder = tmp_path_factory.mktemp("replica")
    primary = put_demo(folder)
    shutil.copy(primary, folder / "replica.sqlite3")
    with sqlite3.connect(folder / "replica.sqlite3") as copy:
        names = ["only-there", lookalike_form("only-there")]
        copy.execute("UPDATE accounts_player SET username = ?, name_key = ? WHERE username = 'babak'", names)
    return folder


def ask(folder: Path, *, beat_before: timedelta, replica: str = "replica.sqlite3") -> dict[str, int]:
    """The statuses by path, how often an export names the player, and the statuses of a player's request before and
    after they wrote something."""
    if (folder / replica).exists():
        with sqlite3.connect(folder / replica) as copy:
            at = (timezone.now() - beat_before).astimezone(UTC).replace(tzinfo=None)
            copy.execute("INSERT OR REPLACE INTO games_heartbeat (id, at, alarm) VALUES (1, ?, '')", [str(at)])
    environment = {
        **os.environ,
        "IGO_DATA_DIR": str(folder),
        "DATABASE_URL": "",
        "DATABASE_REPLICA_URL": f"sqlite:///{folder / replica}",
        "REDIS_URL": "",
        "IGO_SWEEPER": "0",
    }
    command = [sys.executable, str(ROOT / "manage.py"), "shell", "-v0", "-c", ASK]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_a_fresh_replica_answers_until_the_player_has_written(folder):
    found = ask(folder, beat_before=timedelta(seconds=1))

    assert (found["/u/only-there/"], found["/api/v1/players/only-there/"], found["/rules/"]) == (200, 200, 200)
    assert found["/u/babak/"] == 404
    assert found["export"] > 0, "what is sent in parts also comes from the replica"
    assert (found["before"], found["after"]) == (200, 404)


def test_the_primary_answers_if_the_replica_is_behind(folder):
    found = ask(folder, beat_before=timedelta(seconds=60))

    assert (found["/u/only-there/"], found["/u/babak/"]) == (404, 200)


def test_the_primary_answers_if_there_is_no_replica_any_more(folder):
    found = ask(folder, beat_before=timedelta(), replica="gone/replica.sqlite3")

    assert (found["/u/only-there/"], found["/u/babak/"]) == (404, 200)
