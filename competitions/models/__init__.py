"""The rows of tournaments."""

from .entry import Director, Entry, EntryState, Forbidden
from .ladder import Ladder, LadderGame, LadderMove, Rung
from .league import League, LeagueDirector, LeagueGroup, LeagueLine, LeagueMember, MemberState, Season, SeasonState
from .log import LogLine, Role
from .play import Adjustment, Pairing, Round, RoundState
from .tournament import (
    AfterTimeout,
    Drawing,
    Entering,
    Following,
    Repeats,
    Seeding,
    Stage,
    Starting,
    State,
    Then,
    Tournament,
)

__all__ = [
    "Adjustment",
    "AfterTimeout",
    "Director",
    "Drawing",
    "Entering",
    "Entry",
    "EntryState",
    "Following",
    "Forbidden",
    "Ladder",
    "LadderGame",
    "LadderMove",
    "League",
    "LeagueDirector",
    "LeagueGroup",
    "LeagueLine",
    "LeagueMember",
    "LogLine",
    "MemberState",
    "Pairing",
    "Repeats",
    "Role",
    "Round",
    "RoundState",
    "Rung",
    "Season",
    "SeasonState",
    "Seeding",
    "Stage",
    "Starting",
    "State",
    "Then",
    "Tournament",
]
