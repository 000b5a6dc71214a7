"""Write and dismiss bulletins, and vote in their polls (C83)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Count

from accounts.core.audit import StaffContext, record_staff_action
from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from social.errors import AlreadyVoted, CannotVote, NoSuchBulletin
from social.models import Bulletin, BulletinText, Dismissal, Vote
from social.models.bulletins import BulletinQuerySet

MOST_SHOWN = 20


def published_bulletins(now: datetime) -> BulletinQuerySet:
    """Return the published bulletins, the latest first."""
    return Bulletin.objects.shown_at(now).prefetch_related("texts")


def visible_bulletin(viewer: object, bulletin_id: int, now: datetime) -> Bulletin:
    """Return a bulletin that is published now or was published earlier. Administrators also get bulletins whose
    publication has not begun. Raises NoSuchBulletin."""
    rows = Bulletin.objects.prefetch_related("texts").filter(pk=bulletin_id)
    found = (rows if may(viewer, StaffPermission.ADMINISTER) else rows.filter(begins__lte=now)).first()
    if found is None:
        raise NoSuchBulletin
    return found


def save_bulletin(bulletin: Bulletin, texts: list[BulletinText], by: StaffContext) -> Bulletin:
    """Store a bulletin with its texts, which replace earlier ones, and add this to the audit log. If players have
    already voted, the stored poll is kept. Return the bulletin.

    Checks neither permissions nor texts.
    """
    with transaction.atomic():
        action = "bulletin" if bulletin.pk is None else "bulletin changed"
        bulletin.save()
        has_votes = bulletin.votes.exists()
        kept = {text.language: text for text in BulletinText.objects.filter(bulletin=bulletin)}
        bulletin.texts.all().delete()
        for text in texts:
            before = kept.get(text.language)
            text.pk, text.bulletin = None, bulletin
            if before is not None and has_votes:
                text.question, text.answers = before.question, before.answers
            text.save()
        record_staff_action(by, action, None, bulletin=bulletin.pk)
        return bulletin


def dismiss_bulletin(*, player: Player, bulletin: Bulletin) -> None:
    """Hide the bulletin from this player's start page. Repeating this changes nothing."""
    Dismissal.objects.get_or_create(player=player, bulletin=bulletin)


def record_vote(*, player: Player, bulletin: Bulletin, choice: int, now: datetime) -> None:
    """Store the player's vote, which is final. Raises CannotVote, AlreadyVoted, NotForGuests and Suspended."""
    check_allowed(player, now)
    check_not_guest(player)
    text = bulletin.text_in_language
    if not bulletin.is_in_force(now) or not text.question or not 0 <= choice < len(text.choices):
        raise CannotVote
    try:
        with transaction.atomic():
            Vote.objects.create(bulletin=bulletin, player=player, choice=choice)
    except IntegrityError as error:
        raise AlreadyVoted from error


@dataclass(frozen=True, slots=True)
class Poll:
    """A bulletin's poll as a viewer sees it: the options with their numbers of votes, which are None while the viewer
    may still vote, and the index of the viewer's own vote."""

    question: str
    answers: list[tuple[str, int | None]]
    mine: int | None
    can_vote: bool
    total: int


def find_poll(bulletin: Bulletin, viewer: object, now: datetime) -> Poll | None:
    """Return a bulletin's poll, None if it has none. Numbers of votes are included after the viewer has voted, and for
    everyone when the bulletin has ended."""
    text = bulletin.text_in_language
    if not text.question:
        return None
    mine = None
    if isinstance(viewer, Player):
        mine = bulletin.votes.filter(player=viewer).values_list("choice", flat=True).first()
    is_open = not bulletin.is_over(now)
    counted: dict[int, int] | None = None
    if mine is not None or not is_open:
        counted = dict(bulletin.votes.values_list("choice").annotate(n=Count("pk")).order_by())
    answers = [(choice, None if counted is None else counted.get(n, 0)) for n, choice in enumerate(text.choices)]
    can_vote = is_open and mine is None and isinstance(viewer, Player) and not viewer.is_guest
    return Poll(text.question, answers, mine, can_vote, sum((counted or {}).values()))
