"""Run the player: python -m bot."""

import sys

from .gtp_server import main

sys.exit(main())
