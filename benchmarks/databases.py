"""The services of the servers: a durable PostgreSQL that counts its queries, and Redis."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import psutil
import psycopg
from redis import Redis

from tests.support import servers

LIKE_A_SERVER = (
    "shared_buffers=512MB",
    "max_wal_size=4GB",
    "checkpoint_timeout=30min",
    "shared_preload_libraries=pg_stat_statements",
    "pg_stat_statements.max=10000",
)
"""Settings of PostgreSQL for a server; commits wait for the disk, as is the default."""


@dataclass(frozen=True, slots=True)
class Databases:
    """The URLs and the process ids of PostgreSQL and Redis."""

    product: str
    reference: str
    redis: str
    pids: tuple[int, int]

    def statements(self) -> dict[str, int]:
        """Return how many SQL statements each database has run, including BEGIN and COMMIT, by the database's name."""
        with psycopg.connect(self.product, autocommit=True) as connection:
            rows = connection.execute(
                "SELECT d.datname, coalesce(sum(s.calls), 0)::bigint FROM pg_stat_statements s"
                " JOIN pg_database d ON d.oid = s.dbid GROUP BY 1"
            )
            return {str(name): int(count) for name, count in rows}


@contextmanager
def running_databases() -> Iterator[Databases]:
    """Run both services within the block, and yield their URLs."""
    with ExitStack() as stack:
        product = stack.enter_context(servers.postgres(durable=LIKE_A_SERVER))
        redis = stack.enter_context(servers.redis())
        with psycopg.connect(product, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION pg_stat_statements")
            connection.execute("CREATE DATABASE reference")
            row = connection.execute("SELECT pg_backend_pid()").fetchone()
            assert row is not None
            of_redis = int(Redis.from_url(redis).info("server")["process_id"])
            pids = (psutil.Process(int(row[0])).ppid(), of_redis)
        yield Databases(product, product.removesuffix("/igo") + "/reference", redis, pids)
