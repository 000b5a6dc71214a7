"""Health checks: is the process alive, can it serve?"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from foundation import timesource
from goserver.operations.watchdog import watch_database_calls


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Return 200 without checking anything."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Return 200 if the database responds and has every migration, otherwise 503."""
    try:
        with watch_database_calls():
            return _readiness_response()
    except DatabaseError:
        return JsonResponse({"database": "does not answer"}, status=503)


def _readiness_response() -> HttpResponse:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return JsonResponse({"database": "migrations are missing"}, status=503)
    return JsonResponse({"database": "ok", "clock": timesource.source.clock_problem or "ok"})


Probe = Callable[[HttpRequest], HttpResponse]
PROBES: dict[str, Probe] = {"/healthz": healthz, "/readyz": readyz}


def probe_views() -> dict[str, Probe]:
    """Return the views of monitoring programs by path: the health checks, and /metrics if it is enabled. They respond
    for any host name."""
    if not settings.IGO_METRICS:
        return PROBES
    from goserver.metrics.exposition import metrics_view

    return {**PROBES, "/metrics": metrics_view}
