"""Run Django's checks in one process, because starting it takes longer than each check."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import django
from django.core.management import CommandError, call_command

CHECKS = {
    "check --deploy": lambda: call_command("check", deploy=True, fail_level="WARNING"),
    "missing migrations": lambda: call_command("makemigrations", check_changes=True, dry_run=True),
}


def main() -> int:
    """Run every check, even after a fault; return 1 if there is any."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
    django.setup()
    wrong = [title for title, check in CHECKS.items() if not _is_well(check)]
    print("\n".join(f"FAILED {title}" for title in wrong) or "well")
    return 1 if wrong else 0


def _is_well(check: Callable[[], object]) -> bool:
    try:
        check()
    except (CommandError, SystemExit) as found:
        print(found)
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
