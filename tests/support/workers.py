"""A pytest plugin, loaded before Django's settings: each process of a run has its own PostgreSQL and Redis.

Channel names are shared by all databases of a Redis, and some tests stop the servers that they are given.
"""

from __future__ import annotations

import os

import pytest

try:
    import pytest_django  # noqa: F401
    from _pytest.nodeid import NodeId
except ImportError:
    how = "Run `python3 manage.py test` once, then `.venv/bin/pytest`, or `uv run pytest`."
    raise pytest.UsageError(f"This pytest is not the one that Igo's tests need. {how}") from None

from tests.support import bytecode

SERVERS = "IGO_TEST_SERVERS"
"""The variable with an address of PostgreSQL and one of Redis for each process of a run, separated by spaces."""


def choose(worker: str, servers: list[str]) -> dict[str, str]:
    """Return the environment variables for this process: "gw1" is the second; a process that runs no worker is the
    first."""
    number = int(worker.removeprefix("gw") or 0)
    database, redis = servers[2 * number : 2 * number + 2]
    return {"DATABASE_URL": database, "REDIS_URL": redis}


bytecode.keep()
if os.environ.get(SERVERS):
    os.environ.update(choose(os.environ.get("PYTEST_XDIST_WORKER", ""), os.environ[SERVERS].split()))

COSTLY = ("deployment", "fuzzed", "moved clock", "benchmarks", "bots", "worker", "migrations")
"""Groups of tests, the slowest first."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort slow tests first, so that the processes of a run end together.

    Tests in one `xdist_group` stay together: xdist 3.8 appends the group to a test's name, and pytest 9.2 reads the
    name from another place.
    """
    for item in items:
        named = item.__dict__.get("_nodeid", "")
        if named.rpartition("@")[0] == item.nodeid:
            item._id = NodeId.parse(named)
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    """Return the position of a test: groups known to be slow, other groups, slow single tests, the rest."""
    group = item.get_closest_marker("xdist_group")
    if group is not None:
        name = group.args[0] if group.args else group.kwargs["name"]
        return COSTLY.index(name) if name in COSTLY else len(COSTLY)
    return len(COSTLY) + (1 if item.get_closest_marker("once") else 2)
