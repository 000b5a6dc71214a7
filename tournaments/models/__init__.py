"""The rows of tournaments."""

from tournaments.models.entry import IN_PLAY, Director, Entry, EntryState, Forbidden
from tournaments.models.log import LogLine, Role
from tournaments.models.play import Adjustment, Pairing, Round, RoundState
from tournaments.models.tournament import Stage, State, Tournament
from tournaments.models.tournament_options import (
    AfterTimeout,
    Drawing,
    Entering,
    Following,
    Repeats,
    Seeding,
    Starting,
    Then,
)

__all__ = [
    "IN_PLAY",
    "Adjustment",
    "AfterTimeout",
    "Director",
    "Drawing",
    "Entering",
    "Entry",
    "EntryState",
    "Following",
    "Forbidden",
    "LogLine",
    "Pairing",
    "Repeats",
    "Role",
    "Round",
    "RoundState",
    "Seeding",
    "Stage",
    "Starting",
    "State",
    "Then",
    "Tournament",
]
