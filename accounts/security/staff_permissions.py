"""The permissions of staff: helpers, moderators, administrators.

These are Django permissions. Each grade has a group with its permissions, and an administrator can create other groups.
Staff need two-factor authentication to use permissions, because a password alone is not safe enough. A suspension
disables permissions.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, Permission
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.core.restrictions import is_restricted
from accounts.models.restriction import RestrictionKind
from accounts.security.second_factor import has_second_factor


class StaffPermission(StrEnum):
    """A permission of staff; each is a Django permission on Player."""

    MODERATE = "keep_order"
    """See the queue of reports, private games and chats in question; take cases, warn, hide a text. (The permission's
    name is in every database.)"""
    RESTRICT = "restrict_players"
    """Mute, bar and suspend players, with an end."""
    RULE = "rule_games"
    """Act in games: set the marking, let play resume, decide, annul, unrate, adjust a clock."""
    ADMINISTER = "administer"
    """Suspend without an end, rename and delete accounts, give permissions."""


GRADES: dict[str, tuple[StaffPermission, ...]] = {
    "helpers": (StaffPermission.MODERATE,),
    "moderators": (StaffPermission.MODERATE, StaffPermission.RESTRICT, StaffPermission.RULE),
    "administrators": tuple(StaffPermission),
}
"""The groups that every server has, and their permissions."""


def may(viewer: Any, permission: StaffPermission) -> bool:
    """Return whether this person has the permission and two-factor authentication, and is not suspended.

    Queries the database once per person, and only for staff.
    """
    if hasattr(viewer, "staff_permissions_disabled"):
        return False
    if not has_permission_without_factor(viewer, permission) or is_restricted(viewer, RestrictionKind.SUSPENDED):
        return False
    if not hasattr(viewer, "proved_twice"):
        viewer.proved_twice = has_second_factor(viewer)  # cached per request, as Django caches permissions
    return bool(viewer.proved_twice)


def has_permission_without_factor(viewer: Any, permission: StaffPermission) -> bool:
    """Return whether this person has the permission, with or without two-factor authentication.

    Only for exceptions to limits, such as creating a club without games (E75). Acts on other people need `may`.
    """
    return bool(viewer.is_staff and viewer.is_active and viewer.has_perm(f"accounts.{permission}"))


def disable_staff_permissions(viewer: Any) -> None:
    """Disable the person's staff permissions for the rest of this request, because the request's token does not have
    the scope for them."""
    viewer.staff_permissions_disabled = True


def staff_with_permission(permission: StaffPermission) -> QuerySet[Any]:
    """Return all staff who have this permission, by group, directly or as superuser, and are not suspended. One
    query."""
    granted = (
        Q(groups__permissions__codename=permission) | Q(user_permissions__codename=permission) | Q(is_superuser=True)
    )
    found = get_user_model().objects.filter(granted, is_staff=True, is_active=True)
    return found.exclude(suspended_until__gt=timezone.now()).distinct()


def create_missing_staff_groups(**_: Any) -> None:
    """Create missing groups of GRADES with their permissions. Called after every migration."""
    stored = {p.codename: p for p in Permission.objects.filter(content_type__app_label="accounts")}
    for name, permissions in GRADES.items():
        group, is_new = Group.objects.get_or_create(name=name)
        if is_new:
            group.permissions.set(stored[permission] for permission in permissions)
            _add_existing_staff(group)


def _add_existing_staff(group: Group) -> None:
    """Add the accounts that are already staff to the moderators' group. They had these rights before permissions were
    introduced."""
    if group.name == "moderators":
        group.user_set.add(*get_user_model().objects.filter(is_staff=True, is_superuser=False))
