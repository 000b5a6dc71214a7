"""Shared fixtures for tests of running a server."""

from __future__ import annotations

import pytest

from tests.support.databases import fill
from tests.support.deployment import Deployment
from tests.support.servers import postgres, redis


@pytest.fixture(scope="package")
def deployment(tmp_path_factory):
    """Yield a deployment with its own servers, because some tests halt them. It takes long to start, so all files in
    `xdist_group("deployment")` share one."""
    with postgres() as database, redis() as broker:
        fill(database)
        running = Deployment(tmp_path_factory.mktemp("deployment"), DATABASE_URL=database, REDIS_URL=broker)
        yield running
        running.stop()
