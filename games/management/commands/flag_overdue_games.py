"""The command that ends overdue games, as the sweeper does."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from foundation import timesource
from games import services
from games.services import clock_check
from games.services.clock_check import UncheckedTime


class Command(BaseCommand):
    """Run one sweep of overdue games."""

    requires_system_checks = []  # they would load every page and form first
    help = "End the games whose time has run out (a running server does this automatically)."

    def handle(self, *args: Any, **options: Any) -> None:
        """End overdue games and print their number. Do nothing if the system's time cannot be confirmed."""
        try:
            now = clock_check.checked_now()
        except UncheckedTime as error:
            raise CommandError(f"No game was ended: {error}.") from error
        if timesource.source.clock_problem:
            self.stderr.write(f"Clock alarm: {timesource.source.clock_problem}; the time of the database counts.")
        self.stdout.write(f"{services.end_overdue_games(now=now)} games ended")
