"""Automatic backups of `manage.py serve`, as configured by an administrator (accounts.core.site)."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.core import site
from foundation import background
from goserver.operations.backup_files import complete_backups_in

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 600.0
KEPT = 14


def start() -> None:
    """Start a thread that checks every ten minutes whether a backup is due, until the process ends."""
    site.makes_backups = True
    background.start("backups", back_up_if_due, SECONDS_BETWEEN_LOOKS)


def back_up_if_due() -> Literal[False]:
    """Make a backup if one is due. Failures are logged. Always return False, which tells the caller not to repeat the
    job immediately."""
    row = site.settings_row()
    if not row.backup_hours or not row.backup_folder:
        return False
    folder = Path(row.backup_folder).expanduser()
    try:
        if is_backup_due(folder, row.backup_hours, timezone.now()):
            call_command("keep_backups", folder, keep=KEPT, verbosity=0)
    except (CommandError, OSError) as error:
        logger.error("the backup failed, the next try is in ten minutes: %s", error)
    return False


def is_backup_due(folder: Path, hours: int, now: datetime) -> bool:
    """Return whether the newest complete backup in this folder is older than this many hours, according to its name.
    Raises OSError."""
    made = [path.name for path in complete_backups_in(folder)]
    if not made:
        return True
    newest = datetime.strptime(made[-1], "igo-%Y-%m-%dT%H%M%S").replace(tzinfo=UTC)
    return now - newest >= timedelta(hours=hours)
