"""The rows of tournaments."""

from .entry import Director, Entry, EntryState, Forbidden
from .log import LogLine, Role
from .play import Adjustment, Pairing, Round, RoundState
from .tournament import AfterTimeout, Entering, Following, Seeding, Stage, Starting, State, Tournament

__all__ = [
    "Adjustment",
    "AfterTimeout",
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
    "Seeding",
    "Stage",
    "Starting",
    "State",
    "Tournament",
]
