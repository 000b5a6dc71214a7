"""Choose the engine to play with if no engine is configured."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def default_engine_command() -> list[str]:
    """Return the command that starts GNU Go if it is installed, otherwise the command that starts this package's own
    player."""
    folders = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"])
    gnugo = shutil.which("gnugo", path=folders)
    if gnugo is not None:
        return [gnugo, "--mode", "gtp", "--level", "8"]
    return [sys.executable, str(Path(__file__).with_name("__main__.py"))]
