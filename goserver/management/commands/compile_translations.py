"""Compile the translation catalogs without GNU gettext."""

from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Compiles each .po file that is newer than its .mo file."""

    requires_system_checks: list[str] = []  # they need nothing of the pages
    help = "Compile locale/*/LC_MESSAGES/*.po to .mo."

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile the catalogs that have changed."""
        for folder in settings.LOCALE_PATHS:
            for source in Path(folder).glob("*/LC_MESSAGES/*.po"):
                compiled = source.with_suffix(".mo")
                if compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime:
                    continue
                polib.pofile(str(source)).save_as_mofile(str(compiled))
