"""An owner closes a club that has members (E77)."""

from __future__ import annotations

from django.db import transaction

from clubs import errors
from clubs.announcing import tell
from clubs.models import Club, Membership, Role
from clubs.models.membership import LONGEST_SENTENCE
from clubs.signals import club_closed
from foundation.text import clean_text
from games.services.idempotency import PlayerRequest
from notifications.models import Notice

from .rows import acting_manager, close


def close_for_good(request: PlayerRequest, club_id: int, reason: str) -> Club:
    """Close the club; all members are told. Its ladders close and its tournaments that have not begun are cancelled,
    for the reason that is given; what is being played goes on.

    Raises NoSuchClub, NotManager, NotClubOwner, BadClub without a reason, Suspended.
    """
    text = clean_text(reason)[:LONGEST_SENTENCE]
    with transaction.atomic():
        club, mine = acting_manager(request, club_id)
        if mine.role != Role.OWNER:
            raise errors.NotClubOwner
        if not text:
            raise errors.BadClub(field="reason")
        close(club, request.now, by=request.player, reason=text)
        club_closed.send(Club, club_id=club.pk, reason=text, now=request.now)
        others = Membership.objects.filter(club=club).members().exclude(player=request.player)
        tell(club, others.values_list("player_id", flat=True), Notice(kind="club_closed", created_at=request.now))
        return club
