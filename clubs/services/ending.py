"""Let an owner close a club that has members (E77)."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs import errors
from clubs.announcing import send_notice
from clubs.models import Club, Membership
from clubs.models.membership import LONGEST_SENTENCE
from clubs.signals import club_closed
from foundation.text import clean_text
from games.services.idempotency import PlayerRequest
from notifications.models import Notice

from .rows import close_club, lock_club_for_owner


def close_club_by_owner(request: PlayerRequest, club_id: int, reason: str) -> Club:
    """Close the club, notify all members, and return the club. Its ladders are closed and its tournaments that have not
    started are cancelled, with the given reason. Games in progress continue.

    Raises NoSuchClub, NotManager, NotClubOwner, InvalidClubField without a reason, Suspended.
    """
    why = clean_text(reason)[:LONGEST_SENTENCE]
    with transaction.atomic():
        club = lock_club_for_owner(request, club_id)
        if not why:
            raise errors.InvalidClubField(field="reason", why=_("Enter a reason."))
        close_club(club, request.now, by=request.player, reason=why)
        club_closed.send(Club, club_id=club.pk, reason=why, now=request.now)
        others = Membership.objects.filter(club=club).members().exclude(player=request.player)
        send_notice(
            club, others.values_list("player_id", flat=True), Notice(kind="club_closed", created_at=request.now)
        )
        return club
