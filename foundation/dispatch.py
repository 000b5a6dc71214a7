"""Slow or remote work, dispatched to a Celery worker. Without a worker, this process does the work.

The work itself is stored in the database, as rows that any process can claim and finish. So a task only says "check
now": it may be lost, duplicated or late. Periodic checks find missed work: those of the worker (beat), and one per
minute in every process with background work.
"""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    import redis

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 60.0
SECONDS_TO_ASK = 1.0
SECONDS_TO_FINISH = 2.0
SECONDS_BETWEEN_ASKS = 0.25
"""The interval between requests to the worker: tasks in between are combined, so a hundred moves a second are four
tasks a second."""
MOST_QUEUED = 20
"""With a queue of this length, the worker counts as down. One task does all the work that is due, so a running worker
never has this many."""


def is_worker_configured() -> bool:
    """Return whether this installation has a worker, that is, whether Redis is configured. Does not check whether it is
    alive."""
    return bool(settings.WORKER_EXPECTED)


def dispatch(task: str, fallback: Callable[[], None]) -> None:
    """Let a worker run the task of this name, which takes no arguments; does not wait. Call it after the commit.

    If no worker can be reached, `fallback` is called, which must be fast. This is the case without Redis, if Redis does
    not respond within SECONDS_TO_ASK, or if MOST_QUEUED tasks are waiting.
    """
    if is_worker_configured():
        _dispatcher.send_soon(task, fallback)
    else:
        fallback()


class BackgroundTask:
    """One kind of background work, whose items are stored in the database. The Celery task of this name does the work.
    Without a worker, a thread of this process does it: `background.start` starts the thread, and the event `wanted`
    wakes it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.wanted = threading.Event()

    def wake(self) -> None:
        """Notify the worker, or the thread, that work is due; does not wait. Call it after the commit."""
        dispatch(self.name, fallback=self.wanted.set)


def warm_up_dispatch(task: str) -> None:
    """Send this task once and wait briefly. The first call in a process creates connections, and would otherwise delay
    a request. Does nothing without a worker."""
    if is_worker_configured():
        _dispatcher.send_soon(task, lambda: None)
        _dispatcher.flush()


class TaskDispatcher:
    """A thread that sends tasks, so that a hanging Redis delays no request. Duplicate tasks are sent once."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[str, Callable[[], None]] = {}
        self._thread: threading.Thread | None = None
        self._is_asking = False

    def send_soon(self, task: str, fallback: Callable[[], None]) -> None:
        """Send the task soon, or call `fallback` if that is not possible."""
        with self._changed:
            self._waiting[task] = fallback
            self._start()
            self._changed.notify_all()

    def flush(self) -> None:
        """Wait briefly for tasks that are still to be sent. The work of tasks that are not sent in time is found by a
        periodic check."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting and not self._is_asking, SECONDS_TO_FINISH)

    def _start(self) -> None:
        """Start the thread if it is not running. The first task starts it, because threads do not survive a fork."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._send_queued_tasks, name="dispatch", daemon=True)
            self._thread.start()

    def _send_queued_tasks(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                task, fallback = self._waiting.popitem()
                self._is_asking = True
            try:
                if not _enqueue(task):
                    fallback()
            except Exception:
                logger.exception("%s was not handed over", task)
            with self._changed:
                self._is_asking = False
                self._changed.notify_all()
            time.sleep(SECONDS_BETWEEN_ASKS)


_warned: dict[str, float] = {}
"""When this process last warned about each failure."""


def _warn_once_a_minute(failure: str, task: str) -> None:
    """Log why this process runs a task itself, at most once a minute for each failure."""
    now = time.monotonic()
    if now - _warned.get(failure, -SECONDS_BETWEEN_LOOKS) >= SECONDS_BETWEEN_LOOKS:
        _warned[failure] = now
        logger.warning("%s: %s is done here", failure, task)


def _enqueue(task: str) -> bool:
    """Put the task into the queue; return False if no worker accepts tasks."""
    from celery import current_app  # only where there is a worker: it takes a tenth of a start

    try:
        if _queue_length(current_app.conf.task_default_queue) >= MOST_QUEUED:
            _warn_once_a_minute("no worker takes tasks", task)
            return False
        current_app.send_task(task, retry=False)
    except Exception as error:
        _warn_once_a_minute(f"the worker could not be asked ({type(error).__name__})", task)
        return False
    return True


def count_queued_tasks() -> int | None:
    """Return how many tasks wait for a worker, or None if Redis does not respond in time. Requires Redis."""
    from celery import current_app
    from redis.exceptions import RedisError

    try:
        return _queue_length(current_app.conf.task_default_queue)
    except (RedisError, OSError):
        return None


def _queue_length(queue: str) -> int:
    """Return how many tasks wait. Raises redis.RedisError."""
    return int(_connect_to_broker(settings.REDIS_URL).llen(queue))  # type: ignore[arg-type]


@lru_cache(maxsize=1)
def _connect_to_broker(url: str) -> redis.Redis:
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    once = Retry(NoBackoff(), 0)
    bounds = {"socket_timeout": SECONDS_TO_ASK, "socket_connect_timeout": SECONDS_TO_ASK}
    return redis.Redis.from_url(url, retry=once, **bounds)


_dispatcher = TaskDispatcher()
atexit.register(_dispatcher.flush)
