#!/usr/bin/env python3
"""Run a command of the server: `python3 manage.py serve`."""

import os
import sys


def main() -> None:
    """Hand over to Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
