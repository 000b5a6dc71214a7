"""The models of clubs."""

from .club import Club, Joining
from .membership import Membership, Role, Standing
from .notice import Act, ClubAct, ClubNotice

__all__ = ["Act", "Club", "ClubAct", "ClubNotice", "Joining", "Membership", "Role", "Standing"]
