#!/usr/bin/env python3
"""Run a command of the server: `python3 manage.py serve`, `python3 manage.py test`.

In a clone on a bare machine, the script first creates its own environment (bootstrap.py). The installed package calls
it `igo`.
"""

import os
import sys


def main() -> None:
    """Run the Django command, after installing what is missing in a clone of the project."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, here)
    if os.path.exists(os.path.join(here, "bootstrap.py")):  # a clone: the package has neither this nor the tests
        _prepare_clone()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
    if sys.argv[1:2] == ["--version"]:  # ours, and not Django's
        from goserver.operations.own_command import igo_version

        sys.exit(print(f"Igo {igo_version()}"))
    from django.core.management import execute_from_command_line
    from django.db.utils import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit("The database cannot be used: " + " ".join(str(error).split()))


def _prepare_clone() -> None:
    """Install the libraries, and run the test command, which is not a Django command."""
    from bootstrap import ensure_libraries

    ensure_libraries(sys.argv)
    if sys.argv[1:2] == ["test"]:
        from tests.run.command import main as run_tests  # without Django, which takes two seconds to set up

        sys.exit(run_tests(sys.argv[2:]))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # Ctrl+C before the command, or outside what it handles itself
        sys.exit(130)
    except RuntimeError as error:  # Python raises it for Ctrl+C while a class is being created
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        sys.exit(130)
