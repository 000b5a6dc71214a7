"""A plugin of pytest, loaded before Django's settings: each process of a run has its own PostgreSQL and Redis.

Names of channels are one for all databases of a Redis, and some tests halt the servers that they are given.
"""

from __future__ import annotations

import os

SERVERS = "IGO_TEST_SERVERS"
"""The variable that holds, for each process of a run, an address of PostgreSQL and one of Redis, between blanks."""


def choose(worker: str, servers: list[str]) -> dict[str, str]:
    """What is to stand in the environment of this process: "gw1" is the second; one that is no worker is the first."""
    number = int(worker.removeprefix("gw") or 0)
    database, redis = servers[2 * number : 2 * number + 2]
    return {"DATABASE_URL": database, "REDIS_URL": redis}


if os.environ.get(SERVERS):
    os.environ.update(choose(os.environ.get("PYTEST_XDIST_WORKER", ""), os.environ[SERVERS].split()))
