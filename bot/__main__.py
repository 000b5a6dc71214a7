"""Run the player: python -m bot, or this file itself from anywhere."""

import sys
from pathlib import Path

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from bot.gtp_server import main

sys.exit(main())
