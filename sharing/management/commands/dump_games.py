"""Write a month of finished public games for everyone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from foundation import timesource
from sharing import dump


class Command(BaseCommand):
    """Write the dump of a month, by default of the last complete one; an earlier dump of that month is replaced."""

    requires_system_checks = []  # they would load every page and form first
    help = "Write the finished public games of a month as SGF and JSON, with sums and the licence (IGO_DUMP=1)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the command's options."""
        parser.add_argument("month", nargs="?", help="such as 2026-10; by default the last whole month (UTC)")
        parser.add_argument("--to", type=Path, help="the folder; by default `dumps` in the data folder")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the dump, and print its path."""
        if not settings.IGO_DUMP:
            raise CommandError(
                "IGO_DUMP is off, so players do not know that games are published. Set IGO_DUMP=1 first."
            )
        now = timesource.now()
        try:
            month = dump.Month.parse(options["month"]) if options["month"] else dump.Month.last_complete(now)
        except ValueError:
            raise CommandError("Write the month as 2026-10.") from None
        if month.end > now:
            raise CommandError(f"{month} is not over (UTC).")
        try:
            folder, count = dump.write_dump(month, options["to"] or Path(settings.DATA_DIR) / "dumps")
        except OSError as error:
            raise CommandError(f"The dump could not be written: {error}") from error
        self.stdout.write(f"{folder}: {count} games")
