"""Signals of games. Other apps connect receivers in their `apps.py`.

A receiver runs in the same transaction, and its exceptions roll that back, unless a signal's description says
otherwise.
"""

from django.dispatch import Signal

game_event = Signal(use_caching=True)
"""An event that concerns the players `player_ids`. `kind` is a games.events.GameEvent, or the event of another app. The
instances concerned are passed by name: `game`, `action`, `message`, `challenge` ... A receiver may return new rows,
which the sender stores together with its own (games.events)."""
plan_saved = Signal()
"""The player of the seat `seat_id` has changed their conditional moves. Sent after the commit."""
tidying = Signal()
"""Receivers delete rows that have been stored long enough at `now`, a CheckedTime, and return their number. Sent by
the sweeper about once an hour."""
looking_for_games = Signal()
"""Receivers return whether `player` is looking for games, which bots may not do."""
calendar_requested = Signal()
"""Receivers return a list of further icalendar events for the calendar of `player` at `now`; `address` makes an
absolute URL from a path."""
record_additions = Signal()
"""Receivers return additions to records, by their names in `?with=`: functions that make a games.sgf_export.Addition
from a game and a viewer. Sent once."""
header_counts = Signal()
"""Receivers return SQL expressions for the page header, by template name. Sent once."""
