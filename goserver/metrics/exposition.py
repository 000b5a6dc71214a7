"""The metrics endpoint, which returns 404 without permission."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from hmac import compare_digest
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest, multiprocess

from foundation import clients
from goserver.metrics.stored import StoredMetricsCollector

_collector = StoredMetricsCollector()


def metrics_view(request: HttpRequest) -> HttpResponse:
    """Return all metrics of this process, or of all gunicorn workers of this server if there are several. Raises
    Http404 without permission."""
    if request.method not in ("GET", "HEAD") or not _may_read_metrics(request):
        return HttpResponse("Not Found\n", status=404, content_type="text/plain; charset=utf-8")
    answer = HttpResponse(metrics_text(), content_type=CONTENT_TYPE_LATEST)
    answer["Cache-Control"] = "no-store"
    return answer


def metrics_text() -> bytes:
    """Return the metrics in Prometheus' text format."""
    registry = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(REGISTRY)
    registry.register(_collector)
    return generate_latest(registry)


def _may_read_metrics(request: HttpRequest) -> bool:
    """Return whether the request may read the metrics. If networks are configured, the client must be in one of them,
    and if a token is configured, the request must have it. At least one of the two is always configured."""
    networks, token = settings.IGO_METRICS_NETWORKS, settings.IGO_METRICS_TOKEN
    if networks and not clients.is_in_networks(clients.client_address(request), networks):
        return False
    given = request.headers.get("Authorization", "").encode("utf-8", "surrogatepass")
    return not token or compare_digest(given, f"Bearer {token}".encode())


class _SilentRequestHandler(WSGIRequestHandler):
    """Handles requests for metrics without logging them."""

    def log_message(self, format: str, *args: Any) -> None:
        """Do nothing, so that requests for metrics are not logged."""


def _metrics_application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    close_old_connections()
    try:
        request = WSGIRequest(environ)
        answer = metrics_view(request) if request.path == "/metrics" else HttpResponse(status=404)
    finally:
        close_old_connections()
    start(f"{answer.status_code} {answer.reason_phrase}", list(answer.items()))
    return [answer.content]


def serve_metrics(port: int) -> None:
    """Serve /metrics on this port of all addresses, in a daemon thread. The worker needs this because it serves no
    pages."""
    server = make_server("0.0.0.0", port, _metrics_application, handler_class=_SilentRequestHandler)  # noqa: S104 - Prometheus is elsewhere
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()
