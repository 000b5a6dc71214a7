"""Run the built-in player as a GTP engine: `python -m bot`, or this file from anywhere."""

import sys
from pathlib import Path

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from bot.gtp_server import main

sys.exit(main())
