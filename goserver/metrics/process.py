"""Counters of this process, in memory or (with several gunicorn processes) in shared files.

Counting never queries the database. A move increments two counters after its commit.
"""

from __future__ import annotations

from typing import Any

from celery.signals import worker_ready
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from prometheus_client import Counter, Histogram

from games import events
from games.models import Action
from games.signals import game_event
from goserver.metrics import exposition
from rules.actions import TimeOut

MOVES = Counter("igo_moves", "Actions recorded in games, by kind: play, pass, resign, ...", ["kind"])
SWEPT = Counter("igo_deadlines_swept", "Games in which a player ran out of time and the server acted.")
LAG = Histogram(
    "igo_deadline_lag_seconds",
    "How long after a deadline the server acted on it; ten seconds are meant (docs/time.md).",
    buckets=(10, 12, 15, 20, 30, 45, 60, 120, 300, 900, 3600),
)


def start_counting_game_actions() -> None:
    """Start to count actions in games in this process's metrics. Called once, at the process's start. A worker, which
    serves no pages, also serves its metrics at IGO_METRICS_PORT."""
    game_event.connect(_count_action_on_commit)
    if settings.IGO_METRICS_PORT:
        worker_ready.connect(_serve_worker_metrics, weak=False)


def _serve_worker_metrics(**_: object) -> None:
    exposition.serve_metrics(settings.IGO_METRICS_PORT)


def _count_action_on_commit(kind: str, **about: Any) -> None:
    """Count an action in a game once its transaction is committed. Receiver of a signal of `games`, whose other kinds
    of events are not counted."""
    if kind == events.GameEvent.GAME_ACTION:
        row: Action = about["action"]
        transaction.on_commit(lambda: _add_to_counters(row))


def _add_to_counters(row: Action) -> None:
    MOVES.labels(row.kind).inc()
    if row.kind == TimeOut.kind:
        SWEPT.inc()
        LAG.observe(max(0.0, (timezone.now() - row.received_at).total_seconds()))
