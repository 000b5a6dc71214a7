"""The models of clubs."""

from .club import Club, JoiningPolicy
from .imported import GameImport, ImportedGame, ImportedName
from .membership import Membership, Role, Standing
from .notice import Act, ClubAct, ClubNotice
from .picture import ClubPicture
from .shared_with import WITH_ONE, SharedWith

__all__ = [
    "WITH_ONE",
    "Act",
    "Club",
    "ClubAct",
    "ClubNotice",
    "ClubPicture",
    "GameImport",
    "ImportedGame",
    "ImportedName",
    "JoiningPolicy",
    "Membership",
    "Role",
    "SharedWith",
    "Standing",
]
