"""What the first request would have to wait for, done before it: addresses, templates, catalogs, a page of each kind.

A process that has just begun would otherwise answer its first requests many times slower than its tenth. What is there
after that stays for good: the garbage collector need not look at it again, which would stop a process with thousands
of sockets for a second, and forked processes share its memory.
"""

from __future__ import annotations

import gc
import io
import logging
import threading
from concurrent.futures import Executor, wait
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import get_template
from django.urls import get_resolver
from django.utils import timezone, translation

from accounts.core import site
from accounts.models import ApiToken, Player
from accounts.models.api_token import PREFIX
from accounts.security.tokens import find_token
from foundation import handover, hints, limits
from foundation.refusals import Refusal
from foundation.statements import prepare
from games import verbs
from games.errors import GameError
from games.models import Action, Game, IdempotencyKey, Seat
from goserver.house_bot import own_headers
from goserver.rehearsal import store_and_take_back
from programs.models import Event
from rules.board import stone_keys
from rules.errors import RulesError

logger = logging.getLogger(__name__)

LONGEST = 10.0
"""Seconds. A database that hangs must not keep a process from starting: it answers with 503 then."""
LONGEST_OF_THREADS = 2.0
"""Seconds. A process that was ended while the database hangs is soon there again, to say so."""
USUAL_SIZES = (9, 13, 19)
PAGES = ["/", "/accounts/login/", "/api/v1/games/"]


def warm_up() -> None:
    """Do it, in this thread. Nothing that fails here keeps the process from serving."""
    try:
        site.look()
        get_resolver()._populate()
        _reckon_tables()
        get_channel_layer()  # imports it
        _read_catalogs()
        _compile_templates()
        prepare(ApiToken, Player, Game, Seat, Action, IdempotencyKey, Event)
        newest = _newest()
        _ask(PAGES if newest is None else PAGES + _pages_of(newest))
    except Exception:
        logger.warning("the first requests will be slow", exc_info=True)
    finally:
        connections.close_all()
    gc.freeze()


def free_in_small_portions() -> None:
    """Have Python look for objects that only hold each other, of which an answer leaves a hundred or more behind, fifty
    times as often as during a start (goserver/__init__.py), where it finds none.

    Else they are forty thousand at once, and while those are freed no thread of the process answers for a tenth of a
    second: that was the slowest hundredth of all moves. For processes of threads: one that holds a thousand sockets
    would look through all that they hold again and again.
    """
    gc.set_threshold(1_000, 10, 50)


def warm_up_beside_a_loop() -> None:
    """The same in a process whose event loop runs already: in a thread that is waited for, but not forever."""
    thread = threading.Thread(target=warm_up, name="warming up", daemon=True)
    thread.start()
    thread.join(LONGEST)


def warm_threads(pool: Executor, count: int) -> None:
    """Have so many threads of a pool open what each has for itself, before their first requests: a connection to the
    database, and the statements that it has planned. Waited for, but not forever; nothing that fails here matters."""
    together = threading.Barrier(count)
    threads = [pool.submit(_warm_thread, together) for _ in range(count)]
    wait([*threads, pool.submit(_get_ready_to_tell)], LONGEST_OF_THREADS)


def _warm_thread(together: threading.Barrier) -> None:
    try:
        together.wait(LONGEST_OF_THREADS)  # so that each of the threads has one
        newest = _newest()
        _ask([] if newest is None else _pages_of(newest))
        _ask_for_a_move(newest)
    except Exception:
        logger.warning("the first requests of a thread will be slow", exc_info=True)


def _get_ready_to_tell() -> None:
    """Open what the process tells others by, the sockets' processes and the worker: it may look for letters."""
    try:
        hints.get_ready()
        handover.get_ready("accounts.tasks.send_letters")
    except Exception:
        logger.warning("the first to be told will be told late", exc_info=True)


def _ask_for_a_move(game: Game | None) -> None:
    """All of a move's way but its middle: a move whose number no game has is refused, and one that is stored is taken
    back."""
    limits.take("warming", "", "1000/minute")
    find_token(PREFIX, timezone.now())
    if game is None:
        return
    who = verbs.ActionRequest(game.pk, game.seat_list()[0].player, -1, "warming", timezone.now())
    with suppress(GameError, RulesError, Refusal):
        verbs.perform(who, verbs.VERBS["pass"]())
    store_and_take_back(game)


def _reckon_tables() -> None:
    """What the rules reckon once for each size of board."""
    for size in USUAL_SIZES:
        stone_keys(size, size)


def _read_catalogs() -> None:
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("Sign in")


def _compile_templates() -> None:
    """Those of our own pages; Django keeps them."""
    root = Path(settings.BASE_DIR)
    folders = [root / "templates", *root.glob("*/templates")]
    for folder in folders:
        for path in sorted(folder.rglob("*.html")):
            try:
                get_template(path.relative_to(folder).as_posix())
            except (TemplateDoesNotExist, TemplateSyntaxError):
                logger.warning("the template %s cannot be used", path, exc_info=True)


def _newest() -> Game | None:
    return Game.objects.filter(private=False).order_by("-pk").first()


def _pages_of(game: Game) -> list[str]:
    return [game.get_absolute_url(), f"/api/v1/games/{game.pk}/"]


def _ask(paths: list[str]) -> None:
    """Ask ourselves for these pages, as somebody who is not signed in."""
    application = _application()
    for path in paths:
        b"".join(application(_request(path), _heard))


@cache
def _application() -> Any:
    return get_wsgi_application()


def _request(path: str) -> dict[str, Any]:
    headers = {"Host": "127.0.0.1", "Accept-Encoding": "gzip", **own_headers()}
    named = {"HTTP_" + name.upper().replace("-", "_"): value for name, value in headers.items()}
    return {
        "REQUEST_METHOD": "GET", "SCRIPT_NAME": "", "PATH_INFO": path, "QUERY_STRING": "", "REMOTE_ADDR": "127.0.0.1",
        "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(), "wsgi.errors": io.StringIO(), "wsgi.multithread": True,
        "wsgi.multiprocess": True, "wsgi.run_once": False, **named,
    }  # fmt: skip


def _heard(status: str, headers: Any, error: Any = None) -> Any:
    if not status.startswith("200"):
        logger.warning("a page that was asked for before the first request was answered with %s", status)
    return io.BytesIO().write
