"""What the first request would have to wait for, done before it: addresses, templates, catalogs, a page of each kind.

A process that has just begun would otherwise answer its first requests many times slower than its tenth. What is there
after that stays for good: the garbage collector need not look at it again, which would stop a process with thousands
of sockets for a second, and forked processes share its memory.
"""

from __future__ import annotations

import gc
import logging
import threading
from concurrent.futures import Executor, wait
from pathlib import Path

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection, connections
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import get_template
from django.urls import get_resolver
from django.utils import translation

from accounts.core import site
from accounts.models import ApiToken, Player
from foundation import handover, hints
from foundation.statements import prepare
from games.models import Action, Game, IdempotencyKey, Seat
from goserver.own_requests import ask
from goserver.rehearsal import rehearse
from programs.models import Event
from rules.board import stone_keys

logger = logging.getLogger(__name__)

LONGEST = 10.0
"""Seconds. A database that hangs must not keep a process from starting: it answers with 503 then."""
LONGEST_OF_THREADS = 2.0
"""Seconds. A process that was ended while the database hangs is soon there again, to say so."""
USUAL_SIZES = (9, 13, 19)
MOVES = 9
"""So many are rehearsed in a process: what has been called eight times Python runs by quicker instructions."""
MOVES_OF_A_THREAD = 6
"""PostgreSQL plans what a connection asks anew for the first five times."""
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
        for path in PAGES:
            ask(path)
        rehearse(MOVES)
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
    database, and the statements that it has planned. Waited for, but not forever; nothing that fails here matters.

    A move that is rehearsed here also has the system give a forked process memory of its own, which it shared until
    then. Not on SQLite, which has one writer at a time: the first real move would wait for those of all processes.
    """
    together = threading.Barrier(count)
    threads = [pool.submit(_warm_thread, together) for _ in range(count)]
    wait([*threads, pool.submit(_get_ready_to_tell)], LONGEST_OF_THREADS)


def _warm_thread(together: threading.Barrier) -> None:
    try:
        together.wait(LONGEST_OF_THREADS)  # so that each of the threads has one
        if connection.vendor == "postgresql":
            rehearse(MOVES_OF_A_THREAD)
        else:
            connection.ensure_connection()
    except Exception:
        logger.warning("the first requests of a thread will be slow", exc_info=True)


def _get_ready_to_tell() -> None:
    """Open what the process tells others by, the sockets' processes and the worker: it may look for letters."""
    try:
        hints.get_ready()
        handover.get_ready("accounts.tasks.send_letters")
    except Exception:
        logger.warning("the first to be told will be told late", exc_info=True)


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
