"""What happens in games, for the apps above: connected in their `apps.py`.

A receiver runs in the transaction of what happened, and what it raises undoes that, unless a signal says otherwise.
"""

from django.dispatch import Signal

game_event = Signal(use_caching=True)
"""Something happened to the players `player_ids`: `kind` (games.events.GameEvent, or the event of another app), with
the rows that it is about, each by a name: `game`, `action`, `message`, `challenge` ... A receiver may return new rows:
the sender stores them with what happened (games.events)."""
plan_saved = Signal()
"""The player of the seat `seat_id` has changed their conditional moves. After the commit."""
tidying = Signal()
"""Delete what has been kept long enough at `now`, a CheckedTime; return how many rows. Sent by the sweeper about once
an hour."""
looking_for_games = Signal()
"""Return whether `player` looks for games, as no bot does."""
calendar_requested = Signal()
"""Return a list of further events of icalendar for the calendar of `player`, as it is at `now`; `address` makes a whole
address of a path."""
record_additions = Signal()
"""Return what may be written into records, by the names that `?with=` has for them: functions that make a
games.sgf_export.Addition of a game and a viewer. Sent once."""
header_counts = Signal()
"""Return what the header of every page counts: a query for each name that templates know. Sent once."""
