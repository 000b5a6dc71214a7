"""Make backups regularly, and delete the oldest ones before they fill the disk."""

from __future__ import annotations

import time
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from goserver.operations.backup_files import checksum_path, complete_backups_in


def _parse_count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError("a whole number, at least 1")
    return int(text)


class Command(BaseCommand):
    """Makes backups in a folder. If there are more than `--keep`, deletes the oldest ones."""

    requires_system_checks = []  # they would load every page and form first
    help = "Write a backup into FOLDER and delete the oldest beyond --keep; with --every, keep going."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        parser.add_argument("folder", type=Path)
        parser.add_argument("--keep", type=_parse_count, default=14, help="how many backups to keep (14)")
        parser.add_argument("--every", type=_parse_count, metavar="HOURS", help="how long to wait before the next one")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make one backup, or one per interval. A failed backup is reported, and no backup is deleted after it."""
        folder: Path = options["folder"].resolve()
        if not folder.is_dir():
            raise CommandError(f"{folder} is not a folder.")
        if options["every"] is None:
            self._back_up_and_delete_oldest(folder, options["keep"])
            return
        while True:
            try:
                self._back_up_and_delete_oldest(folder, options["keep"])
            except (CommandError, OSError) as error:
                self.stderr.write(f"The backup failed, the next try is in an hour: {error}")
                time.sleep(3600)
                continue
            finally:
                connection.close()
            time.sleep(3600 * options["every"])

    def _back_up_and_delete_oldest(self, folder: Path, keep: int) -> None:
        name = timezone.now().strftime("igo-%Y-%m-%dT%H%M%S")
        call_command("backup", folder / name, stdout=self.stdout)
        for old in complete_backups_in(folder)[:-keep]:
            old.unlink()
            checksum_path(old).unlink()
