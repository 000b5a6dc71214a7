"""Run the whole service in one process: pages, API, sockets, deadlines."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from accounts.models import Player
from goserver import house_bot

LONGEST_FRAME = 16 * 1024


class Command(BaseCommand):
    """`python3 manage.py serve`: prepare what is missing, say where things are, serve."""

    help = "Prepare the database and run the service on one machine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, compile, collect, serve until told to stop; requests on their way are finished."""
        call_command("migrate", verbosity=0, interactive=False)
        call_command("compile_translations")
        call_command("collectstatic", verbosity=0, interactive=False)
        self._say(options["host"], options["port"])
        if settings.IGO_HOUSE_BOT:
            self._start_house_bot(options["host"], options["port"])
        uvicorn.run(
            "goserver.asgi:application",
            host=options["host"],
            port=options["port"],
            log_level="warning",
            ws_max_size=LONGEST_FRAME,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=20,
            server_header=False,
            proxy_headers=False,
        )

    def _start_house_bot(self, host: str, port: int) -> None:
        try:
            house_bot.start(host, port)
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error

    def _say(self, host: str, port: int) -> None:
        lines = [
            f"Igo runs at http://{host}:{port}/ (stop it with Ctrl+C)",
            f"Data: {settings.DATA_DIR} (database, secret key; keep a backup: manage.py backup)",
        ]
        if not Player.objects.filter(is_superuser=True).exists():
            lines.append("First admin: python3 manage.py createsuperuser, then /admin/")
        if not Player.objects.filter(is_superuser=False, is_bot=False).exists():
            lines.append("Players and games to look at: python3 manage.py demo")
        self.stdout.write("\n".join(lines))
        sys.stdout.flush()
