"""The restore drill: restore a backup into a separate database, migrate it, and replay every game.

The service's own database is not changed. With SQLite, the separate database is a temporary file. With PostgreSQL, its
name ends in `_drill`; the drill creates and drops it if the role has the permission, otherwise it empties and reuses an
existing one (deploy/postgres/roles.sql creates it).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import psycopg
from django.db import connection
from psycopg import sql

from goserver.operations.backup_files import checksum, checksum_path, ensure_owner_only_file, pg_environment_and_options
from goserver.operations.own_command import own_command


class BackupDamaged(Exception):
    """Raised if the backup is damaged or incomplete. The message describes the damage."""


def replay_backup(source: Path) -> str:
    """Replay every game of the backup and return a sentence with the result. Raises BackupDamaged."""
    verify_checksum(source)
    with _restored_sqlite_copy(source) if connection.vendor == "sqlite" else _restored_postgres_copy(source) as url:
        return _run_manage_command(url, "check_games", "--migrate").strip()


def verify_checksum(source: Path) -> None:
    """Raise BackupDamaged if the file does not match its checksum."""
    if not source.exists() or not checksum_path(source).exists():
        raise BackupDamaged(f"{source} or its .sha256 is missing.")
    if checksum_path(source).read_text().split()[:1] != [checksum(source)]:
        raise BackupDamaged(f"{source} is not what its .sha256 says; it is damaged or was changed.")


def _run_manage_command(url: str, *arguments: str) -> str:
    environment = {**os.environ, "DATABASE_URL": url, "IGO_BOOTSTRAPPED": "1"}
    command = own_command(*arguments)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BackupDamaged(f"{arguments[0]} fails on the copy: {(done.stderr or done.stdout).strip()[-500:]}")
    return done.stdout


@contextmanager
def _restored_sqlite_copy(source: Path) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="igo-drill-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        ensure_owner_only_file(copy)
        shutil.copyfile(source, copy)
        yield f"sqlite:///{copy}"


@contextmanager
def _restored_postgres_copy(source: Path) -> Iterator[str]:
    name = f"{connection.settings_dict['NAME']}_drill"
    made = _create_database_if_missing(name)
    try:
        with _connect_to_database(name) as database:
            database.execute("DROP SCHEMA IF EXISTS public CASCADE")
            database.execute("CREATE SCHEMA public")
        pg_restore(source, name)
        yield _database_url(name)
    finally:
        if made:
            with _connect_to_database("postgres") as server:
                server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _create_database_if_missing(name: str) -> bool:
    """Create the database if it does not exist. Return whether it was created. Raises BackupDamaged if the role may not
    create it."""
    with suppress(psycopg.OperationalError), _connect_to_database(name):
        return False
    try:
        with _connect_to_database("postgres") as server:
            server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    except psycopg.Error as error:
        raise BackupDamaged(
            f"The copy cannot be proved: there is no database {name}, and this role may not make one. "
            f"As the superuser: CREATE DATABASE {name} OWNER {connection.settings_dict['USER']}"
        ) from error
    return True


def _connect_to_database(name: str) -> psycopg.Connection[tuple[object, ...]]:
    db = connection.settings_dict
    return psycopg.connect(
        dbname=name, host=db["HOST"] or None, port=db["PORT"] or None, user=db["USER"] or None,
        password=db["PASSWORD"] or None, autocommit=True, connect_timeout=5,
    )  # fmt: skip


def _database_url(name: str) -> str:
    db = connection.settings_dict
    who = quote(db["USER"] or "", safe="") + (f":{quote(db['PASSWORD'], safe='')}" if db["PASSWORD"] else "")
    port = f":{db['PORT']}" if db["PORT"] else ""
    return f"postgres://{who}@{db['HOST']}{port}/{name}"


def pg_restore(source: Path, name: str = "") -> None:
    """Restore the backup into the server's database, or the database `name`, completely or not at all. Raises
    BackupDamaged."""
    environment, options = pg_environment_and_options(name)
    command = ["pg_restore", "--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction"]
    done = subprocess.run(
        [*command, *options, str(source)], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupDamaged(f"pg_restore failed, and nothing was changed: {done.stderr.strip()[-500:]}")
