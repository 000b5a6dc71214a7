"""The database settings: SQLite in the data folder, or DATABASE_URL."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import environ


def database_settings(values: dict[str, Any], data_dir: Path) -> dict[str, dict[str, Any]]:
    """Return the settings of the primary database, and of the replica if there is one."""
    primary = values["DATABASE_URL"] or environ.Env.db_url_config(f"sqlite:///{data_dir / 'igo.sqlite3'}")
    found = {"default": _with_connection_options(primary, values)}
    if values["DATABASE_REPLICA_URL"]:
        found["replica"] = {
            **_with_connection_options(values["DATABASE_REPLICA_URL"], values),
            "TEST": {"MIRROR": "default"},
        }
    return found


def _with_connection_options(found: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    found["CONN_MAX_AGE"] = None if values["IGO_PERSISTENT_CONNECTIONS"] else 0
    if found["ENGINE"].endswith("sqlite3"):
        found["ENGINE"] = "foundation.sqlite"
        found["CONN_MAX_AGE"] = None  # opening the file takes as long as a move
        found["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 4,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        }
        return found
    found["ENGINE"] = "foundation.postgresql"
    found["CONN_HEALTH_CHECKS"] = True
    found["OPTIONS"] = {
        **found.get("OPTIONS", {}),
        "connect_timeout": 2,
        "prepare_threshold": 2 if values["IGO_PREPARED_STATEMENTS"] else None,
        "keepalives_idle": 10,  # a machine that vanished is noticed within half a minute, by the sweeper too
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 15_000,
        # what a request asks takes a few milliseconds: starting workers or compiling takes longer
        "options": "-c jit=off -c max_parallel_workers_per_gather=0 "
        "-c statement_timeout=5000 -c lock_timeout=4000 -c idle_in_transaction_session_timeout=15000",
    }
    return found
