"""Back up the database: the file is complete or does not exist."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from goserver.operations.backup_files import checksum, for_the_owner_only, pg_environment, sum_file


def _write_through(path: Path) -> None:
    """Flush the file to disk before it gets its name."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


class Command(BaseCommand):
    """Write the backup to a temporary file and rename it at the end, so that a file with the final name is
    complete."""

    requires_system_checks = []  # they would load every page and form first
    help = "Write a consistent copy of the database to FILE while the service runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy the database, check the copy and rename it."""
        target: Path = options["file"].resolve()
        if target.exists():
            raise CommandError(f"{target} exists already; name another file.")
        draft = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            for_the_owner_only(draft)
            for_the_owner_only(sum_file(draft))
            if connection.vendor == "sqlite":
                self._sqlite(draft)
            else:
                self._postgres(draft)
            _write_through(draft)
            sum_file(draft).write_text(f"{checksum(draft)}  {target.name}\n")
            _write_through(sum_file(draft))
            os.replace(sum_file(draft), sum_file(target))
            os.replace(draft, target)
        except FileNotFoundError as error:
            raise CommandError(f"{error.filename} cannot be written ({error.strerror}).") from error
        finally:
            draft.unlink(missing_ok=True)
            sum_file(draft).unlink(missing_ok=True)
        self.stdout.write(f"{target}: {target.stat().st_size} bytes")

    def _sqlite(self, draft: Path) -> None:
        source = sqlite3.connect(connection.settings_dict["NAME"])
        with source:
            source.execute("VACUUM INTO ?", (str(draft),))
        source.close()
        copy = sqlite3.connect(draft)
        (answer,) = copy.execute("PRAGMA integrity_check").fetchone()
        copy.close()
        if answer != "ok":
            raise CommandError(f"The copy is damaged: {answer}")

    def _postgres(self, draft: Path) -> None:
        environment, options = pg_environment()
        command = ["pg_dump", "--format=custom", "--file", str(draft), *options]
        if subprocess.run(command, env=environment, check=False).returncode:
            raise CommandError("pg_dump failed; see above.")
