"""A database from an earlier version can be upgraded: it migrates, every game is right, and games continue.

Each released version has a dump here, made with its own code (`make_0_1_0.py` describes how). The upgrade runs in its
own process, as for an administrator.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
UPGRADE = """
import json
from django.core.management import call_command
from django.test import Client

call_command("migrate", verbosity=0)
call_command("check_games")
call_command("check_ratings")

def signed_in(name):
    who = {"username": name, "password": "correct horse", "name": "after the upgrade"}
    token = Client().post("/api/v1/token/", who, content_type="application/json").json()["token"]
    return Client(headers={"Authorization": "Bearer " + token})

aino, babak = signed_in("aino"), signed_in("babak")

def act(player, game, kind, **more):
    body = {"kind": kind, "expected": aino.get(f"/api/v1/games/{game}/").json()["number"], **more}
    once = {"Idempotency-Key": f"{game} {kind}"}
    answer = player.post(f"/api/v1/games/{game}/actions/", body, content_type="application/json", headers=once)
    assert answer.status_code < 300, answer.content
    return answer.json()

def all_of(player, path):
    return player.get(f"/api/v1/{path}/").json()["results"]

before = {game: aino.get(f"/api/v1/games/{game}/").json() for game in range(1, 6)}
act(babak, 1, "answer_undo", allow=True)
act(aino, 1, "play", point="G5")
act(babak, 2, "propose", dead=[])
act(aino, 2, "accept", proposal=2)
act(babak, 3, "pass")
call_command("check_games")
print(json.dumps({
    "results": [game["result"] for game in before.values()],
    "after": [aino.get(f"/api/v1/games/{game}/").json()["result"] for game in before],
    "last_move": aino.get("/api/v1/games/1/").json()["last_move"]["point"],
    "settling": before[3]["settling"] is not None,
    "note": aino.get("/api/v1/games/1/note/").json()["text"],
    "chat": [message["text"] for message in all_of(aino, "games/1/messages")],
    "offers": [offer["creator"] for offer in all_of(aino, "challenges")],
    "notices": len(all_of(babak, "notices")),
    "rank": aino.get("/api/v1/players/aino/").json()["rank"],
}))
"""


def manage(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    foreign = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    environment = {name: value for name, value in os.environ.items() if name not in foreign}
    environment |= {"IGO_DATA_DIR": str(data), "IGO_BOOTSTRAPPED": "1"}
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.once
@pytest.mark.nightly
def test_games_accounts_and_offers_of_version_0_1_0_go_on(tmp_path):
    with closing(sqlite3.connect(tmp_path / "igo.sqlite3")) as database:
        database.executescript((HERE / "0_1_0.sql").read_text())

    done = manage(tmp_path, "shell", "-v0", "-c", UPGRADE)

    assert done.returncode == 0, done.stderr
    *checks, found = done.stdout.strip().split("\n")
    assert checks == ["5 games checked, 0 faults", "2 rating events checked, 0 faults", "5 games checked, 0 faults"]
    assert json.loads(found) == {
        "results": [None, None, None, "B+10.5", "W+R"],
        "after": [None, "W+3.5", None, "B+10.5", "W+R"],
        "last_move": "G5",
        "settling": True,
        "note": "The lower left is open.",
        "chat": ["Hyvää peliä!"],
        "offers": ["babak"],
        "notices": 9,
        "rank": "4k?",
    }
