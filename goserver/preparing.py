"""Preparations of `manage.py serve`, and quick checks whether each is needed.

With Django's commands, these checks would take longer than the rest of the start (without imports).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

STAMP = "static.collected"
"""The file in the data folder with a hash of the sources of STATIC_ROOT."""


def apply_migrations() -> None:
    """Apply the missing migrations."""
    if not is_migrated():
        call_command("migrate", verbosity=0, interactive=False)


def is_migrated() -> bool:
    """Return whether every migration has been applied."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def collect_static_files() -> None:
    """Copy static files to STATIC_ROOT, with names that contain a hash. Raises OSError."""
    stamp, expected = Path(settings.DATA_DIR) / STAMP, _static_files_fingerprint()
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if manifest.exists() and stamp.exists() and stamp.read_text() == expected:
        return
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(expected)


def _static_files_fingerprint() -> str:
    """Return a hash of all static files' names, sizes and times."""
    parts = [str(settings.STORAGES["staticfiles"]), version("django"), version("whitenoise")]
    return (
        f"{settings.STATIC_ROOT}\n"
        + hashlib.sha256("\n".join([*parts, *sorted(_static_file_fingerprints())]).encode()).hexdigest()
    )


def _static_file_fingerprints() -> Iterator[str]:
    for finder in get_finders():
        for path, storage in finder.list([]):
            about = Path(storage.path(path)).stat()
            yield f"{path} {about.st_size} {about.st_mtime_ns}"
