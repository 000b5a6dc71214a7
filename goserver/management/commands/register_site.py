"""Register a club's forum or chat, so that people can sign in there with their account here
(docs/single-sign-on.md)."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.security.oauth import CannotRegisterApp
from accounts.security.sign_on import register_site


class Command(BaseCommand):
    """Registers a site whose users sign in with their account on this server: `manage.py register_site "Our forum"
    https://forum.example.org/callback`. Prints the values to enter in the forum."""

    requires_system_checks = []  # they would load every page and form first
    help = "Register a site that signs people in by their account here; prints its client ID and secret, once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments."""
        parser.add_argument("name", help="what people see when it asks")
        parser.add_argument("address", nargs="+", help="where people are sent back to (redirect URI)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Register the site, and print its client id and secret."""
        if not settings.IGO_OIDC:
            raise CommandError("Set IGO_OIDC=1 first: this server signs no one in elsewhere.")
        if not 1 <= len(options["name"]) <= 60 or not options["name"].isprintable():
            raise CommandError("The name has 1 to 60 printable characters.")
        try:
            made, secret = register_site(options["name"], options["address"])
        except CannotRegisterApp as refusal:
            raise CommandError(f"People cannot be sent back to {refusal}: it must begin with https://.") from None
        self.stdout.write(
            f"Discovery: {settings.IGO_URL}/.well-known/openid-configuration\n"
            f"Client ID: {made.pk}\nClient secret: {secret}"
        )
