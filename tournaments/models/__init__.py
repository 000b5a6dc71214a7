"""The models of tournaments."""

from tournaments.models.entry import IN_PLAY, Director, Entry, EntryState, Forbidden
from tournaments.models.log import AuthorRole, LogLine
from tournaments.models.play import Adjustment, Pairing, Round, RoundState
from tournaments.models.tournament import Stage, Tournament, TournamentState
from tournaments.models.tournament_options import (
    AfterTimeout,
    EntryPolicy,
    KnockoutSeeding,
    NextStage,
    Repeats,
    RoundStart,
    SectionAssignment,
    StartCondition,
)

__all__ = [
    "IN_PLAY",
    "Adjustment",
    "AfterTimeout",
    "AuthorRole",
    "Director",
    "Entry",
    "EntryPolicy",
    "EntryState",
    "Forbidden",
    "KnockoutSeeding",
    "LogLine",
    "NextStage",
    "Pairing",
    "Repeats",
    "Round",
    "RoundStart",
    "RoundState",
    "SectionAssignment",
    "Stage",
    "StartCondition",
    "Tournament",
    "TournamentState",
]
