"""The way back from a backup."""

from __future__ import annotations

import shutil
import subprocess
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from goserver.management.commands.backup import checksum, pg_environment, sum_file


class Command(BaseCommand):
    """Check the file, then put it in the place of the database. The service must not be running."""

    help = "Replace the database by the backup FILE. Stop the service first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """From where, and that it is meant."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="replace the database that is there")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore, migrate if the backup is older, and prove every game."""
        source: Path = options["file"].resolve()
        if not options["yes"]:
            raise CommandError("This replaces the database. Say --yes if you mean it.")
        if not source.exists() or not sum_file(source).exists():
            raise CommandError(f"{source} or its .sha256 is missing.")
        if sum_file(source).read_text().split()[0] != checksum(source):
            raise CommandError(f"{source} is not what its .sha256 says; it is damaged or was changed.")
        connection.close()
        if connection.vendor == "sqlite":
            self._sqlite(source)
        else:
            self._postgres(source)
        call_command("migrate", verbosity=0, interactive=False)
        call_command("check_games", stdout=self.stdout)

    def _sqlite(self, source: Path) -> None:
        target = Path(connection.settings_dict["NAME"])
        draft = target.with_name(target.name + ".part")
        shutil.copyfile(source, draft)
        for leftover in ("-wal", "-shm"):
            target.with_name(target.name + leftover).unlink(missing_ok=True)
        draft.replace(target)

    def _postgres(self, source: Path) -> None:
        environment, options = pg_environment()
        command = ["pg_restore", "--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction"]
        if subprocess.run([*command, *options, str(source)], env=environment, check=False).returncode:
            raise CommandError("pg_restore failed; see above. Nothing was changed.")
