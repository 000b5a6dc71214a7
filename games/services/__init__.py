"""Services of games and players, except actions in a game, which are in games.verbs.

Arguments are passed by keyword; they are ids, and the services return model instances. `now` is when the server
received the request. Services that may be called twice take a PlayerRequest: player, time and idempotency key.
"""

from .bots import become_bot
from .chat import check_may_send, send_message
from .next_games import next_game_number
from .notes import note_of, set_priority, write_note
from .rematch_hook import offer_or_accept_rematch
from .timeouts import apply_timeout, end_if_overdue, end_overdue_games
from .vacations import WeeklyOffTime, end_vacation, set_weekly_off_time, start_vacation

__all__ = [
    "WeeklyOffTime",
    "apply_timeout",
    "become_bot",
    "check_may_send",
    "end_if_overdue",
    "end_overdue_games",
    "end_vacation",
    "next_game_number",
    "note_of",
    "offer_or_accept_rematch",
    "send_message",
    "set_priority",
    "set_weekly_off_time",
    "start_vacation",
    "write_note",
]
