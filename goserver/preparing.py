"""What `manage.py serve` makes sure of before it serves, and how it sees that there is nothing to do.

Both commands of Django's take longer to find that out than everything else that a start does beside its imports.
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
"""In the data folder: of which files those in STATIC_ROOT were made."""


def migrate() -> None:
    """Bring the database up to date."""
    if not is_migrated():
        call_command("migrate", verbosity=0, interactive=False)


def is_migrated() -> bool:
    """Return whether every migration has been applied."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def collect() -> None:
    """Copy what pages need beside themselves to STATIC_ROOT, named by what is in it. Raises OSError."""
    stamp, wanted = Path(settings.DATA_DIR) / STAMP, _wish()
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if manifest.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(wanted)


def _wish() -> str:
    """Where the copies are, and all that they depend on."""
    parts = [str(settings.STORAGES["staticfiles"]), version("django"), version("whitenoise")]
    return f"{settings.STATIC_ROOT}\n" + hashlib.sha256("\n".join([*parts, *sorted(_sources())]).encode()).hexdigest()


def _sources() -> Iterator[str]:
    for finder in get_finders():
        for path, storage in finder.list([]):
            about = Path(storage.path(path)).stat()
            yield f"{path} {about.st_size} {about.st_mtime_ns}"
