"""How the web processes run: threads for waiting, graceful stops, no request without an end."""

import os
import sys
from typing import Any

from goserver import configuration

try:
    settings = configuration.read(os.environ)
except configuration.Unfit as unfit:
    sys.exit(f"Igo does not start. {unfit}")
workers = settings["WEB_WORKERS"]
threads = 4
# What waits at a process, and at its door: more than it can answer while anybody waits is not let in, and the proxy
# asks another process or says so. What has waited for too long is dropped (goserver/patience.py).
worker_connections = 32
backlog = 64
worker_class = "gthread"
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
