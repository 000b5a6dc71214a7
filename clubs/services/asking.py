"""Find the notices about clubs that the player has not answered yet."""

from __future__ import annotations

from collections.abc import Collection

from clubs.models import ImportedName, Membership, MemberStanding
from notifications.models import Notice
from notifications.services.asking import StillOpen, object_id_in_path


def notice_checks(**_: object) -> dict[str, StillOpen]:
    """Return functions by kind of notice about clubs. Each function gets notices, and returns those that their players
    still have to answer. Receiver of the signal `notice_checks`."""
    return {
        "club_invited": unanswered_invitation_notices,
        "club_request": unanswered_request_notices,
        "club_name": unanswered_name_notices,
    }


def unanswered_invitation_notices(notices: Collection[Notice]) -> list[Notice]:
    """Return those of these notices about invitations whose player is still invited to the club."""
    invited = _pairs_with_standing(notices, MemberStanding.INVITED)
    return [notice for notice in notices if (object_id_in_path(notice), notice.player_id) in invited]


def unanswered_request_notices(notices: Collection[Notice]) -> list[Notice]:
    """Return those of these notices about requests to join whose request is still open."""
    asking = _pairs_with_standing(notices, MemberStanding.APPLIED)
    return [notice for notice in notices if (object_id_in_path(notice), notice.by_id) in asking]


def unanswered_name_notices(notices: Collection[Notice]) -> list[Notice]:
    """Return those of these notices about a name in imported games whose player has neither confirmed nor declined the
    name."""
    rows = ImportedName.objects.filter(confirmed_at=None, club__in={object_id_in_path(notice) for notice in notices})
    asked = set(rows.values_list("club_id", "player_id"))
    return [notice for notice in notices if (object_id_in_path(notice), notice.player_id) in asked]


def _pairs_with_standing(notices: Collection[Notice], standing: MemberStanding) -> set[tuple[int, int]]:
    clubs = {object_id_in_path(notice) for notice in notices}
    return set(Membership.objects.filter(standing=standing, club__in=clubs).values_list("club_id", "player_id"))
