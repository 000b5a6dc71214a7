"""Memberships of clubs: members with their roles, and players who asked to join, are invited or are banned (E76, E77,
E78)."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

MOST_MEMBERSHIPS = 50
"""The largest number of clubs that a player can be in (E78)."""
LONGEST_SENTENCE = 300


class ClubRole(models.TextChoices):
    """A member's role (E77), highest first."""

    OWNER = "owner", pgettext_lazy("role in a club", "owner")
    MANAGER = "manager", pgettext_lazy("role in a club", "manager")
    CAPTAIN = "captain", pgettext_lazy("role in a club", "captain")
    MEMBER = "member", pgettext_lazy("role in a club", "member")

    @property
    def height(self) -> int:
        """Return the role's rank as a number, which is greater for higher roles."""
        return len(ClubRole) - list(ClubRole).index(self)

    @property
    def manages(self) -> bool:
        """Return whether the role may admit, remove and ban members, and write notices."""
        return self in (ClubRole.OWNER, ClubRole.MANAGER)


class MemberStanding(models.TextChoices):
    """A player's relation to a club."""

    MEMBER = "member", pgettext_lazy("status in a club", "member")
    APPLIED = "applied", pgettext_lazy("status in a club", "has asked to join")
    INVITED = "invited", pgettext_lazy("status in a club", "invited")
    DECLINED = "declined", pgettext_lazy("status in a club", "declined")
    LEFT = "left", pgettext_lazy("status in a club", "left")
    REMOVED = "removed", pgettext_lazy("status in a club", "removed")
    BANNED = "banned", pgettext_lazy("status in a club", "banned")


class MembershipQuerySet(models.QuerySet["Membership"]):
    """Queries for memberships."""

    def members(self) -> Self:
        """Select the memberships of current members, without requests, invitations, bans and former members."""
        return self.filter(standing=MemberStanding.MEMBER)

    def managing(self) -> Self:
        """Select the memberships of owners and managers."""
        return self.members().filter(role__in=(ClubRole.OWNER, ClubRole.MANAGER))


class Membership(models.Model):
    """A player's relation to a club, in one row that changes.

    `role` applies only to members. `sentence` is the text of a request to join. `by` is who invited, admitted, removed
    or banned the player, and `reason` why. `at` is when the standing last changed, `joined_at` when the player became a
    member, and `role_at` when they got the role. `gets_notices` is whether they are notified of the club's notices.
    """

    club = models.ForeignKey("clubs.Club", models.CASCADE, related_name="memberships", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="memberships",
        verbose_name=pgettext_lazy("field", "player"),
        db_index=False,
    )
    standing = models.CharField(pgettext_lazy("in a club", "status"), max_length=8, choices=MemberStanding)
    role = models.CharField(pgettext_lazy("field", "role"), max_length=7, choices=ClubRole, default=ClubRole.MEMBER)
    sentence = models.CharField(pgettext_lazy("field", "request"), max_length=LONGEST_SENTENCE, blank=True)
    reason = models.CharField(pgettext_lazy("field", "reason"), max_length=LONGEST_SENTENCE, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    gets_notices = models.BooleanField(pgettext_lazy("field", "club notices"), default=True)
    at = models.DateTimeField()
    joined_at = models.DateTimeField(pgettext_lazy("field", "member since"), null=True)
    role_at = models.DateTimeField(null=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("name", "membership")
        verbose_name_plural = pgettext_lazy("name", "memberships")
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="one_membership_a_player"),
            models.UniqueConstraint(
                fields=["club"], condition=Q(standing="member", role="owner"), name="one_owner_a_club"
            ),
        ]
        indexes = [
            models.Index(fields=["club", "standing", "-id"], name="membership_of_club"),
            models.Index(fields=["player", "standing", "-id"], name="membership_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.player_id}"

    @property
    def is_member(self) -> bool:
        """Return whether the player is a member now."""
        return self.standing == MemberStanding.MEMBER
