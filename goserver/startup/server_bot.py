"""The server bot: an account of the server, and a process that plays for it through the API like any other bot.

`manage.py serve` restarts this process while IGO_HOUSE_BOT is set. The process ends with the server, even if the server
is killed, because it reads from a pipe that only the server holds open.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import threading
import time
from typing import BinaryIO

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from accounts.models import Player
from accounts.security.scopes import FOR_BOTS
from accounts.security.tokens import NewToken, make_token
from challenges.server_bots import LEVELS, bot_name
from foundation import timesource
from goserver.operations.own_command import own_command

logger = logging.getLogger(__name__)

TOKEN_VARIABLE = "IGO_BOT_TOKEN"  # noqa: S105 - where the token is, not what it is
TOKEN_NAME = "house bot"  # noqa: S105 - as stored by released versions, so that their tokens are found and ended
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - where we listen, and how we reach it ourselves
SECONDS_UNTIL_AGAIN, LONGEST_PAUSE = 1.0, 60.0
SECONDS_TO_STOP = 5.0
_stopping = threading.Event()
_children: list[subprocess.Popen[bytes]] = []


def replace_bot_tokens() -> str:
    """Return new tokens for the bots of all levels, the highest level first, separated by spaces. Raises
    ImproperlyConfigured if a person has one of the bots' names."""
    return " ".join(replace_bot_token(level) for level in (LEVELS, *range(1, LEVELS)))


def replace_bot_token(level: int = LEVELS) -> str:
    """Create the bot's account if necessary, revoke its older tokens, and return the text of a new token.

    Raises ImproperlyConfigured if a person has the bot's name.
    """
    name = bot_name(level)
    player = Player.objects.find_by_name(name) or Player.objects.create_user(name, is_bot=True)
    if not player.is_bot or player.has_usable_password() or not player.is_active:
        raise ImproperlyConfigured(f"IGO_HOUSE_BOT_NAME: {name} is someone else's account. Choose another name.")
    player.api_tokens.filter(name=TOKEN_NAME).delete()
    _, text = make_token(player=player, wanted=NewToken(TOKEN_NAME, [FOR_BOTS], None), now=timesource.now())
    return text


def self_request_headers() -> dict[str, str]:
    """Return the headers of requests from the server to itself, which do not pass the proxy. If the settings demand it,
    they name an allowed host, and say that HTTPS is used."""
    headers = {}
    hosts = [name for name in settings.ALLOWED_HOSTS if not name.startswith((".", "*"))]
    if hosts and "127.0.0.1" not in hosts:
        headers["Host"] = hosts[0]
    if settings.PRODUCTION and settings.IGO_PROXIES:
        headers["X-Forwarded-Proto"] = "https"
    return headers


def start(host: str, port: int) -> threading.Thread:
    """Start a thread that keeps the bot's process running until this process ends."""
    host = ANYWHERE.get(host, host)
    arguments = ["--url", f"http://{host}:{port}", "--while-stdin-is-open"]
    arguments += [word for name, value in self_request_headers().items() for word in ("--header", f"{name}: {value}")]
    thread = threading.Thread(
        target=_keep_bot_running, args=(arguments, replace_bot_tokens()), name="server bot", daemon=True
    )
    thread.start()
    return thread


def stop() -> None:
    """Stop the bot's process and do not restart it. Otherwise a stopping server would wait for the bot's event stream,
    which is one of its requests."""
    _stopping.set()
    for child in _children:
        if child.stdin is not None:
            child.stdin.close()


def _keep_bot_running(arguments: list[str], token: str) -> None:
    """Restart the bot whenever it ends. If it ends immediately, wait longer each time."""
    pause = SECONDS_UNTIL_AGAIN
    while not _stopping.is_set():
        started = time.monotonic()
        try:
            code = _run_bot(arguments, token)
        except OSError as error:
            logger.error("the server bot does not start: %s", error)
        else:
            if not _stopping.is_set():
                logger.warning("the server bot ended with %s and is started again", code)
        lived_long = time.monotonic() - started > LONGEST_PAUSE
        pause = SECONDS_UNTIL_AGAIN if lived_long else min(2 * pause, LONGEST_PAUSE)
        _stopping.wait(pause)


def _run_bot(arguments: list[str], token: str) -> int:
    """Run the bot until it ends. Return its exit code."""
    environment = {**os.environ, "IGO_BOOTSTRAPPED": "1", TOKEN_VARIABLE: token}
    command = own_command("bot", *arguments)
    with subprocess.Popen(  # noqa: S603 - our own command; a session of its own, as Ctrl+C is for the server alone
        command, stdin=subprocess.PIPE, env=environment, start_new_session=True
    ) as child:
        _children[:] = [child]
        return child.wait()


def exit_when_pipe_closes(pipe: BinaryIO) -> threading.Thread:
    """Start a thread that ends this process when the other end of the pipe is closed. The thread sends SIGTERM to the
    process, so that the engine also ends, and kills the process if this takes too long."""

    def wait() -> None:
        while pipe.read(1024):
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(SECONDS_TO_STOP)
        os._exit(0)

    thread = threading.Thread(target=wait, name="parent", daemon=True)
    thread.start()
    return thread
