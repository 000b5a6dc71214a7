"""Play as a bot with a GTP engine, on this server or another one."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from bot.default_engine import default_engine_command
from bot.lower_levels import play_lower_levels
from bot.runner import BotRunner
from bot.terms import OfferRules
from goserver.conf import configuration
from goserver.startup import server_bot
from igo_client import ApiError, Client, NoAnswer
from rules import RULE_SETS
from rules.clock import TimeSystem


class Command(BaseCommand):
    """Plays as a bot: `python3 manage.py bot --url https://go.example.org --engine "gnugo --mode gtp"`. The token is
    read from IGO_BOT_TOKEN."""

    help = "Connect a GTP engine to a server; the account's token is in the environment variable IGO_BOT_TOKEN."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        parser.add_argument("--url", default="http://127.0.0.1:8000")
        parser.add_argument("--engine", help="a command that speaks GTP 2; GNU Go or the built-in player by default")
        parser.add_argument("--seconds", type=float, default=300.0, help="for one answer of the engine")
        parser.add_argument("--header", action="append", default=[], help='sent with every request: "Name: value"')
        parser.add_argument("--become-bot", action="store_true", help="make the account a bot; this cannot be undone")
        parser.add_argument(
            "--server-bot",
            "--house",  # as in version 0.1.0
            action="store_true",
            help="play as the server bot of this database",
        )
        parser.add_argument("--while-stdin-is-open", action="store_true", help="end when standard input ends")
        self._add_rule_options(parser)

    def _add_rule_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("--sizes", type=_parse_sizes, default=frozenset(), help="such as 9,13,19; all by default")
        parser.add_argument("--rules", nargs="*", choices=list(RULE_SETS), default=[], help="rule sets; all by default")
        parser.add_argument("--clocks", nargs="*", choices=[system.value for system in TimeSystem], default=[])
        parser.add_argument("--max-handicap", type=int, default=9)
        parser.add_argument("--max-games", type=int, default=20)
        parser.add_argument("--no-private", action="store_true", help="decline private games")
        parser.add_argument("--no-positions", action="store_true", help="decline games from a position")
        parser.add_argument("--allow-undo", action="store_true", help="let opponents undo moves")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play until stopped, with a client for each token."""
        client, *lower = _bot_clients(options)
        command = shlex.split(options["engine"]) if options["engine"] else default_engine_command()
        try:
            with _stopped_by_signals():
                if options["while_stdin_is_open"]:
                    server_bot.exit_when_pipe_closes(sys.stdin.buffer)
                self._ensure_bot_account(client, become=options["become_bot"])
                play_lower_levels(lower, _rules_from_options(options))
                BotRunner(client, command, _rules_from_options(options), options["seconds"]).run()
        except ApiError as refusal:
            raise CommandError(f"The server refuses: {refusal.detail} ({refusal.code})") from refusal
        except NoAnswer as error:
            raise CommandError(f"The server does not answer: {error}") from error
        except KeyboardInterrupt:
            self.stdout.write("Stopped. The games continue when the bot is started again.")

    def _ensure_bot_account(self, client: Client, *, become: bool) -> None:
        me = client.me()
        if not me["bot"] and not become:
            raise CommandError(
                f"{me['username']} is not a bot. With --become-bot it becomes one permanently, and plays unrated."
            )
        if not me["bot"]:
            client.become_bot()
        self.stdout.write(f"{me['username']} plays.")
        self.stdout.flush()


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Within this context, let SIGTERM and SIGHUP stop the bot as Ctrl+C does, so that its engine is also stopped."""
    before = {number: signal.signal(number, signal.default_int_handler) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _bot_clients(options: dict[str, Any]) -> list[Client]:
    """Return an API client for each of the bot's tokens. A server bot has an account and a token for each level, the
    highest level first. Other bots have one token."""
    headers = server_bot.self_request_headers() if options["server_bot"] else {}
    for header in options["header"]:
        name, colon, value = header.partition(":")
        if not colon:
            raise CommandError(f'--header: write "Name: value", not "{header}".')
        headers[name.strip()] = value.strip()
    tokens = _bot_tokens(for_server_bot=options["server_bot"])
    return [Client(options["url"], token, headers=headers) for token in tokens]


def _bot_tokens(*, for_server_bot: bool) -> list[str]:
    try:
        text = (
            server_bot.replace_bot_tokens()
            if for_server_bot
            else configuration.read_settings(os.environ)[server_bot.TOKEN_VARIABLE]
        )
    except ImproperlyConfigured as error:
        raise CommandError(str(error)) from error
    if not text.split():
        raise CommandError(f"Put the bot's token into the environment variable {server_bot.TOKEN_VARIABLE}.")
    return text.split()


def _parse_sizes(text: str) -> frozenset[int]:
    return frozenset(int(word) for word in text.split(","))


def _rules_from_options(options: dict[str, Any]) -> OfferRules:
    return OfferRules(
        sizes=options["sizes"],
        rule_sets=frozenset(options["rules"]),
        clocks=frozenset(options["clocks"]),
        most_handicap=options["max_handicap"],
        most_games=options["max_games"],
        private=not options["no_private"],
        positions=not options["no_positions"],
        undo=options["allow_undo"],
    )
