"""The people with whom a player shares something: players by name, clubs of which the player is a member, classes that
the player teaches, everyone.

What is shared is a row with `owner`, `is_public`, `hidden_at` and `shares` (clubs.models.SharedWith). If it has a link,
it has `has_link` and a secret `key` as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.text import Truncator

from accounts.core.audit import StaffContext, record_staff_action
from accounts.core.children import may_write_to
from accounts.core.guests import check_not_guest
from accounts.core.lookup import player_named
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from accounts.privacy.blocking import blocked_between, blocked_either_way
from accounts.security.staff_permissions import StaffPermission, may
from clubs.errors import CannotShare
from clubs.models import Club, Membership, SharedWith
from clubs.signals import classes_joined, classes_taught
from foundation import timesource
from foundation.refusals import Refusal
from games import events
from games.errors import NotAModerator
from notifications.models import Notice

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    Viewer = Player | AnonymousUser

Rows = TypeVar("Rows", bound=QuerySet[Any])

MOST_SHARES = 20


@dataclass(frozen=True, slots=True)
class Audience:
    """The people who may see something: everyone, everyone with the link, or players by name, clubs and classes by
    number."""

    everyone: bool = False
    players: tuple[str, ...] = ()
    clubs: tuple[int, ...] = ()
    link: bool = False
    classes: tuple[int, ...] = ()


def clubs_of(player: Player) -> QuerySet[Club]:
    """Return the open clubs of which this player is a member, with which something can be shared."""
    mine = Membership.objects.members().filter(player=player)
    return Club.objects.open().filter(pk__in=mine.values("club")).order_by("name")


def listed_for(rows: Rows, viewer: Viewer) -> Rows:
    """Return the rows of others that are listed for this person: those for everyone, and those shared with the player,
    one of their clubs or a class in which they are a pupil."""
    rows = _may_show(rows, viewer)
    if not isinstance(viewer, Player):
        return rows.filter(is_public=True)
    return rows.exclude(owner=viewer).filter(Q(is_public=True) | Exists(_shares(rows, viewer)))


def seen_by(rows: Rows, viewer: Viewer) -> Rows:
    """Return the viewer's own rows, and those of others that are listed for them."""
    if not isinstance(viewer, Player):
        return listed_for(rows, viewer)
    return rows.filter(Q(owner=viewer) | Q(pk__in=listed_for(rows, viewer).values("pk")))


def in_class(rows: Rows, class_id: int, viewer: Viewer) -> Rows:
    """Return the rows that are shared with this class and that the viewer may see (T16)."""
    return seen_by(rows, viewer).filter(Exists(_shares_of(rows).filter(classroom=class_id)))


def open_to(rows: Rows, viewer: Viewer) -> Rows:
    """Return the rows that this person may see if they know the key: their own, and those of others that are shared
    with them or have a link. It is one query, so that the time of an answer does not tell whether there is a row."""
    shared, visible = Q(is_public=True) | Q(has_link=True), _may_show(rows, viewer)
    if not isinstance(viewer, Player):
        return visible.filter(shared)
    visible = visible.filter(Q(shared | Q(Exists(_shares(rows, viewer)))))
    return rows.filter(Q(owner=viewer) | Q(pk__in=visible.values("pk")))


def check_may_share(player: Player, audience: Audience, now: datetime) -> None:
    """Raise NotForGuests or Suspended, and Muted unless the audience is empty."""
    check_allowed(player, now, *([RestrictionKind.MUTED] if audience != Audience() else []))
    check_not_guest(player)


