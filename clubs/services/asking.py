"""Check which notices about clubs still need an answer from the player."""

from __future__ import annotations

from collections.abc import Collection

from clubs.models import ImportedName, Membership, MemberStanding
from notifications.models import Notice
from notifications.services.asking import StillOpen, object_number_in


def notice_checks(**_: object) -> dict[str, StillOpen]:
    """Return, by kind of notice, the function that finds notices still to be answered
    (notifications.signals.notice_checks)."""
    return {"club_invited": open_invitations, "club_request": open_requests, "club_name": open_names}


def open_invitations(notices: Collection[Notice]) -> list[Notice]:
    """Return the notices whose player is still invited."""
    invited = _pairs_with_standing(notices, MemberStanding.INVITED)
    return [notice for notice in notices if (object_number_in(notice), notice.player_id) in invited]


def open_requests(notices: Collection[Notice]) -> list[Notice]:
    """Return the notices about requests to join that are still open."""
    asking = _pairs_with_standing(notices, MemberStanding.APPLIED)
    return [notice for notice in notices if (object_number_in(notice), notice.by_id) in asking]


def open_names(notices: Collection[Notice]) -> list[Notice]:
    """Return the notices whose player has not confirmed or declined the proposed name yet."""
    rows = ImportedName.objects.filter(confirmed_at=None, club__in={object_number_in(notice) for notice in notices})
    asked = set(rows.values_list("club_id", "player_id"))
    return [notice for notice in notices if (object_number_in(notice), notice.player_id) in asked]


def _pairs_with_standing(notices: Collection[Notice], standing: MemberStanding) -> set[tuple[int, int]]:
    clubs = {object_number_in(notice) for notice in notices}
    return set(Membership.objects.filter(standing=standing, club__in=clubs).values_list("club_id", "player_id"))
