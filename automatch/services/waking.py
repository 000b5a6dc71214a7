"""How the one who matches searches hears that there is something to do."""

import threading

from foundation.handover import hand_over

TASK = "automatch.tasks.match_searches"
wanted = threading.Event()
"""Set where there is no worker: the thread of this process looks then."""


def wake() -> None:
    """Have somebody look now; for after the commit."""
    hand_over(TASK, wanted.set)
