"""Check that a backup can be restored completely, without touching the database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from goserver.operations import drill
from goserver.operations.backup_files import complete_backups_in


class Command(BaseCommand):
    """Checks that a backup can be restored: restores it into a separate database, and replays every game.

    `manage.py drill FILE`. For a folder, its newest backup is checked.
    """

    requires_system_checks = []  # they would load every page and form first
    help = "Put the backup FILE (or the newest of a folder) into a separate database and replay every game."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore the backup into a separate database, replay its games, and print the result."""
        source: Path = options["file"].resolve()
        if source.is_dir():
            copies = complete_backups_in(source)
            if not copies:
                raise CommandError(f"There is no backup in {source}.")
            source = copies[-1]
        try:
            found = drill.replay_backup(source)
        except drill.BackupDamaged as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{source}: {found}")
