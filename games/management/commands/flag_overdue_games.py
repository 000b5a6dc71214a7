"""End overdue games by hand: the same service as the sweeper's."""

from typing import Any

from django.core.management.base import BaseCommand

from games import services
from goserver import timesource


class Command(BaseCommand):
    """One sweep."""

    help = "End the games whose time has run out (the server does this by itself, too)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep once and say how many games ended."""
        self.stdout.write(f"{services.flag_overdue(now=timesource.now())} games ended")
