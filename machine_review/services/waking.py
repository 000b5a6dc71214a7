"""How the one who reviews games hears that there is something to do."""

import threading

TASK = "machine_review.tasks.review_games"
wanted = threading.Event()
"""Set where there is no worker: the thread of this process looks then."""
