"""Measure one database: read a request per line (name and number of runs), and print its figures as JSON.

    DATABASE_URL=... python -m benchmarks.growth.worker [PATTERNS]

With a number of PATTERNS, only play these games, from which the others are copied, and exit.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import django
from django.test import Client
from django.utils import timezone

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")

from benchmarks.inside import processor_clock

from .fill import HEAVY
from .patterns import PEOPLE, prepare

Do = Callable[[], object]
ARCHIVE, GAMES, PROFILE = "/archive/", "/api/v1/games", f"/player/{HEAVY}/"


def measured_pages(address: Callable[..., str], class_id: int = 2) -> dict[str, tuple[str, str]]:
    """Return the measured pages by title: the name of the player ("" for a visitor), and the path."""
    archive, profile = address("games:archive"), address("games:profile", HEAVY)
    return {
        "home": ("", address("games:home")),
        "archive": ("", archive),
        "archive, page 40": ("", f"{archive}?page=40"),
        "archive, signed in": (HEAVY, archive),
        "archive of a heavy player": ("", f"{archive}?player={HEAVY}"),
        "archive, a rule set and a size": ("", f"{archive}?rule_set=chinese&size=13&phase=finished"),
        "archive, what there is not": ("", f"{archive}?rule_set=aga&phase=finished"),
        "archive, in progress": ("", f"{archive}?phase=running&rated=no"),
        "waiting room": (HEAVY, address("challenges:waiting_room")),
        "API: games": (HEAVY, GAMES),
        "API: my games": (HEAVY, f"{GAMES}?mine=true"),
        "API: games that wait": (HEAVY, f"{GAMES}?waiting=true"),
        "API: games of a player": ("", f"{GAMES}?player={HEAVY}"),
        "API: games in progress": ("", f"{GAMES}?phase=running"),
        "API: games of a rule set": ("", f"{GAMES}?rule_set=chinese&size=13"),
        "API: what there is not": ("", f"{GAMES}?rule_set=aga"),
        "API: games begun before": ("", f"{GAMES}?until=2023-01-01T00:00:00Z"),
        "API: offers": (HEAVY, "/api/v1/challenges"),
        "API: notices": (HEAVY, "/api/v1/notices"),
        "API: ratings of a player": ("", f"/api/v1/players/{HEAVY}/ratings"),
        "my games": (HEAVY, address("games:my_games")),
        "profile of a heavy player": ("crowd20", profile),
        "the same, seen by another heavy player": ("crowd3", profile),
        "the same, one's own, ratings": (HEAVY, f"{profile}?page=3"),
        "notices": (HEAVY, address("notifications:notices")),
        "game page": ("pattern1", address("games:game", 2)),
        "library": (HEAVY, address("library:library")),
        "library, search": (HEAVY, f"{address('library:library')}?player=aino&size=9"),
        "a class": (HEAVY, address("classes:class", class_id)),
        "admin site: games": ("boss", "/admin/games/game/"),
        "admin site: games of a name": ("boss", "/admin/games/game/?q=crowd12"),
        "admin site: players": ("boss", "/admin/accounts/player/"),
        "admin site: start": ("boss", "/admin/"),
        "case queue": ("boss", address("moderation:queue")),
    }


def client_for(player: Any, path: str) -> Client:
    """Return a client for this path: a browser of the player (None: a visitor), or an API client with a token."""
    from accounts.security.tokens import NewToken, make_token

    if player is not None and path.startswith("/api/"):
        scopes = ("game:read", "challenge:read", "account:read")
        _token, text = make_token(player=player, wanted=NewToken("growth", scopes, 1), now=timezone.now())
        return Client(headers={"Authorization": f"Bearer {text}"})
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


class Worker:
    """Measures the processor time, database buffers and duration of operations. `doings` are the operations by name."""

    def __init__(self) -> None:
        from django.db import connection
        from django.urls import reverse

        from games import sweeper

        self.connection = connection
        self.doings: dict[str, Do] = {
            name: self._page_operation(who, path)
            for name, (who, path) in measured_pages(lambda name, *args: reverse(name, args=args)).items()
        }
        self.doings["a move"] = self._move_operation()
        self.doings["the sweeper's pass"] = sweeper.sweep_once

    def _page_operation(self, username: str, path: str) -> Do:
        from accounts.models import Player
        from foundation import limits

        client = client_for(Player.objects.get(username=username) if username else None, path)

        def ask() -> None:
            limits.reset_counts()
            answer = client.get(path)
            assert answer.status_code == 200, (path, answer.status_code, getattr(answer, "content", b"")[:200])

        return ask

    def _move_operation(self) -> Do:
        """Return an operation that plays a move. It can run 171 times: in every second column nothing is captured."""
        from accounts.models import Player
        from tests.factories import make_game, play, reload

        points = iter([f"{column}{row}" for row in range(19, 0, -1) for column in "BDFHKMOQS"])
        black, white = (Player.objects.get(username=name) for name in PEOPLE)
        game = make_game(notify=True, black=black, white=white, size=19, days=5, now=timezone.now())
        return lambda: play(reload(game), next(points), now=timezone.now())

    def measure(self, name: str, times: int) -> dict[str, Any]:
        """Run the operation this many times. Return the processor time of application and database and the buffers of
        one run, and all durations."""
        do = self.doings[name]
        do()
        clock = processor_clock()
        before, buffers, durations = clock(), self._buffers_read(), []
        for _ in range(times):
            begun = time.perf_counter()
            do()
            durations.append(time.perf_counter() - begun)
        took, read = clock() - before, self._buffers_read() - buffers
        return {"ms": took * 1000 / times, "buffers": read / times, "durations": durations}

    def _buffers_read(self) -> int:
        """Return the number of buffers that the database has read so far, from memory or disk."""
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_force_next_flush()")
            cursor.execute("SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()")
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute("SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()")
            (read,) = cursor.fetchone()
        return int(read)


def main() -> None:
    """Measure the requested operations until the end of the input."""
    django.setup()
    from django.test.utils import setup_test_environment

    from foundation import timesource
    from goserver.startup import warming

    timesource.source.compare_with_database(None)
    if sys.argv[1:]:
        prepare(int(sys.argv[1]), timezone.now())
        return
    setup_test_environment()
    worker = Worker()
    gc.freeze()
    warming.collect_garbage_often()  # as the web processes do
    print(json.dumps(list(worker.doings)), flush=True)
    for line in sys.stdin:
        name, times = json.loads(line)
        print(json.dumps(worker.measure(name, times)), flush=True)


if __name__ == "__main__":
    main()
