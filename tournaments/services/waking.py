"""The background task that runs due work of tournaments, ladders, leagues and team matches."""

from foundation.dispatch import BackgroundTask

TASK = BackgroundTask("tournaments.tasks.run_tournaments")
wake = TASK.wake