def share(row: Any, audience: Audience, now: datetime) -> None:
    """Replace the stored shares of a row by these players, clubs and classes, and notify players with whom it was not
    shared before; `row` is locked. Its own fields are set but not saved. A player has at most one unread notice of
    this kind by the same person.

    Raises NoSuchPlayer, and CannotShare for the owner, a player with a block between them and the owner, a club of
    which the owner is not a member, a class that the owner does not teach, a child whom the owner may not write to,
    and more than MOST_SHARES.
    """
    people = _people(row.owner, audience.players)
    clubs = _chosen(clubs_of(row.owner), audience.clubs)
    classes = _chosen(classes_taught(row.owner), audience.classes)
    if len(people) + len(clubs) + len(classes) > MOST_SHARES:
        raise CannotShare
    row.is_public, row.has_link = audience.everyone, audience.link
    shares = row.shares.all()
    told = set(shares.values_list("player", flat=True))
    told |= set(Notice.objects.unread().filter(kind="shared", by=row.owner).values_list("player", flat=True))
    shares.delete()
    named: list[dict[str, Any]] = [
        *({"player": one} for one in people),
        *({"club": one} for one in clubs),
        *({"classroom": one} for one in classes),
    ]
    shares.model.objects.bulk_create(shares.model(**one, **{row.shares.field.name: row}) for one in named)
    about = {"by": row.owner, "path": row.get_absolute_url(), "title": Truncator(str(row)).chars(60)}
    fresh = [one.pk for one in people if one.pk not in told]
    Notice.objects.bulk_create(Notice(player_id=pk, kind="shared", created_at=now, **about) for pk in fresh)
    events.signal_player_changed(*fresh)


def hide(by: StaffContext, row: Any, action: str, unknown: type[Refusal]) -> None:
    """Hide a row from everyone but its owner, who can read the reason, and write it to the moderators' log as this
    action. Raises NotAModerator, and `unknown` for the moderator's own."""
    if not may(by.staff, StaffPermission.MODERATE):
        raise NotAModerator
    if row.owner_id == by.staff.pk:
        raise unknown
    with transaction.atomic():
        row.hidden_at, row.hidden_reason = by.now, by.reason
        row.save(update_fields=["hidden_at", "hidden_reason"])
        record_staff_action(by, action, row.owner)


def audience_of(row: Any) -> Audience:
    """Return who may see a row. One query."""
    shares: list[SharedWith] = list(row.shares.select_related("player").order_by("pk"))
    return Audience(
        row.is_public,
        tuple(one.player.username for one in shares if one.player is not None),
        tuple(one.club_id for one in shares if one.club_id is not None),
        getattr(row, "has_link", False),
        tuple(one.classroom_id for one in shares if one.classroom_id is not None),
    )


def _may_show(rows: Rows, viewer: Viewer) -> Rows:
    """Return the rows that are not hidden, and whose owners may show something to this person: owners who are not
    deleted, muted or suspended, with no block between them and the viewer."""
    now = timesource.now()
    rows = rows.filter(hidden_at=None, owner__deleted_at=None)
    rows = rows.exclude(owner__muted_until__gt=now).exclude(owner__suspended_until__gt=now)
    if not isinstance(viewer, Player):
        return rows
    blocked, blocking = blocked_either_way(viewer)
    return rows.exclude(owner__in=blocked).exclude(owner__in=blocking)


def _shares(rows: QuerySet[Any], viewer: Player) -> QuerySet[Any]:
    """Return the shares of a row of the outer query with this player, one of their clubs or a class in which they are
    a pupil."""
    clubs = Membership.objects.members().filter(player=viewer, club__closed_at=None).values("club")
    classes = classes_joined(viewer).values("pk")
    return _shares_of(rows).filter(Q(player=viewer) | Q(club__in=clubs) | Q(classroom__in=classes))


def _shares_of(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return the shares of a row of the outer query."""
    shares = rows.model._meta.get_field("shares")
    of_row: QuerySet[Any] = shares.related_model.objects.filter(**{shares.field.name: OuterRef("pk")})
    return of_row


def _chosen(mine: QuerySet[Any], numbers: Iterable[int]) -> list[Any]:
    """Return the clubs or classes with these numbers. Raises CannotShare if one is not the player's."""
    wanted = set(numbers)
    found = list(mine.filter(pk__in=wanted)) if wanted else []
    if len(found) != len(wanted):
        raise CannotShare
    return found


def _people(player: Player, names: Iterable[str]) -> list[Player]:
    people = [player_named(name, player) for name in list(names)[: MOST_SHARES + 1]]
    found = {person.pk: person for person in people}
    if player.pk in found or (found and blocked_between(player.pk, *found)) or not may_write_to(player, people):
        raise CannotShare
    return list(found.values())
