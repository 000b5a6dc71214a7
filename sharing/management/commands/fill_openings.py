"""Add games to the openings that ended before this server had openings."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from sharing.openings.filling import add_game, games_for_openings, missing_games


class Command(BaseCommand):
    """Add finished games that are missing in the openings. The command may run while the server runs, and can be
    stopped and repeated."""

    requires_system_checks = []  # they would load every page and form first
    help = "Put finished public games that are not in the openings into them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the command's option."""
        parser.add_argument(
            "--rebuild",
            "--anew",  # the name in earlier versions
            action="store_true",
            help="also replace the openings of games that have some",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Add finished games to the opening table one at a time, newest first."""
        games = games_for_openings() if options["rebuild"] else missing_games()
        done = sum(add_game(pk) > 0 for pk in list(games.order_by("-pk").values_list("pk", flat=True)))
        self.stdout.write(f"{done} games put into the openings")
