"""Print the link that creates the first administrator, for servers that are not started by `serve`."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from goserver.startup.first_admin import new_first_admin_link


class Command(BaseCommand):
    """Prints a link on one line: `manage.py first_admin`. The person who opens the link becomes the first
    administrator."""

    requires_system_checks = []  # they would load every page and form first
    help = "Print a link, good once and for a day, that makes the first administrator."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link; raise CommandError if there is an administrator."""
        found = new_first_admin_link(settings.IGO_URL)
        if found is None:
            raise CommandError("This server has an administrator; create more on the admin site, under Players.")
        self.stdout.write(found)
