"""The rows of tournaments."""

from .entry import Director, Entry, EntryState, Forbidden
from .ladder import Ladder, LadderGame, LadderMove, Rung
from .league import League, LeagueDirector, LeagueGroup, LeagueLine, LeagueMember, MemberState, Season, SeasonState
from .log import LogLine, Role
from .match import Answer, MatchLine, MatchState, Side, TeamBoard, TeamMatch, TeamMember
from .play import Adjustment, Pairing, Round, RoundState
from .tournament import Stage, State, Tournament
from .tournament_options import AfterTimeout, Drawing, Entering, Following, Repeats, Seeding, Starting, Then

__all__ = [
    "Adjustment",
    "AfterTimeout",
    "Answer",
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
    "MatchLine",
    "MatchState",
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
    "Side",
    "Stage",
    "Starting",
    "State",
    "TeamBoard",
    "TeamMatch",
    "TeamMember",
    "Then",
    "Tournament",
]
