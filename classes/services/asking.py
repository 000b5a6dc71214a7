"""Check which invitations to classes still need an answer from the player."""

from __future__ import annotations

from collections.abc import Collection

from classes.models import Pupil, PupilStanding
from notifications.models import Notice
from notifications.services.asking import StillOpen, object_id_in_path


def notice_checks(**_: object) -> dict[str, StillOpen]:
    """Return, for each kind of notice that asks for an answer, the function that finds the notices still unanswered.
    Receiver of notifications.signals.notice_checks."""
    return {"class_invited": notices_of_open_invitations}


def notices_of_open_invitations(notices: Collection[Notice]) -> list[Notice]:
    """Return those notices of invitations to classes whose player is still invited."""
    rows = Pupil.objects.filter(
        standing=PupilStanding.INVITED, classroom__in={object_id_in_path(notice) for notice in notices}
    )
    invited = set(rows.values_list("classroom_id", "player_id"))
    return [notice for notice in notices if (object_id_in_path(notice), notice.player_id) in invited]
