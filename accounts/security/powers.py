"""Who moderates, and with which powers: helpers, moderators, administrators.

The powers are permissions of Django; three groups have them by grade, and an administrator may make others. Only
people who are marked as staff have powers at all, and only with a second factor: a password alone opens none of them.
During a suspension the powers rest.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, Permission
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.core.restrictions import is_under
from accounts.models.restriction import RestrictionKind
from accounts.security.second_factor import has_second_factor


class Power(StrEnum):
    """What a moderator may do; each is a permission of Player."""

    MODERATE = "keep_order"
    """See the queue of reports, private games and chats in question; take cases, warn, hide a text. (The permission's
    name is in every database.)"""
    RESTRICT = "restrict_players"
    """Mute, bar and suspend players, with an end."""
    RULE = "rule_games"
    """Act in games: set the marking, let play resume, decide, annul, unrate, adjust a clock."""
    ADMINISTER = "administer"
    """Suspend without an end, rename and delete accounts, give powers."""


GRADES: dict[str, tuple[Power, ...]] = {
    "helpers": (Power.MODERATE,),
    "moderators": (Power.MODERATE, Power.RESTRICT, Power.RULE),
    "administrators": tuple(Power),
}
"""The groups that every server has, and their powers."""


def may(viewer: Any, power: Power) -> bool:
    """Whether this person has the power, and a second factor, and is not suspended; asks the database for staff only,
    once a person."""
    if hasattr(viewer, "powers_laid_aside"):
        return False
    if not (viewer.is_staff and viewer.is_active and viewer.has_perm(f"accounts.{power}")):
        return False
    if is_under(viewer, RestrictionKind.SUSPENDED):
        return False
    if not hasattr(viewer, "proved_twice"):
        viewer.proved_twice = has_second_factor(viewer)  # as Django keeps the permissions
    return bool(viewer.proved_twice)


def lay_aside(viewer: Any) -> None:
    """For the rest of this request the person has no powers: a program acts for them that was not given any."""
    viewer.powers_laid_aside = True


def holders_of(power: Power) -> QuerySet[Any]:
    """Everybody who has this power, by a group, by themselves or as a superuser, and is not suspended; one query."""
    granted = Q(groups__permissions__codename=power) | Q(user_permissions__codename=power) | Q(is_superuser=True)
    found = get_user_model().objects.filter(granted, is_staff=True, is_active=True)
    return found.exclude(suspended_until__gt=timezone.now()).distinct()


def make_groups(**_: Any) -> None:
    """Make the groups of GRADES where they are missing, with their powers; called after every migration."""
    permissions = {p.codename: p for p in Permission.objects.filter(content_type__app_label="accounts")}
    for name, powers in GRADES.items():
        group, is_new = Group.objects.get_or_create(name=name)
        if is_new:
            group.permissions.set(permissions[power] for power in powers)
            _keep_those_who_were_moderators(group)


def _keep_those_who_were_moderators(group: Group) -> None:
    """Before there were powers, anyone who was marked as staff decided games."""
    if group.name == "moderators":
        group.user_set.add(*get_user_model().objects.filter(is_staff=True, is_superuser=False))
