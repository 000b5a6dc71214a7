"""Very many random games of every variant, and `check_games` over them.

    python3 -m tests.many_games [--games 10000] [--processes 2] [--seed 0] [VARIANT ...]

Each variant has a SQLite database of its own, which is gone afterwards. Prints for each what was recorded, how long it
took to play and store the games and to check them, and what `check_games` found. Ends with 1 if it found anything.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import bootstrap

PLAYERS = 6
"""As many as the largest game has seats."""
MOST_TOLD = 20
"""This many faults of a variant are printed."""


def main() -> int:
    """Have each variant played and checked in a process of its own."""
    from tests.support.random_player import PLAYED

    parser = argparse.ArgumentParser(
        prog="python3 -m tests.many_games", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help=f"all by default: {', '.join(PLAYED)}")
    parser.add_argument("--games", type=int, default=10_000, help="of each variant (10000)")
    parser.add_argument("--processes", type=int, default=2, help="variants that are played at the same time (2)")
    parser.add_argument("--seed", default="0", help="other words, other games")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    unknown = set(options.variants) - set(PLAYED)
    if unknown:
        parser.error(f"there is no variant {', '.join(sorted(unknown))}; there are {', '.join(PLAYED)}")
    if options.inside:
        print(json.dumps(play_and_check(options.variants[0], options.games, options.seed)))
        return 0
    with ThreadPoolExecutor(options.processes) as pool:
        all_well = [pool.submit(_in_a_process, name, options) for name in options.variants or PLAYED]
        return 0 if all(one.result() for one in all_well) else 1


def _in_a_process(name: str, options: argparse.Namespace) -> bool:
    """One variant in a process and a database of its own; whether nothing was wrong."""
    with tempfile.TemporaryDirectory(prefix="igo-many-games-") as folder:
        command = [sys.executable, "-m", "tests.many_games", "--inside", "--games", str(options.games)]
        done = subprocess.run(
            [*command, "--seed", options.seed, name],
            env={**os.environ, "IGO_DATA_DIR": folder, "DATABASE_URL": "", "IGO_BOOTSTRAPPED": "1"},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
    if done.returncode:
        print(f"{name}: ended with {done.returncode}", flush=True)
        return False
    output = json.loads(done.stdout.splitlines()[-1])
    print(_line(name, output), flush=True)
    return not output["faults"]


def _line(name: str, sums: dict[str, Any]) -> str:
    faults = "".join(f"\n  {fault}" for fault in sums["faults"][:MOST_TOLD])
    kinds = ", ".join(f"{kind} {count:,}" for kind, count in sums["kinds"].items())
    return (
        f"{name}: {sums['games']:,} games with {sum(sums['kinds'].values()):,} actions ({kinds}); played and stored in "
        f"{sums['playing']:.0f} s, checked in {sums['checking']:.0f} s: {len(sums['faults'])} faults{faults}"
    )


def play_and_check(name: str, games: int, seed: str) -> dict[str, Any]:
    """Play this many games of a variant into the empty database of IGO_DATA_DIR and check them."""
    import django

    from tests.support import databases

    databases.put_migrated(Path(os.environ["IGO_DATA_DIR"]), is_served=False)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
    django.setup()
    from django.core.management import CommandError, call_command
    from django.utils import timezone

    from games.models import Game
    from tests.factories import make_player
    from tests.support.random_player import PLAYED

    from .storing import store

    begun = time.perf_counter()
    players = [make_player().pk for _ in range(PLAYERS)]
    kinds = store(PLAYED[name], (f"{name} {seed} {number}" for number in range(games)), players, timezone.now())
    played = time.perf_counter()
    output = io.StringIO()
    try:
        call_command("check_games", stdout=io.StringIO(), stderr=output)
    except CommandError as error:
        output.write("" if output.getvalue() else str(error))
    return {
        "games": Game.objects.count(),
        "kinds": dict(kinds.most_common()),
        "playing": played - begun,
        "checking": time.perf_counter() - played,
        "faults": output.getvalue().splitlines(),
    }


if __name__ == "__main__":
    bootstrap.ensure_libraries(["-m", "tests.many_games", *sys.argv[1:]])
    sys.exit(main())
