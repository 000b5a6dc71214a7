"""How the web processes run: threads for waiting, graceful stops, no request without an end."""

import os
import shutil
import sys
import tempfile
from typing import Any

from goserver import beginning, configuration, setting_kinds

try:
    settings = configuration.read(os.environ)
except setting_kinds.Unfit as unfit:
    sys.exit(f"Igo does not start. {unfit}")
if settings["IGO_METRICS_TOKEN"] or settings["IGO_METRICS_NETWORKS"]:
    # before anything is imported that counts: the workers count into files here, and each can tell the sum
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="igo-metrics-")
workers = settings["WEB_WORKERS"]
threads = 4
# What waits at a process is bounded (goserver/web_worker.py), and what has waited for too long is dropped
# (goserver/patience.py). A connection that nobody asks anything by counts here, too.
worker_connections = 200
backlog = 64
worker_class = "goserver.web_worker.EvenWorker"
preload_app = True  # addresses, templates and catalogs are read once, before the first request, and shared
beginning.forks = True
timeout = 20
graceful_timeout = 20
keepalive = 5
max_requests = 20_000
max_requests_jitter = 2_000
control_socket_disable = True  # nobody gives commands by it, and a container's disk is read-only
limit_request_line = 4094
limit_request_field_size = 8190


def on_starting(server: Any) -> None:
    """Once, and not in every worker: what does not work with these settings."""
    for remark in configuration.remarks(settings):
        server.log.warning(remark)


def post_worker_init(worker: Any) -> None:
    """In every worker: what goes on beside its requests, in threads, which no fork takes along; and what each of its
    threads would make the first who ask wait for."""
    from goserver import refusing, warming, wsgi

    worker.refusal = refusing.refusal
    wsgi.begin()
    warming.warm_threads(worker.tpool, threads)


def child_exit(server: Any, worker: Any) -> None:
    """What the worker counted stays in the sums; what it had open is gone."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Any) -> None:
    """The files of the metrics go with the last process."""
    shutil.rmtree(os.environ.get("PROMETHEUS_MULTIPROC_DIR", ""), ignore_errors=True)
