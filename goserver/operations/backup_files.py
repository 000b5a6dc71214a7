"""The files of a backup: names, checksums, permissions, and the environment for PostgreSQL's programs."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from django.db import connection

NAME = re.compile(r"igo-\d{4}-\d\d-\d\dT\d{6}")


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def checksum_path(path: Path) -> Path:
    """Return the path of a backup's checksum file."""
    return path.with_name(path.name + ".sha256")


def ensure_owner_only_file(path: Path) -> None:
    """Create an empty file that only its owner can read, or restrict an existing file (0600)."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    path.chmod(0o600)


def pg_environment_and_options(name: str = "") -> tuple[dict[str, str], list[str]]:
    """Return the environment and options with which PostgreSQL's own programs connect to the server's database, or to
    the database `name`."""
    db = connection.settings_dict
    environment = {**os.environ, "PGPASSWORD": db["PASSWORD"] or ""}
    options = ["--dbname", name or db["NAME"]]
    for option, value in (("--host", db["HOST"]), ("--port", db["PORT"]), ("--username", db["USER"])):
        if value:
            options += [option, str(value)]
    return environment, options


def complete_backups_in(folder: Path) -> list[Path]:
    """Return the complete backups made by `keep_backups` in this folder, oldest first. Other files are ignored."""
    return sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name) and checksum_path(path).exists())
