"""Django's database sessions with a faster query. The query is compiled once, because every page reads its session."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from foundation.statements import ModelTable, row_of


class SessionStore(db.SessionStore):
    """Django's session store with a faster `load`."""

    def load(self) -> dict[str, Any]:
        """Return the session's data. If the session does not exist or has expired, drop its key and return {}."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        found = row_of(_session_sql(), [self.session_key, now])
        kept: dict[str, Any] = super().load() if found is None else self.decode(found[0])
        return kept

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return Django's session model."""
        return Session


@lru_cache(maxsize=1)
def _session_sql() -> str:
    return f"SELECT session_data FROM {ModelTable(Session).name} WHERE session_key = %s AND expire_date > %s"
