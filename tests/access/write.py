"""Write docs/authorization.csv again: `python -m tests.access.write`. Read the changes before you commit them."""

from __future__ import annotations

import os


def main() -> None:
    """Request every cell, with a separate database."""
    import django
    import pytest  # the settings see by it that this is a test

    assert pytest
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
    django.setup()
    from django.test import override_settings
    from django.test.runner import DiscoverRunner

    runner = DiscoverRunner(verbosity=0, interactive=False)
    runner.setup_test_environment()
    databases = runner.setup_databases()
    from tests.access import sockets, table
    from tests.access.conftest import HASHERS
    from tests.access.visitors import Place

    with override_settings(PASSWORD_HASHERS=HASHERS):
        place = Place()
        rows = [row for route in table.routes() for row in table.rows_of(place, route)]
        table.store([*rows, *sockets.rows_of_sockets(place)])
    runner.teardown_databases(databases)


if __name__ == "__main__":
    main()
