"""Fill the database of DATABASE_URL with the patterns, or with this many games generated from them.

DATABASE_URL=... python -m benchmarks.growth.filling --patterns 60
DATABASE_URL=... python -m benchmarks.growth.filling 1000000
"""

from __future__ import annotations

import argparse
import os
import time
from datetime import UTC, datetime

import django
import psycopg

from .fill import SHARE, Size, fill

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")


def main() -> None:
    """Fill the database."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", default=0)
    parser.add_argument("--patterns", type=int, default=0)
    parser.add_argument("--share", type=int, default=SHARE, help="one player is in one of so many games")
    options = parser.parse_args()
    now = datetime.fromtimestamp(time.time(), UTC)
    if options.patterns:
        _patterns(options.patterns, now)
        return
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        found = connection.execute("SELECT id, finished_at IS NOT NULL FROM games_game ORDER BY id").fetchall()
        players = max(30, options.games // 20)
        size = Size(options.games, players, now, options.share)
        fill(connection, [(number, ended) for number, ended in found], size)
        connection.execute("VACUUM (ANALYZE)")


def _patterns(count: int, now: datetime) -> None:
    django.setup()
    from django.contrib.auth.models import Group
    from django.core.management import call_command

    from foundation import timesource
    from tests.factories import give_second_factor, make_player

    from .patterns import play_patterns

    call_command("collectstatic", interactive=False, verbosity=0)
    timesource.source.compare(None)
    play_patterns(count, now)
    boss = make_player("boss", is_staff=True, is_superuser=True)
    boss.groups.add(Group.objects.get(name="administrators"))
    give_second_factor(boss)


if __name__ == "__main__":
    main()
