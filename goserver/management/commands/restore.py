"""Restore the database from a backup."""

from __future__ import annotations

import shutil
import time
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils import timezone

from games.models import Heartbeat
from games.services.outages import BEAT
from goserver import preparing
from goserver.operations import drill
from goserver.operations.backup_files import ensure_owner_only_file


class Command(BaseCommand):
    """Checks the backup in a separate database, keeps a copy of the existing database, and then replaces it.

    Refuses if a server is running, which is detected by a heartbeat or (PostgreSQL) by other connections.
    """

    requires_system_checks = []  # they would load every page and form first
    help = "Replace the database with the backup FILE. Stop the service first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="replace the existing database")
        parser.add_argument("--drop-old", action="store_true", help="do not keep the existing database")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the file, keep a copy of the existing database, replace the database, migrate it if the backup is
        older, and check every game again."""
        source: Path = options["file"].resolve()
        if not options["yes"]:
            raise CommandError("This replaces the database. Add --yes to confirm.")
        try:
            drill.verify_checksum(source)
            _check_no_server_runs()
            self.stdout.write(f"The copy: {drill.replay_backup(source)}")
            self._replace_existing_database(source, keep=not options["drop_old"])
        except drill.BackupDamaged as error:
            raise CommandError(str(error)) from error
        preparing.apply_migrations()
        call_command("check_games", stdout=self.stdout)

    def _replace_existing_database(self, source: Path, *, keep: bool) -> None:
        stamp = timezone.now().strftime("%Y-%m-%dT%H%M%S")
        if connection.vendor == "sqlite":
            target = Path(connection.settings_dict["NAME"])
            kept = target.with_name(f"{target.name}.before-{stamp}")
        else:
            kept = source.with_name(f"{source.name}.before-{stamp}")
            if keep:
                call_command("backup", kept)
        connection.close()
        if connection.vendor == "sqlite":
            _replace_database(source, target, kept if keep else None)
        else:
            drill.pg_restore(source)
        if keep:
            self.stdout.write(f"Previous data: {kept}")


def _check_no_server_runs() -> None:
    """Raise CommandError if a server is using the database."""
    others = count_other_connections()
    if others:
        raise CommandError(f"{others} other connections to the database are open: stop the service first.")
    first = _last_heartbeat()
    if first is None or abs((timezone.now() - first).total_seconds()) > 3 * BEAT.total_seconds():
        return
    time.sleep(1.5 * BEAT.total_seconds())  # it beat a moment ago: does it beat again?
    if _last_heartbeat() != first:
        raise CommandError("A server runs on this database: stop it first.")


def count_other_connections() -> int:
    """Return the number of other connections to the database, 0 if it is not PostgreSQL."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND usesysid IS NOT NULL"
        )
        (count,) = cursor.fetchone()
    return int(count)


def _last_heartbeat() -> datetime | None:
    """Return the time of the last heartbeat. Return None if the database has none, or cannot be read."""
    try:
        return Heartbeat.objects.values_list("at", flat=True).first()
    except DatabaseError:
        return None


def _replace_database(source: Path, target: Path, kept: Path | None) -> None:
    """Replace the SQLite database and its journal files by a copy of `source`. Keep the previous database as `kept`, or
    delete it if `kept` is None."""
    draft = target.with_name(target.name + ".part")
    ensure_owner_only_file(draft)
    shutil.copyfile(source, draft)
    for ending in ("", "-wal", "-shm"):
        old = target.with_name(target.name + ending)
        if not old.exists():
            continue
        if kept is None:
            old.unlink()
        else:
            old.rename(kept.with_name(kept.name + ending))
    if kept is not None and kept.exists():
        kept.chmod(0o600)
    draft.replace(target)
