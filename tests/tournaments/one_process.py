"""A process next to the test that runs the sweeper or directs a tournament, and pauses where the test wants.

`python -m tests.tournaments.one_process ACT [FUNCTION:CALL …]`; the act is `look`, or
`publish:TOURNAMENT:PLAYER:PROPOSAL`. At that call of a function (`proposing.store_proposal:1`; of another app:
`leagues.season_groups._create_entries:2`), the process prints a line, and continues when it reads one.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from typing import Any

BATCH = 2


def main() -> None:
    """Say "ready", do it when a line comes, say how it went."""
    import django

    django.setup()
    act, *stops = sys.argv[1:]
    for stop in stops:
        _stop_at(*stop.split(":"))
    importlib.import_module("tournaments.services.playing").A_BATCH = BATCH  # type: ignore[attr-defined]
    _say_and_wait("ready")
    print(done(act), flush=True)


def done(act: str) -> str:
    """Do it; how it went."""
    from foundation.refusals import Refusal
    from tests.tournaments.helpers import asked, look
    from tournaments.services import proposing

    if act == "look":
        look()
        return "done"
    from accounts.models import Player

    _, tournament, player, proposal = act.split(":")
    try:
        proposing.publish_proposal(asked(Player.objects.get(pk=player)), int(tournament), proposal)
    except Refusal as refusal:
        return refusal.code
    return "done"


def _stop_at(name: str, call: str) -> None:
    *app, module_name, function = name.split(".")
    module = importlib.import_module(f"{app[0] if app else 'tournaments'}.services.{module_name}")
    does: Callable[..., Any] = getattr(module, function)
    calls = []

    def stopping(*given: Any, **named: Any) -> Any:
        found = does(*given, **named)
        calls.append(name)
        if len(calls) == int(call):
            _say_and_wait(name)
        return found

    setattr(module, function, stopping)


def _say_and_wait(what: str) -> None:
    print(what, flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
    main()
