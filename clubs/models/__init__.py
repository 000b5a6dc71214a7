"""The models of clubs."""

from .club import Club, JoiningPolicy
from .imported import GameImport, ImportedGame, ImportedName
from .membership import ClubRole, Membership, MemberStanding
from .notice import ClubAct, ClubActKind, ClubNotice
from .picture import ClubPicture
from .shared_with import WITH_ONE, SharedWith

__all__ = [
    "WITH_ONE",
    "Club",
    "ClubAct",
    "ClubActKind",
    "ClubNotice",
    "ClubPicture",
    "ClubRole",
    "GameImport",
    "ImportedGame",
    "ImportedName",
    "JoiningPolicy",
    "MemberStanding",
    "Membership",
    "SharedWith",
]
