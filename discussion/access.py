"""Access to discussions (E110). Only this module loads topics for a viewer and decides which actions the viewer may
take in them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from accounts.security.staff_permissions import StaffPermission, may
from clubs import access as clubs
from clubs.errors import NotMember
from clubs.models import Club
from discussion.errors import NoBotsInDiscussions, NoSuchTopic, TooNewToStartTopic, TopicClosed
from foundation.iso_times import iso_time
from foundation.refusals import Refusal
from social.models import Topic
from social.services.permission import FIRST_WEEK

if TYPE_CHECKING:
    from clubs.access import Viewer


def visible_topic(viewer: Viewer, topic_id: int) -> Topic:
    """Return the topic with the annotations of `for_reader`. Raises NoSuchTopic."""
    found = Topic.objects.visible_to(viewer).for_reader(viewer).filter(pk=topic_id).first()
    if found is None:
        raise NoSuchTopic
    return found


def check_may_read(viewer: Viewer, club: Club) -> None:
    """Raise NotMember if the viewer may not read the club's discussions."""
    if clubs.role_in_club(viewer, club) is None or not club.is_open:
        raise NotMember


def check_may_write(player: Player, now: datetime) -> None:
    """Raise Suspended, Muted, NotForGuests or NoBotsInDiscussions if the player may not write in discussions."""
    check_allowed(player, now, RestrictionKind.MUTED)
    check_not_guest(player)
    if player.is_bot:
        raise NoBotsInDiscussions


def check_may_start_topic(player: Player, club: Club | None, now: datetime) -> None:
    """Raise an error if the player may not start a topic in this club, or on the whole server for None. These are the
    errors of `check_may_write`, NotMember, and TooNewToStartTopic for topics of the whole server (E112)."""
    check_may_write(player, now)
    if club is not None:
        check_may_read(player, club)
    elif is_new_player(player, now):
        raise TooNewToStartTopic(until=iso_time(player.date_joined + FIRST_WEEK))


def is_new_player(player: Player, now: datetime) -> bool:
    """Return whether the player is in their first week, in which they write less on the whole server (E112). Staff are
    never new."""
    return now < player.date_joined + FIRST_WEEK and not player.is_staff


def reply_refusal(viewer: Viewer, topic: Topic, now: datetime) -> Refusal | None:
    """Return why the viewer cannot reply now, None if they can. Return None also for visitors, who are asked to sign
    in."""
    if not isinstance(viewer, Player):
        return None
    try:
        check_may_write(viewer, now)
    except Refusal as refusal:
        return refusal
    return TopicClosed() if topic.closed_at is not None else None


def may_close_topic(viewer: Viewer, topic: Topic) -> bool:
    """Return whether the viewer may close the topic and reopen it (E113)."""
    if topic.club is None:
        return may(viewer, StaffPermission.MODERATE)
    role = clubs.role_in_club(viewer, topic.club)
    return role is not None and role.manages
