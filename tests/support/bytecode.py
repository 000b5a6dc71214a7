"""Keep bytecode, even if the environment forbids it and the test command or pytest was started without bootstrap.py.
Otherwise each of a run's hundred processes would compile two thousand modules, including the tests with rewritten
assertions."""

from __future__ import annotations

import os
import sys

import bootstrap


def keep() -> None:
    """Let this process and its children write bytecode where bootstrap.py allows it."""
    if not sys.dont_write_bytecode:
        return
    os.environ.update(bootstrap.environment_of({**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode, sys.pycache_prefix = False, os.environ["PYTHONPYCACHEPREFIX"]
