"""What else happens to games and to the people who play them; what players do in them is in games.verbs.

Arguments are by keyword: ids in, rows out; `now` is when the server received the request; `key` is an idempotency key
or None.
"""

from .again import rematch
from .bots import become_bot
from .chat import say
from .notes import note_of, write_note
from .timeouts import flag, flag_overdue, look_at
from .vacations import end_vacation, set_week, start_vacation

__all__ = [
    "become_bot",
    "end_vacation",
    "flag",
    "flag_overdue",
    "look_at",
    "note_of",
    "rematch",
    "say",
    "set_week",
    "start_vacation",
    "write_note",
]
