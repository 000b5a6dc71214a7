"""The work on tournaments, ladders, leagues and team matches that is due, for whoever does it."""

from foundation.handover import BackgroundTask

TASK = BackgroundTask("competitions.tasks.run_tournaments")
wake = TASK.wake
