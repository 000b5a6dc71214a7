"""The command that checks whether every stored game is equal to the replay of its record."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.models.action import replay_record
from games.services.record import sync_seats
from rules import KINDS, RulesError

UNREADABLE = (RulesError, LookupError, TypeError, ValueError, AttributeError)
"""Exceptions that reading a damaged record or snapshot raises."""


def find_record_faults(game: Game, *, mend: bool = False) -> list[str]:
    """Return the differences between a game's columns and the replay of its record, or the error of the replay. The
    result is empty if there are none. With `mend`, columns that are only copied for lists of games are corrected first,
    so they are not in the result."""
    try:
        if mend:
            sync_seats(game)
        return _differences_from_replay(game)
    except UNREADABLE as error:
        return [f"it cannot be replayed: {type(error).__name__} {error}".rstrip()]


def _differences_from_replay(game: Game) -> list[str]:
    kinds = dict(game.actions.order_by("number").values_list("number", "kind"))
    numbers = list(kinds)
    if numbers != list(range(1, game.number + 1)):
        return [f"the numbers of the actions are not 1 to {game.number}"]
    state = replay_record(game)
    faults = []
    changed = max((number for number, kind in kinds.items() if kind in KINDS), default=0)
    if changed != game.state_number:
        faults.append(f"the position changed last with action {changed}, not {game.state_number}")
    if state.to_json() != game.snapshot:
        faults.append("the snapshot differs from the replay")
    if state.position_keys != bytes(game.position_keys):
        faults.append("the position keys differ from the replay")
    result = "" if state.outcome is None else state.outcome.sgf
    if result != game.result:
        faults.append(f"the result is {game.result!r}, the replay gives {result!r}")
    if any(game.sync_seat(seat) for seat in game.seat_list()):
        faults.append("the seats do not say what the game says (`--mend` copies it again)")
    return faults


class Command(BaseCommand):
    """Replay games and compare; exit with code 1 if a stored game differs from its record."""

    requires_system_checks = []  # they would load every page and form first
    help = "Replay the record of every game (or of those given) and compare it with what is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        parser.add_argument("--migrate", action="store_true", help="first bring the database up to date")
        parser.add_argument("--mend", action="store_true", help="first rewrite what lists of games go by")
        parser.add_argument("games", nargs="*", type=int, help="numbers of games; all by default")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check each game and print each fault."""
        if options["migrate"]:
            call_command("migrate", verbosity=0, interactive=False)
        games = Game.objects.order_by("pk")
        if options["games"]:
            games = games.filter(pk__in=options["games"])
        checked = bad = 0
        for game in games.with_seats().iterator(chunk_size=200):
            checked += 1
            for fault in find_record_faults(game, mend=options["mend"]):
                bad += 1
                self.stderr.write(f"game {game.pk}: {fault}")
        self.stdout.write(f"{checked} games checked, {bad} faults")
        if bad:
            raise CommandError("Some games differ from their record.")
