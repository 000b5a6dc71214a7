"""The rows of tournaments."""

from .entry import Director, Entry, EntryState, Forbidden
from .log import LogLine, Role
from .play import Adjustment, Pairing, Round, RoundState
from .tournament import Entering, Following, Stage, Starting, State, Tournament

__all__ = [
    "Adjustment",
    "Director",
    "Entering",
    "Entry",
    "EntryState",
    "Following",
    "Forbidden",
    "LogLine",
    "Pairing",
    "Role",
    "Round",
    "RoundState",
    "Stage",
    "Starting",
    "State",
    "Tournament",
]
