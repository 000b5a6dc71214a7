"""What several files about running a server begin with."""

from __future__ import annotations

import pytest

from tests.support.databases import fill
from tests.support.house import House
from tests.support.servers import postgres, redis


@pytest.fixture(scope="package")
def house(tmp_path_factory):
    """With servers of its own, for some tests halt them; it takes long to start, so all files in `xdist_group("house")`
    have the same one."""
    with postgres() as database, redis() as broker:
        fill(database)
        running = House(tmp_path_factory.mktemp("house"), DATABASE_URL=database, REDIS_URL=broker)
        yield running
        running.stop()
