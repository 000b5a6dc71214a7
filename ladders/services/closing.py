"""Close a ladder permanently: by its organiser or a moderator with a public reason, or by the server."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from games.services.idempotency import PlayerRequest
from ladders.models import Ladder
from tournaments.announcing import ActAuthor, CompetitionEvent, notify_about, send_competition_events
from tournaments.errors import NotOwner
from tournaments.models import AuthorRole
from tournaments.services.rows import cleaned_reason

from .ladders import check_not_closed, lock_ladder


def may_close(viewer: object, ladder: Ladder) -> bool:
    """Return whether the viewer may close the ladder. Moderators may close any ladder."""
    if not isinstance(viewer, Player) or ladder.closed_at is not None:
        return False
    return ladder.owner_id == viewer.pk or may(viewer, StaffPermission.RULE)


def close_ladder(request: PlayerRequest, ladder_id: int, reason: str) -> Ladder:
    """Close the ladder. Joining and challenging are no longer possible, but games in progress continue and count.
    Raises NoSuchLadder, LadderClosed, NotOwner, ReasonNeeded."""
    with transaction.atomic():
        ladder = lock_ladder(ladder_id)
        check_not_closed(ladder)
        if not may_close(request.player, ladder):
            raise NotOwner
        role = AuthorRole.OWNER if ladder.owner_id == request.player.pk else AuthorRole.MODERATOR
        close_locked_ladder(ladder, ActAuthor(request.player, role, request.now), cleaned_reason(reason))
        return ladder


def close_locked_ladder(ladder: Ladder, acting: ActAuthor, reason: str) -> None:
    """Close the ladder and notify its players, without checking permissions. The caller must have locked the ladder's
    row."""
    ladder.closed_at, ladder.closed_by, ladder.closed_why = acting.now, acting.by, reason
    ladder.save(update_fields=["closed_at", "closed_by", "closed_why"])
    people = list(ladder.ladder_places.current().values_list("player_id", flat=True))
    if acting.by is not None:
        notify_about(ladder, people, "ladder_closed", acting.now)
    send_competition_events(CompetitionEvent.EVENT_CHANGED, people, about={"ladder": ladder.pk, "act": "closed"})
