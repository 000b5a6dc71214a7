"""The programs accept the files in deploy/, and work as configured."""

from __future__ import annotations

import os
import re
import subprocess
import threading
import urllib.error
import urllib.request
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.support.programs import need
from tests.support.servers import free_port, wait_until_open

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


@contextmanager
def part(name: str):
    """A process behind the proxy, which answers with its name."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = f"{name} {self.headers.get('X-Forwarded-Proto')}".encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield str(server.server_port)
        server.shutdown()


def test_caddy_sorts_sockets_from_pages_and_shows_no_metrics_and_logs_no_secrets(tmp_path):
    caddy, port, log = need("caddy"), free_port(), tmp_path / "log"
    environment = {**os.environ, "HOME": str(tmp_path), "CADDY_LOG": str(log), "CADDY_HOST": "http://localhost:1"}
    environment["CADDY_HOST_OF_UNITS"] = f"http://127.0.0.1:{port}"
    with ExitStack() as stack:
        web, sockets = stack.enter_context(part("web")), stack.enter_context(part("sockets"))
        text = (DEPLOY / "Caddyfile").read_text()
        for shipped, here in (("8002", web), ("8003", web), ("8001", sockets)):
            text = text.replace(f"127.0.0.1:{shipped}", f"127.0.0.1:{here}")
        config = tmp_path / "Caddyfile"
        config.write_text(text.replace("{\n\tservers", "{\n\tadmin off\n\tservers", 1))
        command = [caddy, "run", "--adapter", "caddyfile", "--config", str(config)]
        with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as running:
            try:
                assert wait_until_open(port)
                answers = {path: ask(port, path) for path in PATHS}
                stack.close()
                refused = ask(port, "/")
            finally:
                running.terminate()

    assert answers == PATHS
    assert refused == "503, again in 5 s"
    assert "canary" not in log.read_text()
    assert '"/first-admin/-' in log.read_text()


PATHS = {
    "/": "web http", "/api/v1/games/": "web http", "/first-admin/canary/": "web http", "/metrics": "404",
    "/ws/game/1/": "sockets http", "/api/v1/events": "sockets http", "/api/v1/games/7/events": "sockets http",
}  # fmt: skip


def ask(port: int, path: str) -> str:
    asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Cookie": "sessionid=canary"})
    try:
        with urllib.request.urlopen(asked) as answer:
            return str(answer.read().decode())
    except urllib.error.HTTPError as error:
        again = error.headers["Retry-After"]
        return f"{error.code}, again in {again} s" if again else str(error.code)


def test_systemd_takes_the_units_and_no_two_listen_at_one_port(tmp_path):
    units = sorted((DEPLOY / "systemd").iterdir())
    for unit in units:
        text = re.sub(r"/opt/igo/\.venv/bin/\w+|/usr/bin/curl", "/bin/true", unit.read_text())
        (tmp_path / unit.name).write_text(text)
    command = [need("systemd-analyze"), "verify", *(str(tmp_path / unit.name) for unit in units)]

    done = subprocess.run(command, capture_output=True, text=True)

    assert (done.returncode, [line for line in done.stderr.splitlines() if "igo-" in line]) == (0, [])
    assert "--port=8001" in (DEPLOY / "systemd" / "igo-sockets.service").read_text()
    assert "rolling-restart 8002 8003 " in (DEPLOY / "rolling-restart").read_text()
