"""What goes on beside the requests of a process, step by step, in a thread that ends with it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from django.db import close_old_connections

logger = logging.getLogger(__name__)


def start(name: str, step: Callable[[], bool], seconds_between: float) -> threading.Thread:
    """Do `step` again and again while it says that there was something to do, then rest; a failure is logged."""
    thread = threading.Thread(target=_run_forever, args=(name, step, seconds_between), name=name, daemon=True)
    thread.start()
    return thread


def _run_forever(name: str, step: Callable[[], bool], seconds_between: float) -> None:
    while True:
        try:
            while step():
                pass
        except Exception:
            logger.exception("%s failed", name)
        finally:
            close_old_connections()
        time.sleep(seconds_between)
