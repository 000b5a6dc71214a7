"""Back up the database. The backup file is either complete or does not exist."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from goserver.operations.backup_files import checksum, checksum_path, ensure_owner_only_file, pg_environment_and_options


def _flush_to_disk(path: Path) -> None:
    """Flush the file to disk before the file is renamed."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


class Command(BaseCommand):
    """Writes the backup to a temporary file and renames it at the end, so that a file with the final name is
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
            ensure_owner_only_file(draft)
            ensure_owner_only_file(checksum_path(draft))
            if connection.vendor == "sqlite":
                self._back_up_sqlite(draft)
            else:
                self._back_up_postgres(draft)
            _flush_to_disk(draft)
            checksum_path(draft).write_text(f"{checksum(draft)}  {target.name}\n")
            _flush_to_disk(checksum_path(draft))
            os.replace(checksum_path(draft), checksum_path(target))
            os.replace(draft, target)
        except FileNotFoundError as error:
            raise CommandError(f"{error.filename} cannot be written ({error.strerror}).") from error
        finally:
            draft.unlink(missing_ok=True)
            checksum_path(draft).unlink(missing_ok=True)
        self.stdout.write(f"{target}: {target.stat().st_size} bytes")

    def _back_up_sqlite(self, draft: Path) -> None:
        source = sqlite3.connect(connection.settings_dict["NAME"])
        with source:
            source.execute("VACUUM INTO ?", (str(draft),))
        source.close()
        copy = sqlite3.connect(draft)
        (answer,) = copy.execute("PRAGMA integrity_check").fetchone()
        copy.close()
        if answer != "ok":
            raise CommandError(f"The copy is damaged: {answer}")

    def _back_up_postgres(self, draft: Path) -> None:
        environment, options = pg_environment_and_options()
        command = ["pg_dump", "--format=custom", "--file", str(draft), *options]
        if subprocess.run(command, env=environment, check=False).returncode:
            raise CommandError("pg_dump failed; see above.")
