"""The whole deployment as processes: proxy, two web processes, sockets, worker, alongside PostgreSQL and Redis.

The processes are the same as in docker-compose.yml, with the same commands and files. Only their addresses differ.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import yaml

from tests.support.databases import put_static
from tests.support.names import NameServer
from tests.support.programs import need
from tests.support.servers import free_port, wait_until_open

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "correct horse"
WEB, SOCKETS = ("127.0.0.2", "127.0.0.3"), "127.0.0.4"


def shipped(service: str) -> dict[str, Any]:
    """Return a service's definition in docker-compose.yml."""
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    result: dict[str, Any] = compose["services"][service]
    return result


def command_of(service: str, *without: str) -> list[str]:
    """Return the arguments of a service's command in docker-compose.yml, except those for its address."""
    _, *arguments = shipped(service)["command"]
    return [part for part in arguments if not part.startswith(without)] if without else arguments


class Deployment:
    """All processes, with a migrated database; `stop` ends them. `web` and `sockets` are their hosts' addresses."""

    def __init__(
        self, folder: Path, *, web: Sequence[str] = WEB, sockets: Sequence[str] = (SOCKETS,), workers: int = 1,
        **environment: str,
    ) -> None:  # fmt: skip
        self.folder, self._losses, self.web = folder, 0, web
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.environment = {
            **os.environ, "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(folder), "IGO_PROXIES": "1",
            "IGO_PERSISTENT_CONNECTIONS": "1", "PYTHONPATH": str(ROOT), **environment,
        }  # fmt: skip
        self.environment.pop("DJANGO_SETTINGS_MODULE", None)
        self.port, self.web_port, self.socket_port = free_port(), free_port(), free_port()
        self.names = NameServer({"web": list(web), "sockets": list(sockets)})
        put_static(folder)
        with suppress(subprocess.CalledProcessError):
            self.manage("demo", "--password", PASSWORD)
        for number in range(len(web)):
            self.start_web(number)
        for number, host in enumerate(sockets):
            self._start_sockets("sockets" if number == 0 else f"sockets{number}", host)
        for number in range(workers):
            worker = command_of("worker", "--schedule")
            name = "worker" if number == 0 else f"worker{number}"
            self.start(name, "-m", "celery", *worker, f"--schedule={folder}/{name}-beat", "--loglevel", "ERROR")
        self.start_proxy()
        for host in web:
            assert wait_until_open(self.web_port, host=host), host
        for host in sockets:
            assert wait_until_open(self.socket_port, host=host), host
        assert wait_until_open(self.port)

    def manage(self, *arguments: str) -> None:
        """Run a manage.py command; raises CalledProcessError."""
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        subprocess.run(command, cwd=ROOT, env=self.environment, check=True, capture_output=True)

    def start_web(self, number: int) -> None:
        """Start or restart this web process."""
        bind = f"{self.web[number]}:{self.web_port}"
        shipped_arguments = command_of("web")
        shipped_arguments[shipped_arguments.index("--bind") + 1] = bind
        self.start(f"web{number}", "-m", "gunicorn", *shipped_arguments, WEB_WORKERS="1")

    def wait_for_web(self, number: int) -> bool:
        """Return whether the process starts to listen in time."""
        return wait_until_open(self.web_port, host=self.web[number])

    def _start_sockets(self, name: str, host: str) -> None:
        arguments = command_of("sockets", "--host", "--port")
        self.start(name, "-m", "uvicorn", *arguments, "--host", host, "--port", str(self.socket_port))

    def start(self, name: str, *arguments: str, **environment: str) -> None:
        """Start a program in its own session, with its output in the folder."""
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [sys.executable, *arguments], cwd=ROOT, env={**self.environment, **environment},
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def start_proxy(self) -> None:
        """Start nginx as its image does: the deployed template, byte for byte, filled in with envsubst."""
        variables = {
            **shipped("proxy")["environment"],
            "LISTEN": f"127.0.0.1:{self.port}",
            "WEB": f"web:{self.web_port}",
            "SOCKETS": f"sockets:{self.socket_port}",
            "NGINX_LOCAL_RESOLVERS": f"127.0.0.1:{self.names.port}",
            "TRUSTED_PROXY": "192.0.2.1",
            "REQUEST_RATE": "2000r/s",
            "REQUESTS_AT_ONCE": "2000",
        }
        (self.folder / "conf.d").mkdir(exist_ok=True)
        (self.folder / "conf.d" / "default.conf").write_text(filled_in(variables))
        config = self.folder / "nginx.conf"
        config.write_text(
            f"daemon off; pid {self.folder}/nginx.pid; error_log {self.folder}/nginx.log; user root;\n"
            "events { worker_connections 1024; }\n"
            "http { access_log off; client_body_temp_path /tmp; proxy_temp_path /tmp;\n"
            f"include {self.folder}/conf.d/*.conf; }}\n"
        )
        log = str(self.folder / "nginx.log")
        self.processes["proxy"] = subprocess.Popen([need("nginx"), "-c", str(config), "-e", log])

    def has_lost_redis(self) -> bool:
        """Return whether a web process has logged this since the last call."""
        logs = [self.folder / f"web{number}.log" for number in range(len(self.web))]
        text = sum(log.read_text().count("the limiter counts in this process only") for log in logs)
        more, self._losses = text > self._losses, text
        return more

    def stop(self) -> None:
        """Stop all processes."""
        self.names.stop()
        for process in self.processes.values():
            with suppress(ProcessLookupError):
                if process.args[0] == sys.executable:  # type: ignore[index]
                    os.killpg(process.pid, signal.SIGKILL)
                else:
                    process.terminate()
            process.wait(20)


def filled_in(variables: dict[str, str]) -> str:
    """Return deploy/nginx.conf as the entry point of nginx's image fills it in: its filter selects the variables."""
    wanted = re.compile(variables["NGINX_ENVSUBST_FILTER"].replace("$$", "$"))
    names = " ".join(f"${{{name}}}" for name in variables if wanted.search(name))
    template = (ROOT / "deploy" / "nginx.conf").read_bytes()
    environment = {**os.environ, **variables}
    done = subprocess.run([need("envsubst"), names], input=template, env=environment, capture_output=True, check=True)
    return done.stdout.decode()
