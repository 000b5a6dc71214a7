"""Check the table against a running server: `python -m tests.access.walk [beginning of a route ...]`.

The server is `manage.py serve` in its own folder, with the same visitors. After a request that changed something, the
database is restored. The whole table takes some minutes.
"""

from __future__ import annotations

import http.client
import itertools
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from tests.support.databases import put_migrated
from tests.support.servers import SECONDS_TO_START

if TYPE_CHECKING:
    from tests.access.table import Asked
    from tests.access.visitors import Place

ROOT = Path(__file__).resolve().parents[2]
MANY = "1000000/minute"
MARK = "a" * 32


def prepare(folder: str) -> dict[str, str]:
    """Set the server's environment for this process before Django is loaded, and create its database."""
    os.environ.update(
        DJANGO_SETTINGS_MODULE="goserver.settings", IGO_BOOTSTRAPPED="1", IGO_DATA_DIR=folder, IGO_PROXIES="1",
        IGO_SWEEPER="0", IGO_API_READS=MANY, IGO_API_WRITES=MANY, IGO_API_ANONYMOUS=MANY, IGO_OFFERS=MANY,
        IGO_REPORTS=MANY, IGO_MESSAGES=MANY, IGO_TRANSLATIONS=MANY,
    )  # fmt: skip
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    put_migrated(Path(os.environ["IGO_DATA_DIR"]))
    return dict(os.environ)


@contextmanager
def serving(environment: dict[str, str]) -> Iterator[int]:
    """Run a server; yield its port."""
    from tests.support.servers import free_port, wait_until_open

    port, command = free_port(), [sys.executable, "manage.py", "serve", "--port"]
    with Path(environment["IGO_DATA_DIR"], "log").open("wb") as log:
        process = subprocess.Popen([*command, str(port)], cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        assert wait_until_open(port)
        yield port
    finally:
        process.terminate()
        process.wait(SECONDS_TO_START)


class RequestSource:
    """Sends requests as a visitor, each from another network."""

    def __init__(self, place: Place, port: int) -> None:
        self._place, self._port, self._count = place, port, itertools.count(1)

    def word(self, visitor: str, method: str, asked: Asked) -> str:
        """Return the word in the table for the answer."""
        from tests.access import table

        body, kind = self._body(method, asked)
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        connection.request(method, quote(asked.path), body, {**self._headers(visitor), "Content-Type": kind})
        answer = connection.getresponse()
        if not table.STREAM.search(asked.path) or answer.status != 200:
            answer.read()
        connection.close()
        ways = ((start, word) for start, word in table.WAYS.items() if answer.status == 302)
        to = answer.getheader("Location") or ""
        return next((word for start, word in ways if to.startswith(start)), str(answer.status))

    def _body(self, method: str, asked: Asked) -> tuple[str, str]:
        if method == "GET":
            return "", "text/plain"
        if asked.path.startswith("/api/v1/") or method != "POST":
            return json.dumps(asked.body), "application/json"
        return urlencode(asked.body, doseq=True), "application/x-www-form-urlencoded"

    def _headers(self, visitor: str) -> dict[str, str]:
        number = next(self._count)
        cookies = [f"csrftoken={MARK}"]
        if visitor in self._place.cookies:
            cookies.append(f"sessionid={self._place.cookies[visitor]}")
        return {
            "Host": "testserver", "Origin": "http://testserver", "Accept-Language": "en", "X-CSRFToken": MARK,
            "Idempotency-Key": "12345678", "Cookie": "; ".join(cookies),
            "X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}",
            **self._place.headers.get(visitor, {}),
        }  # fmt: skip


def differences(beginnings: tuple[str, ...]) -> Iterator[str]:
    """Yield each cell in which a running server differs from the table, for routes that begin like this; then their
    number."""
    with tempfile.TemporaryDirectory() as folder:
        environment = prepare(folder)
        place = _place()
        put_back = _copy(Path(folder, "igo.sqlite3"))
        with serving(environment) as port:
            yield from _walk(place, RequestSource(place, port), beginnings, put_back)


def _place() -> Place:
    import django
    import pytest  # the settings see by it that this is a test

    assert pytest
    django.setup()
    from django.test.utils import override_settings, setup_test_environment

    setup_test_environment()
    from tests.access.conftest import HASHERS
    from tests.access.visitors import Place

    override_settings(PASSWORD_HASHERS=HASHERS).enable()
    return Place()


def _copy(path: Path) -> Callable[[], None]:
    """Copy the database; return a function that restores it."""
    kept = sqlite3.connect(":memory:")
    now = sqlite3.connect(path)
    now.backup(kept)
    now.close()

    def put_back() -> None:
        now = sqlite3.connect(path, timeout=20)
        kept.backup(now)
        now.close()

    return put_back


def _walk(
    place: Place, asker: RequestSource, beginnings: tuple[str, ...], put_back: Callable[[], None]
) -> Iterator[str]:
    from tests.access import table

    stored = table.stored_cells()
    routes = [route for route in table.routes() if not beginnings or route.startswith(beginnings)]
    cells = 0
    for asked, method in (
        (one, way) for route in routes for one in table.all_asked(place, route) for way in one.methods
    ):
        for visitor, cell in zip(table.VISITORS, stored[asked.label, method], strict=True):
            word = asker.word(visitor, method, asked)
            cells += 1
            if method != "GET" and not word.startswith(("4", "5")):
                put_back()
            if word != cell:
                yield f"{asked.label} {method} {visitor}: the table says {cell}, the server {word}"
    yield f"{cells} cells"


def main() -> int:
    """Print the differences; return 1 if there are any."""
    result = list(differences(tuple(sys.argv[1:])))
    print("\n".join(result))
    return 1 if len(result) > 1 else 0


if __name__ == "__main__":
    sys.exit(main())
