"""Run the whole service in one process: pages, API, WebSockets, and periodic jobs."""

from __future__ import annotations

import os
import socket
import sys
from argparse import ArgumentParser
from contextlib import suppress
from types import FrameType
from typing import Any, TextIO

import uvicorn
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from accounts.models import Player
from goserver import preparing
from goserver.conf import configuration
from goserver.middleware import slow_heads
from goserver.operations import backups
from goserver.operations.own_command import command_as_typed
from goserver.startup import addresses, first_admin, only_one, server_bot

LONGEST_FRAME = 16 * 1024


def _open_listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens on this host and port, before anything else is prepared. Raises CommandError if this
    fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        why = error.strerror if isinstance(error, OSError) else error
        raise CommandError(
            f"Port {port} of {host} cannot be used ({why}): choose another one with --port or --host."
        ) from None
    return listener


def _lock_data_folder(host: str, port: int) -> TextIO | None:
    """Return the lock on the data folder, None if the database is not a file. Raises CommandError if another process
    uses the folder."""
    if connection.vendor != "sqlite":
        return None
    try:
        return only_one.lock_folder(settings.DATA_DIR, f"{host}, port {port}")
    except only_one.FolderInUse as error:
        raise CommandError(
            f"Igo already runs with the data folder {settings.DATA_DIR}: {error.who}. Stop that process first, or "
            "choose another folder with IGO_DATA_DIR."
        ) from None


class _Server(uvicorn.Server):
    """A server that stops the server bot first when it is stopped."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop the server bot, and handle the signal."""
        server_bot.stop()
        super().handle_exit(sig, frame)


class Command(BaseCommand):
    """`python3 manage.py serve` prepares the database and files, prints the URLs, and serves."""

    help = "Prepare the database and run the service on one machine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen at; 0.0.0.0 for all")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, compile translations, collect static files, and serve until stopped. Current requests are
        finished."""
        lock = _lock_data_folder(options["host"], options["port"])
        listener = _open_listening_socket(options["host"], options["port"])
        self._prepare_database_and_files()
        reached = addresses.find_server_urls(options["host"], options["port"], os.environ)
        settings.ALLOWED_HOSTS = reached.hosts
        settings.IGO_URL = reached.public  # links in e-mails lead here, whatever the port
        self._print_urls(reached)
        backups.start()
        self._start_server_bot(options["host"], options["port"])
        config = uvicorn.Config(
            "goserver.asgi:application",
            http=slow_heads.with_header_timeout(AutoHTTPProtocol),
            log_level="warning",
            ws_max_size=LONGEST_FRAME,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=20,
            server_header=False,
            proxy_headers=False,
        )
        server = _Server(config)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
        if lock is not None:
            lock.close()
        if not server.started:
            sys.exit(3)

    def _prepare_database_and_files(self) -> None:
        """Migrate the database if needed, compile translations and collect static files. Print the steps, because a
        first start takes some seconds. Raises CommandError if a file cannot be written."""
        try:
            if not preparing.is_migrated():
                self._print_step("Preparing the database")
                preparing.apply_migrations()
            self._print_step("Preparing translations and static files")
            call_command("compile_translations")
            preparing.collect_static_files()
        except OSError as error:
            raise CommandError(f"{error.filename} cannot be written ({error.strerror}).") from error

    def _print_step(self, name: str) -> None:
        self.stdout.write(f"{name} ...")
        self.stdout.flush()

    def _start_server_bot(self, host: str, port: int) -> None:
        """Start the server bot unless it is disabled, so that visitors of a new server have an opponent. If this fails,
        the server stops only if the operator has set IGO_HOUSE_BOT."""
        is_asked_for = settings.IGO_HOUSE_BOT
        if not is_asked_for and os.environ.get("IGO_HOUSE_BOT"):
            return
        settings.IGO_HOUSE_BOT = True
        try:
            server_bot.start(host, port)
        except ImproperlyConfigured as error:
            if is_asked_for:
                raise CommandError(str(error)) from error
            settings.IGO_HOUSE_BOT = False
            self.stderr.write(str(error))

    def _print_urls(self, reached: addresses.ServerUrls) -> None:
        lines = [f"Igo runs at {reached.here}/ (stop it with Ctrl+C)"]
        if reached.others:
            lines.append("From other machines: " + ", ".join(f"{address}/" for address in reached.others))
        lines.append(f"Data: {settings.DATA_DIR} (database, secret key; keep a backup: {command_as_typed('backup')})")
        link = first_admin.new_first_admin_link(reached.here)
        if link is not None:
            lines.append(f"Make the first administrator and name the server (good once, for a day): {link}")
            if reached.others:
                lines.append(f"The same link for another machine: {link.replace(reached.here, reached.public, 1)}")
        if not Player.objects.filter(is_superuser=False, is_bot=False).exists():
            lines.append(f"Players and games to look at: {command_as_typed('demo')}")
        lines += configuration.disabled_feature_warnings(configuration.read_settings(os.environ))
        self.stdout.write("\n".join(lines))
        sys.stdout.flush()
