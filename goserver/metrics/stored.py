"""Metrics that all processes share, read from the database when metrics are requested, at most every ten seconds per
process."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count, Min, QuerySet
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily

from accounts.core.outbox import KEPT_FOR
from accounts.models import QueuedEmail, SecurityEvent, SecurityKind
from foundation import dispatch, timesource
from games.models import Game, Heartbeat
from games.services.timeouts import MARGIN
from goserver.operations import machine
from goserver.operations.own_command import igo_version
from live.consumers import count_open_sockets
from moderation.models import Case
from programs.models import Device, Webhook
from programs.services.cursors import due_rows
from rules import Phase

MOST = 100_000
"""The number up to which rows are counted, in the order of an index."""
SECONDS_KEPT = 10.0
HOUR = timedelta(hours=1)


class StoredMetricsCollector:
    """Yields the current metrics for Prometheus. Those that come from the database are cached for SECONDS_KEPT. If the
    database is down, they are left out, and `igo_database_up` is 0."""

    def __init__(self) -> None:
        self._kept: list[Metric] = []
        self._until = 0.0

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics for Prometheus' client library."""
        yield from process_metrics()
        if time.monotonic() >= self._until:
            self._kept, self._until = list(_database_metrics()), time.monotonic() + SECONDS_KEPT
        yield from self._kept


def process_metrics() -> Iterator[Metric]:
    """Yield the metrics that need no database."""
    yield _labelled_gauge("igo_build_info", "Which version runs.", {"version": igo_version()})
    yield _make_gauge("igo_sockets_open", "Sockets that are open in this process.", count_open_sockets())
    source = timesource.source
    yield _make_gauge(
        "igo_clock_difference_seconds",
        "Database's clock minus this machine's, as last compared.",
        source.seconds_behind_database,
    )
    yield _make_gauge(
        "igo_clock_alarm", "1 while this clock is not trusted, and no one loses on time.", bool(source.clock_problem)
    )
    free, whole = machine.free_and_total_disk()
    yield _make_gauge("igo_disk_free_ratio", "Free part of the disk with the data folder.", free / whole)


def _database_metrics() -> Iterator[Metric]:
    found: list[Metric] = []
    try:
        now = timesource.now()
        for part in (
            _game_metrics(now),
            _email_metrics(now),
            _webhook_metrics(now),
            _push_device_metrics(now),
            _security_metrics(now),
        ):
            found += part
    except DatabaseError:
        found = []
    yield _make_gauge("igo_database_up", "1 when the database answered.", bool(found))
    yield from found
    if settings.REDIS_URL:
        waiting = dispatch.count_queued_tasks()
        yield _make_gauge("igo_redis_up", "1 when Redis answered.", waiting is not None)
        if waiting is not None:
            yield _make_gauge("igo_task_queue", "Tasks that wait for a worker.", waiting)


def _game_metrics(now: datetime) -> Iterator[Metric]:
    running = GaugeMetricFamily("igo_games_running", f"Games in progress, counted up to {MOST}.", labels=["phase"])
    for phase in (Phase.PLAY, Phase.STONE_REMOVAL):
        running.add_metric(
            [phase.value], _count_rows(Game.objects.filter(phase=phase.value).order_by("-last_action_at"))
        )
    yield running
    late = Game.objects.overdue(now - MARGIN)
    yield _make_gauge(
        "igo_deadlines_overdue", "Games whose time has run out, before the sweeper has ended them.", _count_rows(late)
    )
    oldest = late.values_list("deadline", flat=True).first()
    yield _make_gauge(
        "igo_deadline_oldest_seconds", "How long the longest of them waits.", _age_in_seconds(oldest, now)
    )
    beat = Heartbeat.objects.values_list("at", flat=True).first()
    yield _make_gauge(
        "igo_heartbeat_age_seconds",
        "Seconds since the last heartbeat of a process that accepts moves.",
        _age_in_seconds(beat, now),
    )


def _email_metrics(now: datetime) -> Iterator[Metric]:
    waiting = QueuedEmail.objects.waiting().aggregate(count=Count("pk"), oldest=Min("made_at"))
    yield _make_gauge("igo_emails_waiting", "E-mails that were not sent yet.", waiting["count"])
    yield _make_gauge(
        "igo_email_oldest_seconds", "How long the oldest of them waits.", _age_in_seconds(waiting["oldest"], now)
    )
    yield _make_gauge(
        "igo_emails_given_up", "E-mails of the last seven days that could not be sent.",
        _count_rows(QueuedEmail.objects.given_up(now - KEPT_FOR)),
    )  # fmt: skip


def _webhook_metrics(now: datetime) -> Iterator[Metric]:
    due = due_rows(Webhook.objects.enabled(), now)
    yield _make_gauge("igo_webhooks_waiting", "Webhooks with events that are due to be sent.", _count_rows(due))
    failing = Webhook.objects.enabled().filter(failing_since__isnull=False)
    yield _make_gauge("igo_webhooks_failing", "Webhooks whose address refuses.", _count_rows(failing))


def _push_device_metrics(now: datetime) -> Iterator[Metric]:
    due = due_rows(Device.objects.all(), now)
    yield _make_gauge("igo_devices_waiting", "Devices with events that are due to be looked at.", _count_rows(due))
    failing = Device.objects.filter(failing_since__isnull=False)
    yield _make_gauge("igo_devices_failing", "Devices whose push service refuses.", _count_rows(failing))


def _security_metrics(now: datetime) -> Iterator[Metric]:
    lately = SecurityEvent.objects.filter(at__gte=now - HOUR)
    for kind, name, what in (
        (SecurityKind.SIGN_IN_FAILED, "igo_sign_ins_failed_last_hour", "Failed sign-ins"),
        (SecurityKind.SIGNED_UP, "igo_accounts_made_last_hour", "New accounts"),
    ):
        yield _make_gauge(name, f"{what} of the last hour.", _count_rows(lately.filter(kind=kind)))
    cases = Case.objects.filter(state="open").order_by("opened_at")
    yield _make_gauge("igo_cases_open", "Reports that moderators have not decided.", _count_rows(cases))


def _count_rows(rows: QuerySet[Any]) -> int:
    return int(rows.values("pk")[:MOST].count())


def _age_in_seconds(at: datetime | None, now: datetime) -> float:
    return 0.0 if at is None else max(0.0, (now - at).total_seconds())


def _make_gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=float(value))


def _labelled_gauge(name: str, what: str, labels: dict[str, str]) -> Metric:
    family = GaugeMetricFamily(name, what, labels=list(labels))
    family.add_metric(list(labels.values()), 1)
    return family
