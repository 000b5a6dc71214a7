#!/usr/bin/env python3
"""Run a command of the server: `python3 manage.py serve`, `python3 manage.py test`.

On a bare machine it first makes its own environment (bootstrap.py).
"""

import os
import sys


def main() -> None:
    """Make sure of the environment, then hand over to Django."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from bootstrap import ensure

    ensure(sys.argv)
    if sys.argv[1:2] == ["test"]:
        from tests.run.command import main as run_tests  # without Django, which takes two seconds to set up

        sys.exit(run_tests(sys.argv[2:]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
    from django.core.management import execute_from_command_line
    from django.db.utils import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit("The database cannot be used: " + " ".join(str(error).split()))


if __name__ == "__main__":
    main()
