"""Services of games and players, except actions in a game, which are in games.verbs.

Arguments are by keyword: ids in, rows out; `now` is when the server received the request. Services that may be called
twice take a PlayerRequest: player, time and idempotency key.
"""

from .again import rematch
from .bots import become_bot
from .chat import check_may_say, say
from .next_games import next_game
from .notes import note_of, set_priority, write_note
from .timeouts import end_if_overdue, flag, flag_overdue
from .vacations import Week, end_vacation, set_week, start_vacation

__all__ = [
    "Week",
    "become_bot",
    "check_may_say",
    "end_if_overdue",
    "end_vacation",
    "flag",
    "flag_overdue",
    "next_game",
    "note_of",
    "rematch",
    "say",
    "set_priority",
    "set_week",
    "start_vacation",
    "write_note",
]
