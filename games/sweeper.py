"""Background threads of every serving process and of the worker. They use monotonic time, so that a jump of the wall
clock cannot stop them.

The heartbeat thread, only in serving processes, records every few seconds that moves can be received. The sweeper ends
games on time, starts vacations, sends reminders and deletes expired rows.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable

from django.conf import settings
from django.db import close_old_connections

from accounts.core import audit
from accounts.core.outbox import delete_given_up
from accounts.core.renaming import delete_expired_names
from accounts.security.tokens import delete_expired_tokens
from foundation import background, timesource
from foundation.hook import collect_answers
from games.services import clock_check, outages, reminders, vacations
from games.services.clock_check import CheckedTime, UncheckedTime
from games.services.timeouts import end_overdue_games
from games.signals import tidying
from ratings import services as ratings

logger = logging.getLogger(__name__)

SECONDS_BETWEEN = 20.0
SECONDS_FOR_THE_FIRST = 2.0
"""How many seconds a start waits until the outage that it ends is credited. The rest is credited while requests are
processed, which calculate the deadlines of their own games."""
SWEEPS_BETWEEN_TIDYING = 180
MOST_AT_ONCE = 1000


def sweep_once() -> int:
    """Do all due work of the sweeper once. Return how many games were ended or given extra days.

    Outages are taken into account first, then vacations start, so that no one loses on time unfairly. Nothing is done
    without a verified time.
    """
    done = _call_with_checked_time("credit outages", lambda now: outages.credit_outages(now=now))
    if (
        done is None
        or _call_with_checked_time("start vacations", lambda now: vacations.start_automatic_vacations(now=now)) is None
    ):
        return 0
    ended = _repeat_until_done(
        "end games on time", lambda now: end_overdue_games(now=now, most=MOST_AT_ONCE), MOST_AT_ONCE
    )
    _repeat_until_done("calculate ratings again", lambda now: ratings.recalculate_next_games(), 1)
    _call_with_checked_time("remind", lambda now: reminders.create_reminders(now=now))
    return ended


def _repeat_until_done(what: str, do: Callable[[CheckedTime], int], batch_size: int) -> int:
    """Call `do` until it processes fewer than `batch_size` items, the size of a full batch. Return the total number of
    processed items. `what` names the work in log messages."""
    done = 0
    while True:
        piece = _call_with_checked_time(what, do) or 0
        done += piece
        if piece < batch_size:
            return done


def _call_with_checked_time(what: str, do: Callable[[CheckedTime], int]) -> int | None:
    """Call `do` with the verified current time and return its result. On failure, log the error and return None."""
    close_old_connections()
    try:
        return do(clock_check.checked_now())
    except UncheckedTime as error:
        logger.warning("the sweeper does not %s: %s", what, error)
        return None
    except Exception:
        logger.exception("the sweeper could not %s", what)
        return None
    finally:
        close_old_connections()


def store_heartbeat_once(*, starting: bool = False) -> None:
    """Store a heartbeat, and move the deadlines because of the outage that it ends, if any. Logs failures."""
    close_old_connections()
    try:
        if _store_heartbeat(starting):
            outages.credit_outages(now=clock_check.checked_now())
    except Exception:
        logger.exception("the sweeper could not write a heartbeat")
    finally:
        close_old_connections()


def _store_heartbeat(starting: bool) -> bool:
    """Check whether this process's clock can be trusted, log an alarm if not, and store a heartbeat. Return whether the
    heartbeat ended an outage."""
    clock_check.is_clock_trusted()
    alarm = timesource.source.clock_problem
    if alarm:
        logger.critical("clock alarm: %s; no one loses on time while it lasts", alarm)
    return outages.store_heartbeat(now=timesource.now(), starting=starting, alarm=alarm) is not None


def _delete_expired_rows(now: CheckedTime) -> int:
    """Delete rows whose retention time is over; return how many were deleted."""
    accounts = (
        delete_expired_tokens(now) + delete_expired_names(now) + delete_given_up(now) + audit.delete_old_events(now)
    )
    return accounts + int(sum(collect_answers(tidying, now=now)))


def sweep_forever() -> None:
    """Sweep about every twenty seconds, in this thread."""
    time.sleep(background.delay_before_first_step())
    sweeps = 0
    while True:
        sweep_once()
        sweeps += 1
        if sweeps % SWEEPS_BETWEEN_TIDYING == 0:
            _call_with_checked_time("tidy", _delete_expired_rows)
        time.sleep(_random_interval())


def store_heartbeats_forever() -> None:
    """Store a heartbeat every few seconds, in this thread."""
    while True:
        time.sleep(outages.BEAT.total_seconds())
        store_heartbeat_once()


def start_thread(*, stores_heartbeats: bool) -> threading.Thread:
    """Start the sweeper thread of this process and return it. With `stores_heartbeats`, the process receives moves and
    also stores heartbeats."""
    if stores_heartbeats and settings.IGO_WATCH_CLOCK:
        _store_first_heartbeat()
        threading.Thread(target=store_heartbeats_forever, name="heart", daemon=True).start()
    thread = threading.Thread(target=sweep_forever, name="sweeper", daemon=True)
    thread.start()
    return thread


def _store_first_heartbeat() -> None:
    """Store the first heartbeat and take the outage that it ends into account, before the first request is processed.
    With many games, the work continues in the background."""
    first = threading.Thread(target=store_heartbeat_once, kwargs={"starting": True}, daemon=True)
    first.start()
    first.join(SECONDS_FOR_THE_FIRST)


def _random_interval() -> float:
    """Return a random interval in seconds, so that several processes do not sweep at the same time."""
    return SECONDS_BETWEEN * random.uniform(0.75, 1.25)  # noqa: S311
