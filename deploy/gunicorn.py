"""Settings of the web processes: threads for waiting, graceful stops, a time limit for every request."""

import os
import shutil
import sys
import tempfile
from typing import Any

from goserver.conf import configuration, setting_kinds

try:
    settings = configuration.read_settings(os.environ)
except setting_kinds.InvalidSetting as unfit:
    sys.exit(f"Igo does not start. {unfit}")
if settings["IGO_METRICS_TOKEN"] or settings["IGO_METRICS_NETWORKS"]:
    # set before prometheus_client is imported: workers write metrics to files here, so each can report the total
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="igo-metrics-")
workers = settings["WEB_WORKERS"]
threads = 4
worker_class = "gthread"
# Each process holds this many requests, and 64 more wait to be accepted: two processes answer as many within a second.
# The proxy gives up on any other and answers 503 with Retry-After (proxy_connect_timeout in nginx.conf).
worker_connections = 52
backlog = 64
preload_app = True  # what goserver/startup/warming.py loads is shared by all processes
timeout = 20  # a process that hangs is replaced after this many seconds
graceful_timeout = 20
keepalive = 5
max_requests = 20_000
max_requests_jitter = 2_000
control_socket_disable = True  # no one gives commands by it, and a container's disk is read-only
limit_request_line = 4094
limit_request_field_size = 8190


def on_starting(server: Any) -> None:
    """Log which features do not work with the current settings. Called once by the main process, not by each worker."""
    for remark in configuration.disabled_feature_warnings(settings):
        server.log.warning(remark)


def post_worker_init(worker: Any) -> None:
    """Prepare the threads of a worker that answer requests, and start its background threads. Threads do not survive a
    fork, so each worker needs its own."""
    from goserver.startup import housekeeping, warming

    warming.warm_threads(worker.tpool, threads)
    housekeeping.start_background_threads(records_heartbeats=True)


def child_exit(server: Any, worker: Any) -> None:
    """Add the counters of a worker that has ended to the totals of all workers, and remove its gauges."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Any) -> None:
    """Delete the files of the metrics when the server's main process ends."""
    shutil.rmtree(os.environ.get("PROMETHEUS_MULTIPROC_DIR", ""), ignore_errors=True)
