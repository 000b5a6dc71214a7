"""How the web processes run: threads for waiting, graceful stops, no request without an end."""

import os

workers = int(os.environ.get("WEB_WORKERS", "2"))
threads = 4
worker_class = "gthread"
timeout = 20
graceful_timeout = 20
keepalive = 5
max_requests = 20_000
max_requests_jitter = 2_000
limit_request_line = 4094
limit_request_field_size = 8190
