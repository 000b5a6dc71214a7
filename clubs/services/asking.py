"""Which notices of clubs still wait for an answer."""

from __future__ import annotations

from collections.abc import Collection

from clubs.models import Membership, Standing
from notifications.models import Notice
from notifications.services.asking import number_in


def open_invitations(notices: Collection[Notice]) -> list[Notice]:
    """Those to somebody who is still invited."""
    invited = _standing(notices, Standing.INVITED)
    return [notice for notice in notices if (number_in(notice), notice.player_id) in invited]


def open_requests(notices: Collection[Notice]) -> list[Notice]:
    """Those by somebody who still asks to join."""
    asking = _standing(notices, Standing.APPLIED)
    return [notice for notice in notices if (number_in(notice), notice.by_id) in asking]


def _standing(notices: Collection[Notice], standing: Standing) -> set[tuple[int, int]]:
    clubs = {number_in(notice) for notice in notices}
    return set(Membership.objects.filter(standing=standing, club__in=clubs).values_list("club_id", "player_id"))
