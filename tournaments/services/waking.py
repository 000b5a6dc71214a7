"""The background task of tournaments, ladders, leagues and team matches."""

from foundation.handover import BackgroundTask

TASK = BackgroundTask("tournaments.tasks.run_tournaments")
wake = TASK.wake
