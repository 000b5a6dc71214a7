"""The models of tournaments."""

from tournaments.models.entry import IN_PLAY, Director, Entry, EntryState, Forbidden
from tournaments.models.log import LogLine, Role
from tournaments.models.play import Adjustment, Pairing, Round, RoundState
from tournaments.models.tournament import Stage, State, Tournament
from tournaments.models.tournament_options import (
    AfterTimeout,
    EntryPolicy,
    NextStage,
    Repeats,
    RoundStart,
    SectionAssignment,
    Seeding,
    StartCondition,
)

__all__ = [
    "IN_PLAY",
    "Adjustment",
    "AfterTimeout",
    "Director",
    "Entry",
    "EntryPolicy",
    "EntryState",
    "Forbidden",
    "LogLine",
    "NextStage",
    "Pairing",
    "Repeats",
    "Role",
    "Round",
    "RoundStart",
    "RoundState",
    "SectionAssignment",
    "Seeding",
    "Stage",
    "StartCondition",
    "State",
    "Tournament",
]
