"""The models of clubs."""

from .club import Club, Joining
from .imported import GameImport, ImportedGame, ImportedName
from .membership import Membership, Role, Standing
from .notice import Act, ClubAct, ClubNotice
from .picture import ClubPicture

__all__ = [
    "Act",
    "Club",
    "ClubAct",
    "ClubNotice",
    "ClubPicture",
    "GameImport",
    "ImportedGame",
    "ImportedName",
    "Joining",
    "Membership",
    "Role",
    "Standing",
]
