"""A copy of the database that is complete or is not there."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import subprocess
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection


def checksum(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sum_file(path: Path) -> Path:
    """Where the checksum of a backup is kept."""
    return path.with_name(path.name + ".sha256")


def _write_through(path: Path) -> None:
    """Have it on the disk before it gets its name."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def for_the_owner_only(path: Path) -> None:
    """Make an empty file that nobody else can read, or take the rights to one that is there from others (0600)."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    path.chmod(0o600)


def pg_environment(name: str = "") -> tuple[dict[str, str], list[str]]:
    """The environment and options with which PostgreSQL's own programs reach our database, or the one of this name."""
    db = connection.settings_dict
    environment = {**os.environ, "PGPASSWORD": db["PASSWORD"] or ""}
    options = ["--dbname", name or db["NAME"]]
    for option, value in (("--host", db["HOST"]), ("--port", db["PORT"]), ("--username", db["USER"])):
        if value:
            options += [option, str(value)]
    return environment, options


class Command(BaseCommand):
    """Write to a temporary name, then rename: what carries the name is whole."""

    requires_system_checks = []  # they would load every page and form first
    help = "Write a consistent copy of the database to FILE while the service runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy, check, name."""
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
