"""What the servers stand on: a durable PostgreSQL that counts its statements, and Redis."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import psycopg
from redis import Redis

from benchmarks.processes import parent_of
from tests.support import servers

LIKE_A_SERVER = (
    "shared_buffers=512MB",
    "max_wal_size=4GB",
    "checkpoint_timeout=30min",
    "shared_preload_libraries=pg_stat_statements",
    "pg_stat_statements.max=10000",
)
"""Commits wait for the disk, as PostgreSQL does when no one tells it otherwise."""


@dataclass(frozen=True, slots=True)
class Databases:
    """The addresses, and the first processes of PostgreSQL and of Redis."""

    product: str
    reference: str
    redis: str
    pids: tuple[int, int]

    def statements(self) -> dict[str, int]:
        """How many statements each database has run, BEGIN and COMMIT counted as such; by the database's name."""
        with psycopg.connect(self.product, autocommit=True) as connection:
            rows = connection.execute(
                "SELECT d.datname, coalesce(sum(s.calls), 0)::bigint FROM pg_stat_statements s"
                " JOIN pg_database d ON d.oid = s.dbid GROUP BY 1"
            )
            return {str(name): int(count) for name, count in rows}


@contextmanager
def databases() -> Iterator[Databases]:
    """Run both for as long as the block lasts."""
    with ExitStack() as stack:
        product = stack.enter_context(servers.postgres(durable=LIKE_A_SERVER))
        redis = stack.enter_context(servers.redis())
        with psycopg.connect(product, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION pg_stat_statements")
            connection.execute("CREATE DATABASE reference")
            row = connection.execute("SELECT pg_backend_pid()").fetchone()
            assert row is not None
            of_redis = int(Redis.from_url(redis).info("server")["process_id"])
            pids = (parent_of(int(row[0])), of_redis)
        yield Databases(product, product.removesuffix("/igo") + "/reference", redis, pids)
