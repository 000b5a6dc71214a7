"""Warm up a new process: load what the first requests need, such as URLs, catalogs, templates, pages and connections.

These objects are never freed, so the garbage collector ignores them. Otherwise scanning them would stop a process with
thousands of sockets for a second, and would copy the memory that forked processes share.
"""

from __future__ import annotations

import gc
import logging
import threading
from concurrent.futures import Executor, wait
from functools import cache
from pathlib import Path
from wsgiref.util import setup_testing_defaults

from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation

from accounts.core import site
from accounts.models import ApiToken, Player
from foundation import dispatch, hints
from foundation.statements import compile_statements
from games.models import Action, Game, IdempotencyKey, Seat
from goserver.startup.server_bot import self_request_headers
from programs.models import Event
from rules.board import stone_keys

logger = logging.getLogger(__name__)

LONGEST = 10.0
"""The longest warm-up in seconds. A hanging database must not prevent a start: requests then get a 503."""
LONGEST_OF_THREADS = 2.0
"""The longest warm-up of threads in seconds, so that a process restarted while the database hangs soon returns 503."""
USUAL_SIZES = (9, 13, 19)
PAGES = ("/", "/accounts/login/")


def warm_up() -> None:
    """Load what all threads of the process share: settings, catalogs, URLs, templates, compiled queries and a few
    pages. A failure is logged, and the process continues."""
    try:
        site.reload_settings()
        get_channel_layer()  # imports it
        for size in USUAL_SIZES:
            stone_keys(size, size)
        for language, _ in settings.LANGUAGES:
            with translation.override(language):
                translation.pgettext("link", "Sign in")
                reverse("games:home")
        _compile_templates()
        compile_statements(ApiToken, Player, Game, Seat, Action, IdempotencyKey, Event)
        for path in PAGES:
            _request_page(path)
        _request_newest_game()
    except Exception:
        logger.warning("the first requests will be slow", exc_info=True)
    finally:
        connections.close_all()
    gc.freeze()


def collect_garbage_often() -> None:
    """Make Python collect reference cycles after 1,000 new objects, instead of 50,000 as during the start
    (goserver/__init__.py).

    Each response leaves a hundred or more cycles. If forty thousand were freed at once, no thread could respond for a
    tenth of a second. Call this only in processes that serve with threads: a process with a thousand sockets would scan
    them again and again.
    """
    gc.set_threshold(1_000, 10, 50)


def warm_up_in_thread() -> None:
    """Warm up in a thread, because the process's event loop is already running. Wait for the thread, up to a time
    limit."""
    thread = threading.Thread(target=warm_up, name="warming up", daemon=True)
    thread.start()
    thread.join(LONGEST)


def warm_threads(pool: Executor, count: int) -> None:
    """Connect this many threads of a pool to the database and load a game in each. Connect the process to Redis.

    Waits at most two seconds. A failure is logged.
    """
    together = threading.Barrier(count)
    threads = [pool.submit(_warm_thread, together) for _ in range(count)]
    wait([*threads, pool.submit(_connect_to_redis)], LONGEST_OF_THREADS)


def _warm_thread(together: threading.Barrier) -> None:
    try:
        together.wait(LONGEST_OF_THREADS)  # so that each of the threads does it once
        _request_newest_game()
    except Exception:
        logger.warning("the first requests of a thread will be slow", exc_info=True)


def _connect_to_redis() -> None:
    """Open the connections to Redis and the Celery broker, because the first use of a connection takes thirty times as
    long."""
    try:
        hints.warm_up_signals()
        dispatch.warm_up_dispatch("accounts.tasks.send_emails")
    except Exception:
        logger.warning("the first notifications will be late", exc_info=True)


def _compile_templates() -> None:
    """Compile the templates of our own pages. Django caches them."""
    root = Path(settings.BASE_DIR)
    for folder in [root / "templates", *root.glob("*/templates")]:
        for path in sorted(folder.rglob("*.html")):
            try:
                get_template(path.relative_to(folder).as_posix())
            except (TemplateDoesNotExist, TemplateSyntaxError):
                logger.warning("the template %s cannot be used", path, exc_info=True)


def _request_newest_game() -> None:
    """Request the newest public game as a visitor would, as a page and through the API, so that its code is loaded."""
    game = Game.objects.visible_to(AnonymousUser()).order_by("-pk").first()
    if game is not None:
        _request_page(game.get_absolute_url())
        _request_page(f"/api/v1/games/{game.pk}/")


@cache
def _wsgi_application() -> WSGIHandler:
    return WSGIHandler()


def _request_page(path: str) -> None:
    """Request this page as a visitor would, through all middleware. A status other than 200 is logged."""
    headers = {"Host": "127.0.0.1", "Accept-Encoding": "gzip", **self_request_headers()}
    environ = {"HTTP_" + name.upper().replace("-", "_"): value for name, value in headers.items()}
    environ |= {"PATH_INFO": path, "REMOTE_ADDR": "127.0.0.1"}
    setup_testing_defaults(environ)
    answer = _wsgi_application()(environ, lambda *_: bytearray().extend)
    b"".join(answer)
    answer.close()
    if answer.status_code != 200:
        logger.warning("a page was answered with %s before the first request", answer.status_code)
