"""Signals of games, for the apps above, which connect receivers in their `apps.py`.

A receiver runs in the same transaction, and its exceptions undo it, unless a signal says otherwise.
"""

from django.dispatch import Signal

game_event = Signal(use_caching=True)
"""Something happened to the players `player_ids`: `kind` (games.events.GameEvent, or the event of another app), with
the rows that it is about, each by a name: `game`, `action`, `message`, `challenge` ... A receiver may return new rows:
the sender stores them with what happened (games.events)."""
plan_saved = Signal()
"""The player of the seat `seat_id` has changed their conditional moves. After the commit."""
tidying = Signal()
"""Delete rows that have been stored long enough at `now`, a CheckedTime; return how many. Sent by the sweeper about
once an hour."""
looking_for_games = Signal()
"""Return whether `player` looks for games, as no bot does."""
calendar_requested = Signal()
"""Return a list of further events of icalendar for the calendar of `player`, as it is at `now`; `address` makes a whole
address of a path."""
record_additions = Signal()
"""Return additions to records, by their names in `?with=`: functions that make a games.sgf_export.Addition from a game
and a viewer. Sent once."""
header_counts = Signal()
"""Return queries of the counts in the page header, by template name. Sent once."""
